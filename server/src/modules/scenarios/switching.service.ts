import { setImmediate } from 'node:timers/promises';
import { offerName } from 'contract/scenarios/switching.constants.ts';
import type { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import type { z } from 'zod';
import { aud } from '#domain/finance/written-amounts.ts';
import { dateText, dueDates } from '#domain/finance/engine/due-dates.ts';
import { interestCentsAt } from '#domain/finance/engine/schedule.ts';
import {
  breakEvenRow,
  type ComparedOffer,
  compareOffer,
  type Costs,
  costsOfStaying,
  feesCentsAt,
  type OfferCosts,
  type Staying,
} from '#domain/finance/engine/switching.ts';
import { termsOf } from './scenario.service.ts';
import { offerTerms } from './switching-terms.ts';

/** The due dates by period, as JSON text. */
type DateTexts = readonly string[];

/** The result as JSON text. Computed in slices, between which other requests are served. */
export async function switchJson(request: z.output<typeof SwitchBody>): Promise<string> {
  const current = termsOf(request.current);
  const dates = dateTexts(request);
  const stay = costsOfStaying(current);
  const offers: string[] = [];
  for (const [index, offer] of request.offers.entries()) {
    await setImmediate();
    const compared = compareOffer(current, stay, offerTerms(request, offer));
    offers.push(writeOffer(offer.name ?? offerName(index), compared, stay, dates));
  }
  const { comparisonRatePercent: comparisonRate } = stay;
  return (
    `{"stay":{${writeCosts(stay, dates)},"comparison_rate_percent":${comparisonRate}` +
    `,"rows":[${writeRows(stay, stay.schedule.length, dates, () => '')}]},"offers":[${offers.join(',')}]}`
  );
}

function dateTexts({ current, offers }: z.output<typeof SwitchBody>): DateTexts {
  const { payment_frequency: frequency, start_date: start } = current;
  const months = offers.map(({ duration_months }) => duration_months ?? 0);
  const periods = periodCount(Math.max(current.duration_months, ...months), frequency);
  if (start === undefined) return Array<string>(periods + 1).fill('null');
  return Array.from(dueDates(start, frequency, periods).dates, (date) => `"${dateText(date)}"`);
}

function writeOffer(name: string, offer: ComparedOffer, stay: Staying, dates: DateTexts): string {
  return (
    `{"name":${JSON.stringify(name)},"comparison_rate_percent":${offer.comparisonRatePercent}` +
    `,"term_trap":${offer.isTermTrap},"least":${writeWay(offer.least, stay, dates)}` +
    `,"keep":${writeWay(offer.keep, stay, dates)}}`
  );
}

function writeWay(way: OfferCosts, stay: Staying, dates: DateTexts): string {
  const { costDifferenceCents, paidDifferenceCents, noBetterRateHundredths: rate } = way;
  const writeDifferences = (period: number) =>
    `,"cost_difference":${aud(costDifferenceCents[period]!)}` +
    `,"paid_difference":${aud(paidDifferenceCents[period]!)}`;
  return (
    `{${writeCosts(way, dates)},"difference":${writeDifference(way, stay)}` +
    `,"break_even":${writeBreakEven(costDifferenceCents, dates)}` +
    `,"cash_break_even":${writeBreakEven(paidDifferenceCents, dates)}` +
    `,"no_better_rate_percent":${rate === null ? null : rate / 100}` +
    `,"rows":[${writeRows(way, costDifferenceCents.length - 1, dates, writeDifferences)}]}`
  );
}

function writeCosts({ schedule, ...costs }: Costs, dates: DateTexts): string {
  return (
    `"payment":${aud(costs.paymentCents)},"total_interest_paid":${aud(schedule.totalInterestCents)}` +
    `,"total_fees":${aud(costs.totalFeesCents)},"total_cost":${aud(costs.totalCostCents)}` +
    `,"payoff_period":${schedule.length},"payoff_date":${dates[schedule.length]}`
  );
}

function writeDifference(way: Costs, stay: Costs): string {
  return (
    `{"payment":${aud(way.paymentCents - stay.paymentCents)}` +
    `,"total_interest_paid":${aud(way.schedule.totalInterestCents - stay.schedule.totalInterestCents)}` +
    `,"total_fees":${aud(way.totalFeesCents - stay.totalFeesCents)}` +
    `,"total_cost":${aud(way.totalCostCents - stay.totalCostCents)}` +
    `,"payoff_period":${way.schedule.length - stay.schedule.length}}`
  );
}

function writeBreakEven(differenceCents: Float64Array, dates: DateTexts): string {
  const row = breakEvenRow(differenceCents);
  return row === null ? 'null' : `{"period":${row},"date":${dates[row]}}`;
}

/** Rows 0 to `last`. After the end of the schedule, only periods and dates continue. */
function writeRows(
  costs: Costs,
  last: number,
  dates: DateTexts,
  writeMore: (period: number) => string,
): string {
  const { schedule } = costs;
  const { length, paymentCents, balanceCents } = schedule;
  const texts: string[] = [];
  for (let period = 0; period <= last; period++) {
    const isPaid = period > 0 && period <= length;
    texts.push(
      `{"period":${period},"due_date":${dates[period]}` +
        `,"payment_amount":${isPaid ? aud(paymentCents[period]!) : 0}` +
        `,"interest_paid":${isPaid ? aud(interestCentsAt(schedule, period)) : 0}` +
        `,"fees_paid":${aud(feesCentsAt(costs, period))}` +
        `,"remaining_balance":${period <= length ? aud(balanceCents[period]!) : 0}${writeMore(period)}}`,
    );
  }
  return texts.join(',');
}
