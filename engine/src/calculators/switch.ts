import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import { offerName } from 'contract/scenarios/switching.constants.ts';
import type { SwitchBody, OfferRequest } from 'contract/scenarios/switching-fields.ts';
import type { SwitchResult } from 'contract/scenarios/switching.ts';
import { dateText, dueDates } from 'engine/schedules/due-dates.ts';
import type { Slices } from 'engine/slices.ts';
import { noFees } from 'engine/schedules/fees.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { termsOf, feesOf } from './scenario.ts';
import {
  breakEvenRow,
  compareOffer,
  type Costs,
  costsOfStaying,
  type OfferCosts,
  rowAt,
} from './switching.ts';
import type { Offer } from './offers.ts';

/** The parts of an offer do not inherit these options of the current loan. Fees are due once, not for each part. */
const noOptions = {
  interestOnlyPeriods: 0,
  residualCents: 0,
  extraPayments: [],
  lumpSums: [],
  offset: { balanceCents: 0, depositPerPeriodCents: 0 },
  fees: noFees,
};

/** An offer of the request in the engine's terms. */
export function offerTerms(current: ScenarioTerms, offer: OfferRequest): Offer {
  const { split, fees, duration_months: durationMonths = current.durationMonths } = offer;
  const periods = periodCount(durationMonths, current.paymentFrequency);
  return {
    main: {
      ...partTerms({ ...current, durationMonths }, current.principalCents - (split?.amount ?? 0), offer),
      lumpSums: current.lumpSums.filter(({ period }) => period <= periods),
      offset: offer.offset ? current.offset : noOptions.offset,
    },
    split: split && partTerms({ ...current, durationMonths }, split.amount, split),
    fees: feesOf(fees),
    changeCents: offer.switching_costs - offer.cashback,
  };
}

const partTerms = (
  current: ScenarioTerms,
  principalCents: number,
  rates: Pick<OfferRequest, 'annual_interest_rate' | 'fixed_periods' | 'revert_rate'>,
): ScenarioTerms => ({
  ...current,
  ...noOptions,
  principalCents,
  annualRateMillionths: rates.annual_interest_rate,
  rateChanges:
    rates.fixed_periods === undefined || rates.revert_rate === undefined
      ? []
      : [{ period: rates.fixed_periods + 1, annualRateMillionths: rates.revert_rate }],
});

type OfferResult = SwitchResult['offers'][number];
type OfferWay = OfferResult['least'];

/** The due date of each period; null without a start date. */
type Dates = readonly (string | null)[];

export function* switchResult({ current, offers }: SwitchBody): Slices<SwitchResult> {
  const terms = termsOf(current);
  const dates = datesOf(current, offers);
  const stay = costsOfStaying(terms);
  const offerResults: OfferResult[] = [];
  for (const [index, offer] of offers.entries()) {
    yield;
    const compared = yield* compareOffer(stay, offerTerms(terms, offer));
    offerResults.push({
      name: offer.name ?? offerName(index),
      comparison_rate_percent: compared.comparisonRatePercent,
      term_trap: compared.isTermTrap,
      least: wayOf(compared.least, stay, dates),
      keep: wayOf(compared.keep, stay, dates),
    });
  }
  return {
    stay: {
      ...summaryOf(stay, dates),
      comparison_rate_percent: stay.comparisonRatePercent,
      rows: rowsOf(stay, dates),
    },
    offers: offerResults,
  };
}

function datesOf({ start_date: start, ...current }: SwitchBody['current'], offers: SwitchBody['offers']) {
  const months = offers.map(({ duration_months }) => duration_months ?? 0);
  const periods = periodCount(Math.max(current.duration_months, ...months), current.payment_frequency);
  if (start === undefined) return Array<null>(periods + 1).fill(null);
  return Array.from(dueDates(start, current.payment_frequency, periods).dates, dateText);
}

function wayOf(way: OfferCosts, stay: Costs, dates: Dates): OfferWay {
  const { costDifferenceCents, paidDifferenceCents, noBetterRateHundredths: rate } = way;
  return {
    ...summaryOf(way, dates),
    difference: figuresOf(way, stay),
    break_even: breakEven(costDifferenceCents, dates),
    cash_break_even: breakEven(paidDifferenceCents, dates),
    no_better_rate_percent: rate === null ? null : rate / 100,
    rows: offerRowsOf(way, dates),
  };
}

const summaryOf = (costs: Costs, dates: Dates) => ({
  ...figuresOf(costs),
  payoff_date: dates[costs.schedule.length] ?? null,
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
  return row === null ? null : { period: row, date: dates[row] ?? null };
}

function rowsOf(costs: Costs, dates: Dates): SwitchResult['stay']['rows'] {
  return Array.from({ length: costs.schedule.length + 1 }, (_, period) => {
    const row = rowAt(costs, period);
    return {
      period,
      due_date: dates[period] ?? null,
      payment_amount: row.paymentCents / 100,
      interest_paid: row.interestCents / 100,
      fees_paid: row.feesCents / 100,
      remaining_balance: row.balanceCents / 100,
    };
  });
}

/**
 * The rows up to the later end of offer and current loan. After the end of the offer, only periods and dates continue.
 * The fields are listed, because spreading the row of `rowsOf` would double the cost.
 */
function offerRowsOf(way: OfferCosts, dates: Dates): OfferWay['rows'] {
  const { costDifferenceCents, paidDifferenceCents } = way;
  return Array.from(costDifferenceCents, (costCents, period) => {
    const row = rowAt(way, period);
    return {
      period,
      due_date: dates[period] ?? null,
      payment_amount: row.paymentCents / 100,
      interest_paid: row.interestCents / 100,
      fees_paid: row.feesCents / 100,
      remaining_balance: row.balanceCents / 100,
      cost_difference: costCents / 100,
      paid_difference: paidDifferenceCents[period]! / 100,
    };
  });
}
