/** The charges of an account under the convention that was chosen. */
import type { StatementCharge as Row } from 'contract/statements/statements.ts';
import type { Slices } from 'engine/slices.ts';
import { type Account, bearingBalances, type Charge } from './account.ts';
import { type Case, explainDifference } from './causes.ts';
import { dateOf, noSteps, stepAt } from './days.ts';
import { interestCents } from './interest.ts';
import { type Period, periodDays, periodOf, withYears } from './periods.ts';
import { fittingRates } from './rate-fit.ts';
import { type Solution, yearLengthsOf } from './solutions.ts';

/** The number of charges between pauses. */
const sliceCharges = 20;

export function* chargeRows(account: Account, solution: Solution): Slices<Row[]> {
  const { convention, rates, levels } = solution;
  const context: Case = {
    convention,
    rates,
    areRatesGiven: levels === null,
    years: yearLengthsOf(account),
    balances: bearingBalances(account, convention),
    balancesWithoutOffset:
      account.offsets.length > 0 ? bearingBalances({ ...account, offsets: [] }, convention) : null,
  };
  const rows: Row[] = [];
  for (const [index, charge] of account.charges.entries()) {
    if (index % sliceCharges === 0) yield;
    const days = periodDays(account, charge, convention);
    if (!days || charge.fault) rows.push(uncheckedRow(charge, days ? charge.fault : 'start'));
    else rows.push(checkedRow(context, charge, days, knowledgeOf(solution, index)));
  }
  return rows;
}

/** What was charged, and no other figure. */
const uncheckedRow = (charge: Charge, reason: Row['reason']): Row => ({
  row: charge.row + 1,
  date: dateOf(charge.day),
  from: null,
  to: null,
  days: null,
  average_balance: null,
  charged: charge.chargedCents / 100,
  adjustment: charge.adjustmentCents / 100,
  expected: null,
  difference: null,
  annual_interest_rate: null,
  rate_changed_on: null,
  effective_rate_percent: null,
  status: 'not_checked',
  reason,
  cause: null,
  cause_date: null,
  fitting_rate: null,
  runs: [],
});

/** Before the first level and after the last, the rate is that of the nearest if this explains the charge. */
type Knowledge = 'rate' | 'nearest rate' | 'nothing';

function knowledgeOf({ levels }: Solution, index: number): Knowledge {
  if (!levels) return 'rate';
  const next = levels.findIndex(({ last }) => last >= index);
  const level = levels[next];
  if (levels.length === 0) return 'nothing';
  if (!level) return 'nearest rate';
  if (level.first <= index) return 'rate';
  if (next === 0) return 'nearest rate';
  return level.isDated ? 'rate' : 'nothing';
}

function checkedRow(
  context: Case,
  charge: Charge,
  days: readonly [number, number],
  knowledge: Knowledge,
): Row {
  const { convention, rates, years, balances, areRatesGiven } = context;
  const { chargedCents } = charge;
  const plain = periodOf(days, balances, knowledge === 'nothing' ? noSteps : rates.steps);
  const period = withYears(plain, convention.days_in_year, years);
  const fit = () => (areRatesGiven ? null : fittingRates(period, convention, chargedCents));
  const unknown: Row = {
    ...uncheckedRow(charge, 'rate_unknown'),
    from: dateOf(period.firstDay),
    to: dateOf(period.lastDay),
    days: period.lastDay + 1 - period.firstDay,
    ...averagesOf(period, chargedCents),
    fitting_rate: null,
    runs: plain.runs.map((run) => ({
      from: dateOf(run.firstDay),
      days: run.days,
      balance: run.balanceCents / 100,
      annual_interest_rate: null,
    })),
  };
  const withFit = (row: Row): Row => {
    const range = fit();
    return { ...row, fitting_rate: range && range.low / 100 };
  };
  if (knowledge === 'nothing') return withFit(unknown);

  const expectedCents = interestCents(period, convention, rates.scale);
  const percent = (rate: number) => (rate * 100) / rates.scale;
  const step = stepAt(rates.steps, period.lastDay);
  const changeDay = rates.steps.days[step]!;
  const known: Row = {
    ...unknown,
    expected: expectedCents / 100,
    difference: (chargedCents - expectedCents) / 100,
    annual_interest_rate: percent(rates.steps.values[step]!),
    rate_changed_on:
      changeDay > period.firstDay && changeDay <= period.lastDay && step > 0 ? dateOf(changeDay) : null,
    status: 'explained',
    reason: null,
    runs: unknown.runs.map((run, index) => ({
      ...run,
      annual_interest_rate: percent(plain.runs[index]!.rate),
    })),
  };
  if (expectedCents === chargedCents) return known;

  const explanation = explainDifference(context, days, expectedCents, chargedCents);
  if (!explanation && knowledge === 'nearest rate') return withFit(unknown);
  return withFit({
    ...known,
    status: 'differs',
    cause: explanation?.cause ?? null,
    cause_date: explanation?.day ? dateOf(explanation.day) : null,
  });
}

function averagesOf({ runs, firstDay, lastDay }: Period, chargedCents: number) {
  const sum = runs.reduce((total, { balanceCents, days }) => total + BigInt(balanceCents) * BigInt(days), 0n);
  const days = BigInt(lastDay + 1 - firstDay);
  // Percent to 4 decimals, for a year of 365 days.
  const effective = sum > 0n ? roundedHalfUp(BigInt(chargedCents) * 365n * 1_000_000n, sum) / 1e4 : null;
  return { average_balance: roundedHalfUp(sum, days) / 100, effective_rate_percent: effective };
}

/** Also of negative numerators: half a unit below 0 is rounded up to 0. */
function roundedHalfUp(numerator: bigint, denominator: bigint): number {
  const [twice, divisor] = [2n * numerator + denominator, 2n * denominator];
  const quotient = twice / divisor;
  return Number(twice % divisor < 0n ? quotient - 1n : quotient);
}
