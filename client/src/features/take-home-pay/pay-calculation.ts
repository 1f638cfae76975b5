/** The calculation on the device, loaded after the first paint. */
import { TakeHomePayBody, type TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { payMessages } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { isPlainNumber, normalized, readAmount, readRate } from 'contract/typed-numbers.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { Refusal } from 'engine/refusal.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
import type { TermsOf } from '#parts/calculator/terms.ts';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import taxRules from '../../../../content/tax-rules.json';

const taxYears = taxYearsOf(taxRules);

type PayTerms = TermsOf<'takeHomePay'>;

/** A result and, if the terms have a raise, the result with it. */
export interface Pay extends TakeHomePayResult {
  raised?: TakeHomePayResult;
}

export function calculatePay(request: object, terms: PayTerms): Pay {
  const result = takeHomePayResult(taxYears, TakeHomePayBody.parse(request));
  if (terms.raise === '') return result;
  const income = raisedIncome(terms);
  if (income === Number(terms.income)) return result;
  const raised = TakeHomePayBody.parse({ ...request, income, compare_year: null });
  return { ...result, raised: takeHomePayResult(taxYears, raised) };
}

/** The pay with the raise, which is an amount of the same period or per cent; of a cut it is negative. */
function raisedIncome({ income, raise, salary_sacrifice }: PayTerms): number {
  const isPercent = /%|pc|per\s?cent/i.test(raise);
  const text = normalized(raise);
  const change = text.replace(/^(\$?)\s?[-−–]\s?/, '$1');
  const sign = change === text ? 1 : -1;
  const { value, refusal } = isPercent ? readRate(change) : readAmount(change);
  if (refusal !== undefined) throw new Refusal({ raise: [refusal] });
  if (value.startsWith('-') || !isPlainNumber(value))
    throw new Refusal({ raise: ['Enter an amount or per cent, such as 5,000 or 4%.'] });
  const added = sign * (isPercent ? (Number(income) * Number(value)) / 100 : Number(value));
  const sum = Math.round(100 * (Number(income) + added)) / 100;
  if (sum < 0) throw new Refusal({ raise: [payMessages.cutAbovePay] });
  if (sum < Number(salary_sacrifice)) throw new Refusal({ raise: [payMessages.cutBelowSacrifice] });
  for (const amount of isPercent ? [sum] : [value, sum]) {
    const { error } = TakeHomePayBody.shape.income.safeParse(amount);
    if (error) throw new Refusal({ raise: error.issues.map(({ message }) => message) });
  }
  return sum;
}
