/**
 * An independent implementation of the rules of scenarios, sentence by sentence, in decimals of 120 digits. It is slow,
 * and shares only the type of its input with the engine. A value less than 10⁻³⁰ below a half counts as the half.
 * Unlike the engine, it computes the level payment from its closed form with g⁻ᵏ, looks up the rate and extras of each
 * row separately, uses `Date` for dates, and finds the comparison rate by bisection over hundredths.
 */
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';

/** Payment, principal, interest, balance, extra, offset account, annual rate in millionths, due date. */
export type ExactScenarioRow = [...cents: bigint[], rate: number, dueDate: string | null];

export interface ExactScenario {
  rows: ExactScenarioRow[];
  payment: bigint;
  totalInterest: bigint;
  contractualInterest: bigint;
  contractualPeriods: number;
  rateUnits: bigint;
  interestPercentUnits: bigint;
  comparisonHundredths: bigint | null;
  totalFees: number;
  isUnrounded: boolean;
}

const digits = 120n;
export const scale = 10n ** digits;
const tie = 10n ** (digits - 30n);

/** Rows as bigint cents: payment, principal, interest, balance, extra. */
interface Path {
  rows: [payment: bigint, principal: bigint, interest: bigint, balance: bigint, extra: bigint][];
  payment: bigint;
  lastLevel: bigint;
}

export function exactScenario(terms: ScenarioTerms): ExactScenario {
  const plain: ScenarioTerms = {
    ...terms,
    extraPayments: [],
    lumpSums: [],
    offset: { balanceCents: 0, depositPerPeriodCents: 0 },
  };
  const rates = new Rates(terms);
  const periods = periodsOf(terms);
  let contractual = walk(plain, rates, false);
  const lastPayment = contractual.rows.at(-1)![0];
  const twice = 2n * (lastPayment - BigInt(terms.residualCents));
  const isUnrounded =
    terms.paymentBasis === 'exact' &&
    terms.dayCount === 'equal' &&
    (contractual.rows.length < periods ||
      !(contractual.lastLevel <= twice && twice <= 3n * contractual.lastLevel));
  if (isUnrounded) contractual = walk(plain, rates, true);
  const path = walk(terms, rates, isUnrounded);
  const totalInterest = path.rows.reduce((sum, row) => sum + row[2], 0n);
  return {
    rows: path.rows.map((row, index) => [
      ...row,
      BigInt(terms.offset.balanceCents) + BigInt(index) * BigInt(terms.offset.depositPerPeriodCents),
      rateAt(terms, index + 1),
      terms.startDate === undefined ? null : isoDate(dueDay(terms, index + 1)),
    ]),
    payment: path.payment,
    totalInterest,
    contractualInterest: contractual.rows.reduce((sum, row) => sum + row[2], 0n),
    contractualPeriods: contractual.rows.length,
    rateUnits: round(10_000_000n * rates.of(terms.annualRateMillionths, 12n)),
    interestPercentUnits:
      (20_000n * totalInterest + BigInt(terms.principalCents)) / (2n * BigInt(terms.principalCents)),
    comparisonHundredths: comparisonHundredths(
      terms,
      contractual.rows.map(([payment]) => payment),
    ),
    totalFees: path.rows.reduce(
      (sum, _row, index) => sum + feesAfter(terms, index + 1, path.rows.length),
      terms.fees.upfrontCents,
    ),
    isUnrounded,
  };
}

const perYear = { monthly: 12n, fortnightly: 26n, weekly: 52n };

function periodsOf({ paymentFrequency, durationMonths }: ScenarioTerms): number {
  return Number((perYear[paymentFrequency] * BigInt(durationMonths) + 11n) / 12n);
}

function rateAt({ annualRateMillionths, rateChanges }: ScenarioTerms, period: number): number {
  return (
    rateChanges.findLast((change) => change.period <= period)?.annualRateMillionths ?? annualRateMillionths
  );
}

/** Scaled rates of a period, each computed once. */
export class Rates {
  readonly #known = new Map<string, bigint>();
  readonly #terms: Pick<ScenarioTerms, 'compounding'>;

  constructor(terms: Pick<ScenarioTerms, 'compounding'>) {
    this.#terms = terms;
  }

  of(annualRateMillionths: number, periodsPerYear: bigint): bigint {
    const key = `${annualRateMillionths}/${periodsPerYear}`;
    let rate = this.#known.get(key);
    if (rate === undefined)
      this.#known.set(key, (rate = this.#compute(BigInt(annualRateMillionths), periodsPerYear)));
    return rate;
  }

  #compute(rate: bigint, periodsPerYear: bigint): bigint {
    const whole = 100_000_000n;
    if (this.#terms.compounding === 'monthly') return (rate * scale) / (whole * periodsPerYear);
    const above = scale + (scale * rate * 11n) / (10n * whole * periodsPerYear) + 1n;
    if (this.#terms.compounding === 'yearly') {
      return root(((whole + rate) * scale ** periodsPerYear) / whole, periodsPerYear, above) - scale;
    }
    const day = 365n * whole;
    const year = ((day + rate) ** 365n * scale ** periodsPerYear) / day ** 365n;
    return root(year, periodsPerYear, above) - scale;
  }
}

/** The largest integer whose power is at most x, by Newton's iteration from above until it no longer decreases. */
function root(x: bigint, degree: bigint, above: bigint): bigint {
  let guess = above;
  for (;;) {
    const next = ((degree - 1n) * guess + x / guess ** (degree - 1n)) / degree;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** Rounds half up, with the rule for ties. */
export function round(scaled: bigint): bigint {
  return (2n * (scaled + tie) + scale) / (2n * scale);
}

/** All amounts are scaled. On the rounded path they are whole cents. */
function walk(terms: ScenarioTerms, rates: Rates, isUnrounded: boolean): Path {
  const m = perYear[terms.paymentFrequency];
  const periods = periodsOf(terms);
  const cents = isUnrounded ? (value: bigint) => value : (value: bigint) => round(value) * scale;
  const rows: Path['rows'] = [];
  let balance = BigInt(terms.principalCents) * scale;
  let level = 0n;
  let first = 0n;
  for (let i = 1; ; i++) {
    const annual = rateAt(terms, i);
    const r = rates.of(annual, m);
    const offsetBalance =
      scale * BigInt(terms.offset.balanceCents + (i - 1) * terms.offset.depositPerPeriodCents);
    const chargedBalance = balance > offsetBalance ? balance - offsetBalance : 0n;
    const interest =
      terms.dayCount === 'actual_365'
        ? cents(
            (chargedBalance * BigInt(annual) * BigInt(dueDay(terms, i) - dueDay(terms, i - 1))) /
              36_500_000_000n,
          )
        : cents((chargedBalance * r) / scale);
    const isInterestOnly = i <= terms.interestOnlyPeriods;
    const isSet =
      i === terms.interestOnlyPeriods + 1 ||
      (!isInterestOnly && terms.rateChanges.some((change) => change.period === i));
    if (isSet) {
      const residual = BigInt(terms.residualCents) * scale;
      level = levelPayment(terms, rates, {
        balance,
        residual: residual < balance ? residual : balance,
        i,
        cents,
      });
    }
    const regular = isInterestOnly || interest > level ? interest : level;
    const extra =
      scale *
      BigInt(
        terms.extraPayments
          .filter(({ fromPeriod, toPeriod }) => fromPeriod <= i && i <= toPeriod)
          .reduce((sum, { amountCents }) => sum + amountCents, 0) +
          terms.lumpSums
            .filter(({ period }) => period === i)
            .reduce((sum, { amountCents }) => sum + amountCents, 0),
      );
    if (i === 1) first = round(regular);
    const before = round(balance);
    const isLast = i === periods || balance + interest <= regular + extra + tie;
    balance = isLast ? 0n : balance + interest - regular - extra;
    const principal = before - round(balance);
    const payment = principal + round(interest);
    const beyond = payment - round(regular);
    const extraOfLast = beyond < 0n ? 0n : beyond < round(extra) ? beyond : round(extra);
    const extraPaid = i === periods ? 0n : isLast ? extraOfLast : round(extra);
    rows.push([payment, principal, round(interest), round(balance), extraPaid]);
    if (isLast) return { rows, payment: first, lastLevel: round(level) };
  }
}

interface Setting {
  balance: bigint;
  residual: bigint;
  i: number;
  cents: (scaled: bigint) => bigint;
}

/** (B − V·g⁻ᵏ)·r/(1 − g⁻ᵏ). */
function levelPayment(terms: ScenarioTerms, rates: Rates, { balance, residual, i, cents }: Setting): bigint {
  const m = perYear[terms.paymentFrequency];
  const isShared = terms.paymentBasis === 'half_monthly';
  const r = rates.of(rateAt(terms, i), isShared ? 12n : m);
  const k = isShared
    ? BigInt(terms.durationMonths) - (12n * BigInt(i - 1)) / m
    : BigInt(periodsOf(terms) - i + 1);
  let annuity: bigint;
  if (r === 0n) annuity = (balance - residual) / k;
  else {
    let growth = scale;
    for (let n = 1n; n <= k; n++) growth = (growth * (scale + r)) / scale;
    const discount = (scale * scale) / growth;
    annuity = ((balance - (residual * discount) / scale) * r) / (scale - discount);
  }
  const payment = cents(annuity);
  if (!isShared) return payment;
  return cents(payment / (terms.paymentFrequency === 'fortnightly' ? 2n : 4n));
}

/** The due date of a row in days since 1970. Row 0 is the start. */
function dueDay({ startDate, paymentFrequency }: ScenarioTerms, i: number): number {
  const start = new Date(`${startDate}T00:00:00Z`);
  const day = 86_400_000;
  if (paymentFrequency !== 'monthly') {
    return start.getTime() / day + i * (paymentFrequency === 'fortnightly' ? 14 : 7);
  }
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + i];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(start.getUTCDate(), lastOfMonth)) / day;
}

const isoDate = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The fees that are due with a payment: the yearly fee with every 12th, 26th or 52nd payment, and with the last. */
export function feesAfter(
  { fees, paymentFrequency }: Pick<ScenarioTerms, 'fees' | 'paymentFrequency'>,
  payment: number,
  payments: number,
): number {
  const isYearOver = BigInt(payment) % perYear[paymentFrequency] === 0n || payment === payments;
  return fees.perPeriodCents + (isYearOver ? fees.perYearCents : 0);
}

/** The largest number of hundredths whose lower rounding boundary is not above the rate. Null beyond 1,000 %. */
export function comparisonHundredths(terms: ScenarioTerms, payments: readonly bigint[]): bigint | null {
  const c = { monthly: 1_200n, fortnightly: 2_609n, weekly: 5_218n }[terms.paymentFrequency];
  const flows = payments.map(
    (payment, index) => payment + BigInt(feesAfter(terms, index + 1, payments.length)),
  );
  const received = BigInt(terms.principalCents - terms.fees.upfrontCents) * scale;
  /** Whether the rate is at least this number of half hundredths of a percent, minus the tolerance for ties. */
  const isAtLeast = (halves: bigint, nudge: bigint) => {
    const j = ((halves * scale) / 2n + nudge) / (100n * c);
    const discount = (scale * scale) / (scale + j);
    let value = 0n;
    for (const flow of flows.toReversed()) value = ((value + flow * scale) * discount) / scale;
    return value >= received;
  };
  if (received <= 0n || isAtLeast(200_000n, tie)) return null;
  let [low, high] = [0n, 100_001n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isAtLeast(2n * middle - 1n, -tie)) low = middle;
    else high = middle;
  }
  return low;
}
