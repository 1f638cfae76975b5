import { z } from 'zod';
import { oneOf } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import {
  compoundingFrequencies,
  type CompoundingFrequency,
  defaultCompoundingFrequency,
  loanLimits,
  loanMessages,
} from './loans.constants.ts';
import { amount, aud, rate, wholeNumber } from './loan-fields.ts';
import { messageWith } from 'contract/responses.ts';
import { route } from 'contract/route.ts';

/** The request is parsed to cents, months and millionths of a percent. */
export const LoanRequest = z
  .strictObject({
    total_loan_amount: amount(loanLimits.minAmount).describe(
      'The principal in AUD, with at most 2 decimals.',
    ),
    duration_months: wholeNumber(loanLimits.minDurationMonths, loanLimits.maxDurationMonths).describe(
      'The number of monthly repayments, an integer.',
    ),
    annual_interest_rate: rate().describe('The annual interest rate in percent, with at most 6 decimals.'),
    compounding_frequency: oneOf(compoundingFrequencies)
      .default(defaultCompoundingFrequency)
      .describe('How often interest compounds.'),
  })
  .meta({ id: 'LoanRequest' });
export type LoanRequest = z.output<typeof LoanRequest>;

/** The input before parsing, with every field filled in as in a form. */
export type LoanRequestInput = z.input<typeof LoanRequest> & { compounding_frequency: CompoundingFrequency };

export const AmortizationScheduleRow = z
  .object({
    period: z.int().describe('The number of the repayment, from 1.'),
    payment_amount: aud('The payment of the period'),
    principal_paid: aud('The part of the payment that repays principal'),
    interest_paid: aud('The part of the payment that is interest'),
    remaining_balance: aud('The balance after the payment'),
  })
  .meta({ id: 'AmortizationScheduleRow' });

export type AmortizationScheduleRow = z.infer<typeof AmortizationScheduleRow>;

export const LoanResult = z
  .object({
    input_total_loan_amount: aud('The principal of the request'),
    total_interest_paid: aud('The sum of the interest of all rows'),
    calculated_monthly_payment: aud('The level payment'),
    total_payments_made: aud('The sum of the payments of all rows'),
    effective_monthly_rate_percent: z.number().describe('In percent, to 5 decimals.'),
    total_interest_percentage_of_principal: z.number().describe('In percent, to 2 decimals.'),
    amortization_schedule: z.array(AmortizationScheduleRow),
  })
  .meta({ id: 'LoanResult' });

export type LoanResult = z.infer<typeof LoanResult>;

export const exampleLoan: LoanRequestInput = {
  total_loan_amount: 1000,
  duration_months: 2,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly',
};

export const exampleLoanResult: LoanResult = {
  input_total_loan_amount: 1000,
  total_interest_paid: 7.51,
  calculated_monthly_payment: 503.75,
  total_payments_made: 1007.51,
  effective_monthly_rate_percent: 0.5,
  total_interest_percentage_of_principal: 0.75,
  amortization_schedule: [
    {
      period: 1,
      payment_amount: 503.75,
      principal_paid: 498.75,
      interest_paid: 5,
      remaining_balance: 501.25,
    },
    {
      period: 2,
      payment_amount: 503.76,
      principal_paid: 501.25,
      interest_paid: 2.51,
      remaining_balance: 0,
    },
  ],
};

export const resultResponse = <Result extends z.ZodType>(
  result: Result,
  example: z.input<Result>,
  description: string,
) => messageWith('data', result, { msg: loanMessages.calculationSuccessful, example, description });

export const calculatePrincipal = route('calculatePrincipal', {
  summary: 'Calculate a loan to the cent',
  description:
    'Returns the level monthly payment, the totals and the whole amortization schedule of a loan, exact to the cent. ' +
    'Numbers may be JSON numbers or plain decimal strings.',
  body: LoanRequest,
  bodyExample: exampleLoan,
  isCalculation: true,
  response: resultResponse(LoanResult, exampleLoanResult, 'The calculated loan.'),
  rateLimit: rateLimits.calculator,
});
