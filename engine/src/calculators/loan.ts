/**
 * The amortization schedule of a level-payment loan (annuity), every cent as if computed with unlimited precision.
 *
 * With R the annual rate as a fraction, n the months and L the principal, the monthly rate r is R/12 (monthly
 * compounding), (1 + R/365)^(365/12) − 1 (daily) or (1 + R)^(1/12) − 1 (yearly), and the payment is
 * P = L·r·gⁿ/(gⁿ − 1) with g = 1 + r, rounded half up to the cent like every other figure. A row's interest is the
 * balance times r; the last row pays the remaining balance. If whole cents cannot follow that (tiny payments, steep
 * rates over long terms), the rows follow the unrounded balances instead; see `needsUnroundedPath`.
 *
 * Sources: a twelfth of the annual rate for a month's interest is what the Australian National Credit Code (National
 * Consumer Credit Protection Act 2009 (Cth), Schedule 1) permits in s 28(2); the annuity formula is that of any
 * textbook and of the spreadsheet function PMT. Daily and yearly compounding are models for comparing quotations. Daily
 * compounding in particular is not how Australian lenders accrue interest: they apply the daily rate to each day's
 * unpaid balance (s 28(1)) and charge the sum, as a rule once a month.
 *
 * Balances are integer cents, exact in a double, so each figure is one product to round. Only a product within its own
 * error of a rounding boundary is undecided, and is computed again in fixed point.
 */
import type { LoanRequest, LoanResult } from 'contract/loans/loans.ts';
import { noFees } from 'engine/schedules/fees.ts';
import { planOf } from 'engine/schedules/plan.ts';
import { contractualSchedule, loanFigures, type LoanFigures } from 'engine/schedules/scenario.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { interestCentsAt, principalCentsAt, type Schedule } from 'engine/schedules/schedule.ts';

export const loanOf = (request: LoanRequest): Loan =>
  calculateLoan({
    principalCents: request.total_loan_amount,
    durationMonths: request.duration_months,
    annualRateMillionths: request.annual_interest_rate,
    compounding: request.compounding_frequency,
  });

export function loanResult(request: LoanRequest): LoanResult {
  const { schedule, effectiveMonthlyRatePercent, totalInterestPercent } = loanOf(request);
  return {
    input_total_loan_amount: request.total_loan_amount / 100,
    total_interest_paid: schedule.totalInterestCents / 100,
    calculated_monthly_payment: schedule.regularPaymentCents / 100,
    total_payments_made: (request.total_loan_amount + schedule.totalInterestCents) / 100,
    effective_monthly_rate_percent: effectiveMonthlyRatePercent,
    total_interest_percentage_of_principal: totalInterestPercent,
    amortization_schedule: Array.from({ length: schedule.length }, (_, index) => ({
      period: index + 1,
      payment_amount: schedule.paymentCents[index + 1]! / 100,
      principal_paid: principalCentsAt(schedule, index + 1) / 100,
      interest_paid: interestCentsAt(schedule, index + 1) / 100,
      remaining_balance: schedule.balanceCents[index + 1]! / 100,
    })),
  };
}

export type LoanTerms = Pick<
  ScenarioTerms,
  'principalCents' | 'durationMonths' | 'annualRateMillionths' | 'compounding'
>;

export interface Loan extends LoanFigures {
  schedule: Schedule;
}

/** A loan is a scenario without options. */
export function calculateLoan(terms: LoanTerms): Loan {
  const plan = planOf(withoutOptions(terms));
  const { contractual: schedule } = contractualSchedule(plan);
  return { schedule, ...loanFigures(plan, schedule) };
}

/** The fields are listed, because spreading them would cost as much as the schedule. */
export const withoutOptions = (terms: LoanTerms): ScenarioTerms => ({
  principalCents: terms.principalCents,
  durationMonths: terms.durationMonths,
  annualRateMillionths: terms.annualRateMillionths,
  compounding: terms.compounding,
  paymentFrequency: 'monthly',
  paymentBasis: 'exact',
  interestOnlyPeriods: 0,
  residualCents: 0,
  rateChanges: [],
  extraPayments: [],
  lumpSums: [],
  offset: { balanceCents: 0, depositPerPeriodCents: 0 },
  fees: noFees,
  dayCount: 'equal',
  startDate: undefined,
});
