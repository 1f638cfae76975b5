/** A row is 44 px high, and takes several lines in a narrow container. */
export const rowTableClass =
  'w-full table-fixed border-collapse print:table-auto print:[&_th]:w-auto! text-left text-xs leading-[1.35] stacked:block [&_:is(th,td)]:pe-3 [&_:is(th,td):last-child]:pe-0 [&_thead]:text-muted [&_thead_th]:pb-2 [&_thead_th]:font-medium [&_tr]:border-b [&_tr]:border-rule [&_tbody_tr]:h-[2.75rem] stacked:[&_tbody_tr]:block stacked:[&_tbody_tr]:h-auto stacked:[&_tbody_tr]:py-2';
