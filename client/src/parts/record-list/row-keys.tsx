/** The keys of `rowProps`, beside the list. They do not act in the dialog of narrow screens. */
export const RowKeys = ({ canSelect }: { canSelect: boolean }) => (
  <p className="mt-4 border-t border-rule pt-3 text-xs text-muted max-[1099px]:hidden">
    J, K next and previous{canSelect && ' · X select'}
  </p>
);
