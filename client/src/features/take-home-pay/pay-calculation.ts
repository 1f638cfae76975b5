/** The calculation on the device, loaded after the first paint. */
import { TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { Refusal } from 'engine/refusal.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import taxRules from '../../../../content/tax-rules.json';
import { type Pay, payRequest, type PayTerms, raisedIncome } from './pay-terms.ts';

const taxYears = taxYearsOf(taxRules);

export function calculatePay(terms: PayTerms): Pay {
  const income = raisedIncome(terms);
  if (Number.isNaN(income))
    throw new Refusal({ raise: ['Enter an amount or per cent, such as 5,000 or 4%.'] });
  const request = payRequest(terms);
  const result = takeHomePayResult(taxYears, TakeHomePayBody.parse(request));
  if (income === undefined) return result;
  const raised = TakeHomePayBody.parse({ ...request, income, compare_year: null });
  return { ...result, raised: takeHomePayResult(taxYears, raised) };
}
