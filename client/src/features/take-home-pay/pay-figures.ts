/** The figures of a pay as its statement has them: money that goes is negative, and a study loan is no tax. */
import type { TaxLineKey } from 'contract/take-home-pay/take-home-pay.constants.ts';
import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import type { Pay } from './pay-calculation.ts';
import { lineTexts } from './pay-terms.ts';

export type PayOfYear = Omit<TakeHomePayResult, 'comparison'>;

/** A sum or difference of amounts in whole cents. */
export const inCents = (amount: number) => Math.round(100 * amount) / 100;

export const amountOf = ({ lines }: PayOfYear, key: TaxLineKey) =>
  lines.find((line) => line.key === key)?.amount ?? 0;

/** The tax of the year, to which a study loan does not belong. */
export const taxOf = (pay: PayOfYear) => inCents(pay.total_tax - amountOf(pay, 'study_loan'));

/** A part of the pay or of the raise. `key` selects its pattern. */
interface PayPart {
  key: 'stays' | 'income_tax' | 'medicare_levy' | 'study_loan' | 'sacrifice';
  label: string;
  amount: number;
}

/** Where the pay goes. Offsets reduce the income tax, so that the parts add up. */
const partsOf = (pay: PayOfYear): PayPart[] => [
  { key: 'stays', label: 'Stays with you', amount: pay.net_income },
  { key: 'income_tax', label: lineTexts.income_tax, amount: taxOf(pay) - amountOf(pay, 'medicare_levy') },
  { key: 'medicare_levy', label: lineTexts.medicare_levy, amount: amountOf(pay, 'medicare_levy') },
  { key: 'study_loan', label: lineTexts.study_loan, amount: amountOf(pay, 'study_loan') },
  { key: 'sacrifice', label: 'Salary sacrifice to super', amount: pay.salary_sacrifice },
];

/** Where the raise goes, or the pay without one. */
export function payParts({ raised, ...pay }: Pay): PayPart[] {
  const now = partsOf(pay);
  return (raised ? partsOf(raised) : now)
    .map(({ amount, ...part }, index) => ({
      ...part,
      amount: inCents(amount - (raised ? (now[index]?.amount ?? 0) : 0)),
    }))
    .filter(({ amount }) => amount !== 0);
}
