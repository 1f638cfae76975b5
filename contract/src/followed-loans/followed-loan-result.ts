/** What is calculated for a followed loan. */
import { z } from 'zod';
import { aud } from 'contract/loans/loan-fields.ts';
import { paymentFrequencies } from 'contract/scenarios/scenarios.constants.ts';
import { StatementConvention, StatementResult } from 'contract/statements/statements.ts';
import {
  conventionSources,
  decisionStates,
  endReasons,
  goalKinds,
  paymentSources,
  planReasons,
  planSources,
  rateSources,
} from './followed-loans.constants.ts';

const day = z.iso.date();
const percent = z.number().describe('In percent a year.');

const Projection = z.object({
  end_date: day.nullable(),
  end_reason: z.enum(endReasons).nullable().describe('Why the end is not known.'),
  interest_to_end: aud('The interest from now to the end').nullable(),
  final_payment: aud('The last payment').nullable(),
  next_charge_date: day.nullable(),
  next_charge: aud('The next interest charge').nullable(),
});

const Plan = z.object({
  source: z.enum(planSources),
  start_date: day,
  end_date: day,
  amount: aud('The amount at the start'),
  annual_interest_rate: percent,
  duration_months: z.int(),
  payment: aud('The level payment of a month'),
});

const Gained = z.object({
  plan_days: z.int().nullable().describe('How much earlier than planned the loan ends.'),
  month_days: z.int().nullable().describe('How much earlier it ends than a month ago.'),
  month_as_of: day.nullable(),
  month_end_date: day.nullable(),
});

const IncomeYear = z.object({
  income_year: z.string().describe('From 1 July to 30 June, such as `2024-25`.'),
  interest: aud('The interest rows of the year'),
  fees: aud('The fees of the year'),
  offset_saved: aud('What the offset accounts saved').nullable(),
  complete: z.boolean().describe('Whether the rows cover the year.'),
});

const OffsetSaving = z.object({
  saved: aud('The interest that the offset accounts saved').nullable(),
  charges: z.int().describe('The charges with an offset balance on some day.'),
  not_counted: z.int().describe('The charges that are not checked.'),
});

const points = z.number().describe('In percentage points.');

const Decision = z.object({
  date: day.describe('The first day of the new cash rate target.'),
  points_of_decision: points,
  state: z.enum(decisionStates),
  loan_date: day.nullable(),
  days: z.int().nullable().describe('From the decision to the change of the loan.'),
  points: points.nullable(),
  cost: aud('What the delay cost; negative where it saved').nullable(),
});
export type LoanDecision = z.infer<typeof Decision>;

export const GoalProgress = z
  .object({
    kind: z.enum(goalKinds),
    current_amount: aud('What is repaid, owed, or in the offset accounts'),
    progress_percent: z.number().describe('0 to 100, to 2 decimals.'),
    expected_on: day.nullable(),
    on_track: z.boolean().describe('Whether it is expected by its date.'),
    needed_extra: aud('How much more each payment must be').nullable(),
  })
  .meta({ id: 'LoanGoalProgress' });
export type GoalProgress = z.infer<typeof GoalProgress>;

const Month = z.object({
  date: day,
  owed: aud('What was owed').nullable(),
  expected: aud('What will be owed').nullable(),
  planned: aud('What was planned').nullable(),
});
export type LoanMonth = z.infer<typeof Month>;

export const FollowedLoanResult = z
  .object({
    as_of: day.describe('The day of the last transaction. Every figure is of this day.'),
    owed: aud('What is owed'),
    offset: aud('What the offset accounts hold'),
    offset_known_to: day.nullable(),
    rate: z.object({ annual_interest_rate: percent, source: z.enum(rateSources) }).nullable(),
    payment: z
      .object({
        amount: aud('The payment'),
        frequency: z.enum(paymentFrequencies),
        source: z.enum(paymentSources),
        next_date: day,
      })
      .nullable(),
    convention: StatementConvention,
    convention_source: z.enum(conventionSources),
    projection: Projection,
    plan: Plan.nullable(),
    plan_reason: z.enum(planReasons).nullable().describe('Why there is no plan.'),
    gained: Gained,
    income_years: z.array(IncomeYear),
    offset_saving: OffsetSaving.nullable(),
    decisions: z.array(Decision).describe('Changes of the cash rate target.'),
    own_changes: z
      .array(z.object({ date: day, points }))
      .describe('Changes of the loan’s rate that follow no decision.'),
    usual_delay_days: z.int().nullable(),
    goals: z.array(GoalProgress),
    months: z.array(Month),
    check: StatementResult.nullable(),
  })
  .meta({ id: 'FollowedLoanResult' });
export type FollowedLoanResult = z.infer<typeof FollowedLoanResult>;

/** What is stored of a result: nothing that only one owner may see, no rows and what is found in them. */
export const LoanHeadline = FollowedLoanResult.omit({ goals: true, months: true, check: true })
  .extend({ check: StatementResult.omit({ rows: true, findings: true }).nullable() })
  .meta({ id: 'LoanHeadline' });
export type LoanHeadline = z.infer<typeof LoanHeadline>;
