import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { centsText, csvText } from '#parts/calculator/csv.ts';
import { deductionText, lineTexts } from './pay-terms.ts';

/** The deduction, and every step of every line; a bracket without an end has an empty cell. */
export function payCsv({
  lines,
  standard_deduction,
}: Pick<TakeHomePayResult, 'lines' | 'standard_deduction'>): string {
  const deduction = standard_deduction
    ? [[deductionText, '', '', '', '', centsText(-standard_deduction.amount)]]
    : [];
  const steps = lines.flatMap(({ key, steps: lineSteps }) =>
    lineSteps.map(({ over, up_to, rate_percent, part, amount }) => [
      lineTexts[key],
      centsText(over),
      up_to === null ? '' : centsText(up_to),
      rate_percent,
      centsText(part),
      centsText(amount),
    ]),
  );
  return csvText(['Line', 'Over', 'Up to', 'Rate', 'Part', 'Amount'], [...deduction, ...steps]);
}
