import { setImmediate } from 'node:timers/promises';
import { offerName } from 'contract/scenarios/switching.constants.ts';
import type { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import type { z } from 'zod';
import { aud } from '#domain/finance/written-amounts.ts';
import { dateText, dueDates } from '#domain/finance/engine/due-dates.ts';
import {
  breakEvenRow,
  compareOffer,
  type Costs,
  costsOfStaying,
  type OfferCosts,
  rowAt,
} from '#domain/finance/engine/switching.ts';
import { termsOf } from './scenario.service.ts';
import { offerTerms } from './switching-terms.ts';

type Request = z.output<typeof SwitchBody>;

/** The due date of each period; null without a start date. */
type Dates = readonly (string | null)[];

/** The result as JSON text. Computed in slices, between which other requests are served. */
export async function switchJson({ current, offers }: Request): Promise<string> {
  const terms = termsOf(current);
  const dates = datesOf(current, offers);
  const stay = costsOfStaying(terms);
  const { comparisonRatePercent: comparison_rate_percent } = stay;
  const offerTexts: string[] = [];
  for (const [index, offer] of offers.entries()) {
    await setImmediate();
    const { least, keep, ...compared } = compareOffer(stay, offerTerms(terms, offer));
    const figures = {
      name: offer.name ?? offerName(index),
      comparison_rate_percent: compared.comparisonRatePercent,
      term_trap: compared.isTermTrap,
    };
    const ways = { least: writeWay(least, stay, dates), keep: writeWay(keep, stay, dates) };
    offerTexts.push(withJson(figures, ways));
  }
  const rows = writeRows(stay, stay.schedule.length, dates, () => '');
  const staying = withJson({ ...summaryOf(stay, dates), comparison_rate_percent }, { rows });
  return `{"stay":${staying},"offers":[${offerTexts.join(',')}]}`;
}

function datesOf({ start_date: start, ...current }: Request['current'], offers: Request['offers']): Dates {
  const months = offers.map(({ duration_months }) => duration_months ?? 0);
  const periods = periodCount(Math.max(current.duration_months, ...months), current.payment_frequency);
  if (start === undefined) return Array<null>(periods + 1).fill(null);
  return Array.from(dueDates(start, current.payment_frequency, periods).dates, dateText);
}

/** The fields, followed by values that are JSON texts already. */
function withJson(fields: object, texts: Readonly<Record<string, string>>): string {
  const last = Object.entries(texts).map(([name, json]) => `,"${name}":${json}`);
  return `${JSON.stringify(fields).slice(0, -1)}${last.join('')}}`;
}

function writeWay(way: OfferCosts, stay: Costs, dates: Dates): string {
  const { costDifferenceCents, paidDifferenceCents, noBetterRateHundredths: rate } = way;
  const figures = {
    ...summaryOf(way, dates),
    difference: figuresOf(way, stay),
    break_even: breakEven(costDifferenceCents, dates),
    cash_break_even: breakEven(paidDifferenceCents, dates),
    no_better_rate_percent: rate === null ? null : rate / 100,
  };
  const rows = writeRows(
    way,
    costDifferenceCents.length - 1,
    dates,
    (period) =>
      `,"cost_difference":${aud(costDifferenceCents[period]!)}` +
      `,"paid_difference":${aud(paidDifferenceCents[period]!)}`,
  );
  return withJson(figures, { rows });
}

const summaryOf = (costs: Costs, dates: Dates) => ({
  ...figuresOf(costs),
  payoff_date: dates[costs.schedule.length],
});

/** The figures, or their difference from those of `stay`. */
function figuresOf(costs: Costs, stay?: Costs) {
  const figure = (of: (costs: Costs) => number) => of(costs) - (stay ? of(stay) : 0);
  return {
    payment: figure(({ paymentCents }) => paymentCents) / 100,
    total_interest_paid: figure(({ schedule }) => schedule.totalInterestCents) / 100,
    total_fees: figure(({ totalFeesCents }) => totalFeesCents) / 100,
    total_cost: figure(({ totalCostCents }) => totalCostCents) / 100,
    payoff_period: figure(({ schedule }) => schedule.length),
  };
}

function breakEven(differenceCents: Float64Array, dates: Dates) {
  const row = breakEvenRow(differenceCents);
  return row === null ? null : { period: row, date: dates[row] };
}

/**
 * Rows 0 to `last`. After the end of the schedule, only periods and dates continue. Written from cents, because a
 * serializer would cost more than the calculation.
 */
function writeRows(costs: Costs, last: number, dates: Dates, writeMore: (period: number) => string): string {
  const texts: string[] = [];
  for (let period = 0; period <= last; period++) {
    const row = rowAt(costs, period);
    const date = dates[period];
    texts.push(
      `{"period":${period},"due_date":${date ? `"${date}"` : null},"payment_amount":${aud(row.paymentCents)}` +
        `,"interest_paid":${aud(row.interestCents)},"fees_paid":${aud(row.feesCents)}` +
        `,"remaining_balance":${aud(row.balanceCents)}${writeMore(period)}}`,
    );
  }
  return `[${texts.join(',')}]`;
}
