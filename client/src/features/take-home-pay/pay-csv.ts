import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { centsText, csvText } from '#parts/calculator/csv.ts';
import { lineTexts } from './pay-terms.ts';

/** Every step of every line; a bracket without an end has an empty cell. */
export function payCsv({ lines }: Pick<TakeHomePayResult, 'lines'>): string {
  return csvText(
    ['Line', 'Over', 'Up to', 'Rate', 'Part', 'Amount'],
    lines.flatMap(({ key, steps }) =>
      steps.map(({ over, up_to, rate_percent, part, amount }) => [
        lineTexts[key],
        centsText(over),
        up_to === null ? '' : centsText(up_to),
        rate_percent,
        centsText(part),
        centsText(amount),
      ]),
    ),
  );
}
