/** The calculation on the device, loaded after the first paint. */
import { TakeHomePayBody, type TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import taxRules from '../../../../content/tax-rules.json';
import { payRequest, type PayTerms } from './pay-terms.ts';

const taxYears = taxYearsOf(taxRules);

export const calculatePay = (terms: PayTerms): TakeHomePayResult =>
  takeHomePayResult(taxYears, TakeHomePayBody.parse(payRequest(terms)));
