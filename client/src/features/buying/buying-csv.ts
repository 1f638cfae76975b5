import type { BuyingResult } from 'contract/buying/buying.ts';
import { centsText, csvText } from '#parts/calculator/csv.ts';
import { costTexts, lineTexts } from './line-texts.ts';

type Purchase = NonNullable<BuyingResult['purchase']>;
type Sources = Purchase['grant']['sources'];

const noStep = ['', '', ''];
const sourceText = (sources: Sources) => sources.map(({ name }) => name).join('; ');

/** The lines of the purchase, or without a price of the largest one, and what can be borrowed. */
export function buyingCsv({ purchase, largest, borrowing }: BuyingResult): string {
  const described = purchase ?? largest?.purchase ?? undefined;
  const borrowed = borrowing ? [['Can be borrowed', centsText(borrowing.loan), ...noStep, '']] : [];
  const limit = largest?.price ? [['Largest price', centsText(largest.price), ...noStep, '']] : [];
  return csvText(
    ['Line', 'Amount', 'Over', 'Rate', 'Part', 'Source'],
    [...(described ? purchaseRows(described) : []), ...borrowed, ...limit],
  );
}

function purchaseRows(purchase: Purchase): (string | number)[][] {
  const { duty, grant, costs } = purchase;
  const plain = (line: string, amount: number) => [line, centsText(amount), ...noStep, ''];
  return [
    plain('Price', purchase.price),
    ...(duty.entered ? [plain('Duty as worked out', duty.amount)] : []),
    ...duty.lines.map(({ key, amount, step, sources }) => [
      lineTexts[key],
      centsText(amount),
      ...(step ? [centsText(step.over), step.rate_percent, centsText(step.part)] : noStep),
      sourceText(sources),
    ]),
    ...costs.map(({ key, amount }) => plain(costTexts[key], amount)),
    ['Grant', centsText(-grant.counted), ...noStep, sourceText(grant.sources)],
    plain('To pay', purchase.to_pay),
    plain('Cash needed on the day', purchase.cash_needed),
    plain('Loan', purchase.loan),
  ];
}
