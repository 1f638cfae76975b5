import { z } from 'zod';
import { rateLimits } from 'contract/limits.ts';
import { aud } from 'contract/loans/loan-fields.ts';
import { resultResponse } from 'contract/loans/loans.ts';
import { route } from 'contract/route.ts';
import exampleRequest from './statement-request.json' with { type: 'json' };
import exampleResult from './statement-result.json' with { type: 'json' };
import { StatementBody } from './statement-fields.ts';
import {
  chargeStatuses,
  conventionPartNames,
  conventionParts,
  differenceCauses,
  findingKinds,
  statementLimits,
  uncheckedReasons,
  verdicts,
} from './statements.constants.ts';

export { StatementBody };

const day = z.iso.date();
const percent = z.number().describe('In percent a year.');
const row = z.int().describe('The number of the transaction, from 1.');

export const StatementConvention = z
  .object({
    balance: z
      .enum(conventionParts.balance)
      .describe('Whether a transaction counts from its own day (`closing`) or from the next (`opening`).'),
    charge_day: z
      .enum(conventionParts.charge_day)
      .describe('Whether the day of the charge belongs to its period or to the next one.'),
    days_in_year: z.enum(conventionParts.days_in_year),
    rounded_each: z
      .enum(conventionParts.rounded_each)
      .describe('`run`: a stretch of days with the same balance and rate.'),
    rounding: z.enum(conventionParts.rounding),
  })
  .meta({ id: 'StatementConvention' });

const StatementRate = z
  .object({
    from: day,
    annual_interest_rate: percent,
    charges: z.int().describe('The explained charges at whose last day the rate holds.'),
  })
  .meta({ id: 'StatementRate' });

const Alternative = z
  .object({ convention: StatementConvention, rates: z.array(StatementRate), explained: z.int() })
  .meta({ id: 'StatementAlternative' });

const Totals = z.object({
  charges: z.int(),
  explained: z.int(),
  differing: z.int(),
  not_checked: z.int(),
  charged: aud('The interest of the charges that were checked'),
  expected: aud('The interest that the convention gives for them'),
  difference: aud('Charged less expected'),
  overcharged: aud('The sum of the differences above 0'),
  undercharged: aud('The sum of the differences below 0, as a positive amount'),
});

const Cause = z
  .object({
    cause: z.enum(differenceCauses).nullable(),
    charges: z.int(),
    difference: aud('The sum of their differences'),
    first_date: day,
    last_date: day,
  })
  .meta({ id: 'StatementCause' });

const Finding = z
  .object({
    kind: z.enum(findingKinds),
    row,
    other_row: row.nullable(),
    amount: aud('The stated balance less the one that the rows give, or the repeated fee').nullable(),
  })
  .meta({ id: 'StatementFinding' });

const Run = z
  .object({
    from: day,
    days: z.int(),
    balance: aud('The balance that bears interest'),
    annual_interest_rate: percent.nullable(),
  })
  .meta({ id: 'StatementRun' });

const Charge = z
  .object({
    row,
    date: day,
    from: day.nullable(),
    to: day.nullable(),
    days: z.int().nullable(),
    average_balance: aud('The balances that bear interest, averaged over the days').nullable(),
    charged: aud('What was charged, with its later correction'),
    adjustment: aud('The correction'),
    expected: aud('What the convention gives').nullable(),
    difference: aud('Charged less expected').nullable(),
    annual_interest_rate: percent.nullable(),
    rate_changed_on: day.nullable(),
    effective_rate_percent: z
      .number()
      .nullable()
      .describe('What was charged as a yearly rate of the daily balances, by 365 days, to 4 decimals.'),
    status: z.enum(chargeStatuses),
    reason: z.enum(uncheckedReasons).nullable(),
    cause: z.enum(differenceCauses).nullable(),
    cause_date: day.nullable(),
    fitting_rate: z
      .number()
      .nullable()
      .describe('The lowest hundredth of a percent that would explain the charge.'),
    runs: z.array(Run),
  })
  .meta({ id: 'StatementCharge' });

export const StatementResult = z
  .object({
    verdict: z.enum(verdicts),
    convention: StatementConvention.nullable(),
    undetermined: z
      .array(z.enum(conventionPartNames))
      .describe('The parts in which equally good conventions differ.'),
    rates: z.array(StatementRate),
    alternative: Alternative.nullable().describe('What explains more charges than the rates of the request.'),
    totals: Totals,
    causes: z.array(Cause),
    findings: z.array(Finding),
    first_date: day,
    last_date: day,
    closing_balance: aud('What is owed after the last transaction'),
    rows: z.array(Charge),
  })
  .meta({ id: 'StatementResult' });
export type StatementResult = z.infer<typeof StatementResult>;
export type StatementCharge = z.infer<typeof Charge>;

export const checkStatement = route('checkStatement', {
  summary: 'Recompute the interest of a loan statement',
  description:
    'Finds the way of calculating, and the rates unless they are given, that explain the interest charges of a loan account ' +
    'to the cent. Lists what each charge should have been, and the causes of differences. Keeps nothing.',
  body: StatementBody,
  bodyMaxBytes: statementLimits.bodyMaxBytes,
  bodyExample: exampleRequest,
  isCalculation: true,
  response: resultResponse(StatementResult, exampleResult as StatementResult, 'The checked charges.'),
  rateLimit: rateLimits.computation,
});
