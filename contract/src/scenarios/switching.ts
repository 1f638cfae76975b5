import { z } from 'zod';
import { rateLimits } from 'contract/limits.ts';
import { aud } from 'contract/loans/loan-fields.ts';
import { resultResponse, exampleLoan } from 'contract/loans/loans.ts';
import { route } from 'contract/route.ts';
import { SwitchBody } from './switching-fields.ts';
import { comparisonRate, dueDate } from './scenario-fields.ts';
import switchResult from './switch-result.json' with { type: 'json' };

const SwitchRow = z
  .object({
    period: z.int().describe('0 is the day of the change.'),
    due_date: dueDate,
    payment_amount: aud('The payment of the period'),
    interest_paid: aud('The part of the payment that is interest'),
    fees_paid: aud('The fees in addition to the payment'),
    remaining_balance: aud('The balance after the payment'),
  })
  .meta({ id: 'SwitchRow' });

const costFigures = {
  payment: aud('The regular payment of row 1, with the extra payment'),
  total_interest_paid: aud('The sum of the interest of all rows'),
  total_fees: aud('The sum of the fees of all rows, including row 0'),
  total_cost: aud('All payments and fees'),
  payoff_period: z.int().describe('The number of the last row.'),
};

const StayResult = z
  .object({
    ...costFigures,
    payoff_date: dueDate,
    comparison_rate_percent: comparisonRate,
    rows: z.array(SwitchRow),
  })
  .meta({ id: 'StayResult' });

const OfferRow = SwitchRow.extend({
  cost_difference: aud('The interest and fees up to this row, minus those of staying'),
  paid_difference: aud('The payments and fees up to this row, minus those of staying'),
}).meta({ id: 'OfferRow' });

const BreakEven = z
  .object({ period: z.int(), date: dueDate })
  .nullable()
  .describe('The first row from which the difference stays below 0; null if it ends at 0 or more.');

const OfferWay = z
  .object({
    ...costFigures,
    payoff_date: dueDate,
    difference: z
      .object(costFigures)
      .describe('The difference from staying; negative if the offer costs less.'),
    break_even: BreakEven,
    cash_break_even: BreakEven,
    no_better_rate_percent: z
      .number()
      .nullable()
      .describe(
        'The lowest rate at which the offer costs at least as much as staying; null if it costs less even at 30 percent.',
      ),
    rows: z.array(OfferRow),
  })
  .meta({ id: 'OfferWay' });

const OfferWaySummary = OfferWay.omit({ rows: true }).meta({ id: 'OfferWaySummary' });

const OfferResult = z
  .object({
    name: z.string(),
    comparison_rate_percent: comparisonRate,
    term_trap: z
      .boolean()
      .describe('Whether it has a lower payment, more interest and a later end than staying.'),
    least: OfferWay.describe('The offer with its regular payment, without extra payments.'),
    keep: OfferWay.describe('The offer with the payment of the current loan.'),
  })
  .meta({ id: 'OfferResult' });

export const SwitchResult = z
  .object({ stay: StayResult, offers: z.array(OfferResult) })
  .meta({ id: 'SwitchResult' });

/** The result without its rows, as saved calculations store it. */
export const SwitchSummary = z
  .object({
    stay: StayResult.omit({ rows: true }).meta({ id: 'StaySummary' }),
    offers: z.array(
      OfferResult.extend({ least: OfferWaySummary, keep: OfferWaySummary }).meta({ id: 'OfferSummary' }),
    ),
  })
  .meta({ id: 'SwitchSummary' });

export type SwitchResult = z.infer<typeof SwitchResult>;

export const switchLoan = route('switchLoan', {
  summary: 'Compare staying with a loan and switching to offers',
  description:
    'Compares up to three offers, each with its regular payment and with that of the current loan, row by row with ' +
    'staying. Returns the payment from which an offer remains cheaper, and the rate at which it no longer is.',
  body: SwitchBody,
  bodyExample: {
    current: { ...exampleLoan, start_date: '2026-01-31' },
    offers: [{ annual_interest_rate: 5.4, switching_costs: 0.5 }],
  },
  isCalculation: true,
  response: resultResponse(
    SwitchResult,
    switchResult,
    'Staying, and each offer in the order of the request.',
  ),
  rateLimit: rateLimits.computation,
});
