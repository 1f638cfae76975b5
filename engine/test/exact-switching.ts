/**
 * An independent implementation of the rules of switching, row by row on the exact reference of scenarios. It shares
 * only the types of its input with the engine. The extra payments of a stretch have one entry for each row.
 */
import type { OfferRequest } from 'contract/scenarios/switching-fields.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { comparisonHundredths, exactScenario, feesAfter } from './exact-scenario.ts';

interface Row {
  payment: number;
  interest: number;
  balance: number;
  extra: number;
}
interface PaidLoan {
  rows: Row[];
  payment: number;
}

/** Each figure in cents, in the same form as the engine's. */
export function exactOffer(current: ScenarioTerms, offer: OfferRequest) {
  const { split } = offer;
  const fees: ScenarioTerms['fees'] = {
    upfrontCents: offer.fees.upfront,
    perPeriodCents: offer.fees.per_period,
    perYearCents: offer.fees.per_year,
  };
  const own: ScenarioTerms = {
    ...part(current, offer, offer, current.principalCents - (split?.amount ?? 0)),
    lumpSums: current.lumpSums,
    offset: offer.offset ? current.offset : noOptions.offset,
  };
  const other = split ? leastPayment(part(current, offer, split, split.amount)) : { rows: [], payment: 0 };
  const changes = [offer.fixed_periods, split?.fixed_periods].flatMap((fixed) => (fixed ? [fixed + 1] : []));
  const stay = leastPayment(current);
  const today = current.extraPayments
    .filter(({ fromPeriod }) => fromPeriod === 1)
    .reduce((total, { amountCents }) => total + amountCents, stay.payment);
  const changeCents = offer.switching_costs - offer.cashback;
  const offerFees = { ...current, fees: { ...fees, upfrontCents: fees.upfrontCents + changeCents } };
  const figures = (one: PaidLoan) => {
    const rows = sumOf(one.rows, other.rows);
    const costs = runningCosts(rows, offerFees);
    const stayCosts = runningCosts(stay.rows, current);
    const length = Math.max(rows.length, stay.rows.length) + 1;
    return {
      paymentCents: one.payment + other.payment,
      totalCostCents: current.principalCents + costs.at(-1)!,
      interest: rows.map(({ interest }) => interest),
      balances: rows.map(({ balance }) => balance),
      costDifferences: Array.from(
        { length },
        (_, row) => (costs[row] ?? costs.at(-1)!) - (stayCosts[row] ?? stayCosts.at(-1)!),
      ),
    };
  };
  const contractual = sumOf(
    leastPayment({ ...own, lumpSums: [], offset: noOptions.offset }).rows,
    other.rows,
  );
  const hundredths = comparisonHundredths(
    { ...current, fees },
    contractual.map(({ payment }) => BigInt(payment)),
  );
  return {
    least: figures(leastPayment(own)),
    keep: figures(keepPayment(own, other, changes, today)),
    comparisonRatePercent: hundredths === null ? null : Number(hundredths) / 100,
  };
}

const noOptions = { lumpSums: [], extraPayments: [], offset: { balanceCents: 0, depositPerPeriodCents: 0 } };

function part(
  current: ScenarioTerms,
  { duration_months: durationMonths = current.durationMonths }: OfferRequest,
  rates: Pick<OfferRequest, 'annual_interest_rate' | 'fixed_periods' | 'revert_rate'>,
  principalCents: number,
): ScenarioTerms {
  const { fixed_periods: fixed, revert_rate: revert } = rates;
  const reverts = fixed && [{ period: fixed + 1, annualRateMillionths: revert! }];
  return {
    ...current,
    ...noOptions,
    principalCents,
    durationMonths,
    annualRateMillionths: rates.annual_interest_rate,
    interestOnlyPeriods: 0,
    residualCents: 0,
    rateChanges: reverts || [],
    fees: { upfrontCents: 0, perPeriodCents: 0, perYearCents: 0 },
  };
}

function leastPayment(terms: ScenarioTerms): PaidLoan {
  const { rows, payment } = exactScenario(terms);
  return {
    payment: Number(payment),
    rows: rows.map((row) => ({
      payment: Number(row[0]),
      interest: Number(row[2]),
      balance: Number(row[3]),
      extra: Number(row[4]),
    })),
  };
}

/** For each period between changes, the difference to today's payment from its first row on. */
function keepPayment(own: ScenarioTerms, other: PaidLoan, changes: number[], today: number): PaidLoan {
  const extraPayments: ScenarioTerms['extraPayments'][number][] = [];
  const least = leastPayment(own);
  const starts = [1, ...changes].toSorted((one, next) => one - next);
  const mostRows = 2_600;
  let payment = least.payment;
  for (const start of new Set(starts)) {
    const before = leastPayment({ ...own, extraPayments }).rows[start - 1];
    if (!before) continue;
    const regular =
      start === 1
        ? least.payment + other.payment
        : before.payment - before.extra + (other.rows[start - 1]?.payment ?? 0);
    const amountCents = Math.max(today - regular, 0);
    if (start === 1) payment += amountCents;
    const end = starts.find((next) => next > start) ?? mostRows + 1;
    if (amountCents === 0) continue;
    for (let row = start; row < end; row++) {
      extraPayments.push({ amountCents, fromPeriod: row, toPeriod: row });
    }
  }
  return { rows: leastPayment({ ...own, extraPayments }).rows, payment };
}

function sumOf(one: Row[], other: Row[]): Row[] {
  const nothing: Row = { payment: 0, interest: 0, balance: 0, extra: 0 };
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) => {
    const [a, b] = [one[index] ?? nothing, other[index] ?? nothing];
    return {
      payment: a.payment + b.payment,
      interest: a.interest + b.interest,
      balance: a.balance + b.balance,
      extra: a.extra + b.extra,
    };
  });
}

/** The accumulated interest and fees, from row 0. */
function runningCosts(rows: Row[], terms: Pick<ScenarioTerms, 'fees' | 'paymentFrequency'>): number[] {
  const costs = [terms.fees.upfrontCents];
  for (const [index, { interest }] of rows.entries()) {
    costs.push(costs.at(-1)! + interest + feesAfter(terms, index + 1, rows.length));
  }
  return costs;
}
