import { z } from 'zod';
import { requiredOr } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { AmortizationScheduleRow, resultResponse, LoanResult } from 'contract/loans/loans.ts';
import { route } from 'contract/route.ts';
import { noCents, noRate } from 'contract/units.ts';
import { amount, aud, filledListOf, optional, rate, wholeNumber } from 'contract/loans/loan-fields.ts';
import {
  comparisonRate,
  dueDate,
  loanFields,
  Scenario,
  ScenarioWithoutExtraPayments,
} from './scenario-fields.ts';
import { atMost, periodsOf, scenarioLimits } from './scenarios.constants.ts';
import * as examples from './scenario-examples.ts';
import savingsResult from './savings-result.json' with { type: 'json' };
import scenarioResult from './scenario-result.json' with { type: 'json' };
import stressedLoans from './stressed-loans.json' with { type: 'json' };

export { switchLoan } from './switching.ts';

const percent = (description: string) => z.number().describe(`${description}, in percent.`);

export const ScenarioRow = AmortizationScheduleRow.extend({
  extra_paid: aud('The part of the payment that is extra'),
  offset_balance: aud('The balance of the offset account'),
  annual_interest_rate: percent('The rate of this row'),
  due_date: dueDate,
}).meta({ id: 'ScenarioRow' });

export type ScenarioRow = z.infer<typeof ScenarioRow>;

const ScenarioYear = z
  .object({
    year: z.int(),
    payment_amount: aud('The payments of the year'),
    principal_paid: aud('The part of the payments that repays principal'),
    interest_paid: aud('The part of the payments that is interest'),
    fees_paid: aud('The fees in addition to the payments'),
    remaining_balance: aud('The balance at the end of the year'),
  })
  .meta({ id: 'ScenarioYear' });

export const ScenarioResult = LoanResult.extend({
  calculated_monthly_payment: aud('The regular payment of row 1, the same as `payment`'),
  payment: aud('The regular payment of row 1'),
  payoff_period: z.int().describe('The number of the last row.'),
  payoff_date: dueDate,
  total_fees: aud('The upfront fee, the fees of all rows and those of all years'),
  total_cost: aud('All payments and fees'),
  comparison_rate_percent: comparisonRate,
  without_extras: z
    .object({
      total_interest_paid: aud('The sum of the interest of all rows'),
      payoff_period: z.int(),
      payoff_date: dueDate,
    })
    .describe('The same loan without extra payments, lump sums and offset account.'),
  saved: z.object({ interest: aud('The interest saved'), periods: z.int() }),
  yearly: z.array(ScenarioYear),
  amortization_schedule: z.array(ScenarioRow),
}).meta({ id: 'ScenarioResult' });

export type ScenarioResult = z.infer<typeof ScenarioResult>;

const rateLimit = rateLimits.computation;

export const calculateScenario = route('calculateScenario', {
  summary: 'Calculate a loan with its options',
  description:
    'Returns the whole schedule to the cent, and what the extra payments and the offset account save. The options are ' +
    'extra payments, lump sums, an offset account, rate changes, interest-only periods, a residual, fees, dates, and ' +
    'fortnightly and weekly payments.',
  body: Scenario,
  bodyExample: examples.scenario,
  isCalculation: true,
  response: resultResponse(ScenarioResult, scenarioResult, 'The scenario.'),
  rateLimit,
});

export const StressBody = z.strictObject({
  scenario: Scenario,
  added_rates: filledListOf(rate(scenarioLimits.maxAddedRatePercent), scenarioLimits.stressRates).describe(
    'Points added to every rate of the scenario.',
  ),
});
export type StressBody = z.output<typeof StressBody>;

export const StressedLoan = z
  .object({
    added_rate: percent('The points added to every rate'),
    payment: aud('The regular payment of row 1'),
    total_interest_paid: aud('The sum of the interest of all rows'),
    payment_increase: aud('The increase compared with the payment at the current rates'),
  })
  .meta({ id: 'StressedLoan' });

export type StressedLoan = z.infer<typeof StressedLoan>;

export const stressScenario = route('stressScenario', {
  summary: 'Calculate a loan at higher rates',
  body: StressBody,
  bodyExample: { scenario: examples.scenario, added_rates: [2, 3] },
  isCalculation: true,
  response: resultResponse(z.array(StressedLoan), stressedLoans, 'One result for each added rate.'),
  rateLimit,
});

const SolveExtraPayment = z
  .strictObject({
    solve_for: z.literal('extra_payment'),
    scenario: ScenarioWithoutExtraPayments,
    // The scenario's number of periods is the real maximum.
    target_periods: wholeNumber(1, Infinity),
  })
  .superRefine(({ scenario, target_periods }, context) => {
    const periods = periodsOf(scenario);
    if (target_periods > periods) {
      context.addIssue({ code: 'custom', path: ['target_periods'], message: atMost(periods) });
    }
  });

const SolveTotalLoanAmount = z
  .strictObject({
    solve_for: z.literal('total_loan_amount'),
    payment_per_period: amount(loanLimits.minAmount),
    ...loanFields,
    fee_per_period: optional(amount(), noCents),
  })
  .superRefine(({ payment_per_period, fee_per_period }, context) => {
    if (fee_per_period >= payment_per_period) {
      const message = atMost((payment_per_period - 1) / 100);
      context.addIssue({ code: 'custom', path: ['fee_per_period'], message });
    }
  });

const SolveDeposit = z.strictObject({
  solve_for: z.literal('deposit'),
  opening_balance: amount(),
  target_amount: amount(loanLimits.minAmount),
  duration_months: wholeNumber(scenarioLimits.minSavingsMonths, loanLimits.maxDurationMonths),
  annual_interest_rate: rate(),
});

export const SolveBody = z.discriminatedUnion(
  'solve_for',
  [SolveExtraPayment, SolveTotalLoanAmount, SolveDeposit],
  { error: requiredOr('Must be extra_payment, total_loan_amount or deposit.') },
);
export type SolveBody = z.output<typeof SolveBody>;

const SolveResult = z
  .object({
    amount: aud('The amount that reaches the target'),
    scenario: ScenarioResult.optional().describe('The scenario with the extra payment.'),
  })
  .meta({ id: 'SolveResult' });
export type SolveResult = z.infer<typeof SolveResult>;

export const solveLoan = route('solveLoan', {
  summary: 'Find the amount that reaches a target',
  description:
    'Finds the extra payment with which a loan ends by a period, the loan that a payment can repay, or the monthly deposit that reaches a balance.',
  body: SolveBody,
  bodyExample: examples.solve,
  isCalculation: true,
  response: resultResponse(SolveResult, examples.solveResult, 'The amount.'),
  rateLimit,
});

export const SavingsBody = z.strictObject({
  opening_balance: amount(),
  deposit_per_month: amount(),
  duration_months: wholeNumber(scenarioLimits.minSavingsMonths, loanLimits.maxDurationMonths),
  annual_interest_rate: rate(),
  inflation_rate: optional(rate(scenarioLimits.maxInflationPercent), noRate),
});
export type SavingsBody = z.output<typeof SavingsBody>;

const savingsFigures = {
  deposit: aud('The deposits'),
  interest: aud('The interest'),
  balance: aud('The balance at the end'),
};

export const SavingsResult = z
  .object({
    final_balance: aud('The balance after the last month'),
    total_deposits: aud('The sum of all deposits, without the opening balance'),
    total_interest: aud('The sum of the interest of all months'),
    final_balance_today: aud("The final balance in today's money"),
    schedule: z.array(z.object({ period: z.int(), ...savingsFigures })),
    yearly: z.array(z.object({ year: z.int(), ...savingsFigures })),
  })
  .meta({ id: 'SavingsResult' });

export type SavingsResult = z.infer<typeof SavingsResult>;

export const calculateSavings = route('calculateSavings', {
  summary: 'Calculate regular savings',
  body: SavingsBody,
  bodyExample: examples.savings,
  isCalculation: true,
  response: resultResponse(SavingsResult, savingsResult, 'The savings.'),
  rateLimit,
});
