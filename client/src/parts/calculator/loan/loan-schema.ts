import { decimal } from 'contract/fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { LoanRequest } from 'contract/loans/loans.ts';

/** The API's rules, with the rate in steps of 0.01. */
export const LoanInputs = LoanRequest.extend({
  annual_interest_rate: decimal({
    decimals: loanLimits.formRateDecimals,
    min: loanLimits.minAnnualRatePercent,
    max: loanLimits.maxAnnualRatePercent,
  }),
});
