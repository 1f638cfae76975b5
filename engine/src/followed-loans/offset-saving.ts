/** What the offset accounts saved, and the figures of each income year. */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import type { Convention } from 'contract/statements/statements.constants.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { bearingBalances, readAccount } from 'engine/statements/account.ts';
import { addStep, dayOf, newSteps, type Steps, stretchesOf } from 'engine/statements/days.ts';
import { interestCents } from 'engine/statements/interest.ts';
import { periodOf, periodOfCharge, withYears } from 'engine/statements/periods.ts';
import { chargeScale } from './decisions.ts';
import { statementOf } from './loan-state.ts';

interface Saving {
  result: FollowedLoanResult['offset_saving'];
  /** In cents, by income year. */
  byYear: ReadonlyMap<string, number>;
}

const cents = (dollars: number) => Math.round(dollars * 100);

/** Such as `2024-25`, from 1 July to 30 June. */
function incomeYearOf(date: string): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5) < '07-01' ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

/** For each charge the interest without the offset balances, less what was charged or, for a fault, expected. */
export function offsetSaving(
  loan: FollowedLoanInput,
  check: StatementResult | null,
  convention: Convention | null,
  years: Steps,
): Saving {
  const byYear = new Map<string, number>();
  const statement = check && statementOf(loan, check.last_date);
  if (!statement || loan.offset_accounts.length === 0) return { result: null, byYear };
  const not_counted = check.totals.not_checked;
  if (!convention) return { result: { saved: null, charges: 0, not_counted }, byYear };
  const account = readAccount(statement);
  const held = newSteps();
  addStep(held, -Infinity, 0);
  const delay = convention.balance === 'opening' ? 1 : 0;
  for (const { day, balanceCents } of account.offsets) addStep(held, day + delay, balanceCents);
  const balances = bearingBalances({ ...account, offsets: [] }, convention);
  let charges = 0;
  let savedCents = 0;
  for (const row of check.rows) {
    if (row.status === 'not_checked') continue;
    const period = periodOfCharge(row, convention, years);
    const { firstDay, lastDay } = period;
    const rates = newSteps();
    for (const { firstDay: from, rate } of period.runs) addStep(rates, from, rate);
    const whole = withYears(periodOf([firstDay, lastDay], balances, rates), convention.days_in_year, years);
    const isFault = row.status === 'differs' && row.cause !== 'offset_ignored';
    const saved =
      interestCents(whole, convention, chargeScale) - cents(isFault ? row.expected! : row.charged);
    if (stretchesOf(held, firstDay, lastDay).some(({ value }) => value > 0)) charges++;
    savedCents += saved;
    const year = incomeYearOf(row.date);
    byYear.set(year, (byYear.get(year) ?? 0) + saved);
  }
  return { result: { saved: savedCents / 100, charges, not_counted }, byYear };
}

export function incomeYears(
  { transactions: rows = [], opening_balance, previous_charge_date }: FollowedLoanInput,
  { result, byYear }: Saving,
): FollowedLoanResult['income_years'] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const openingCents = opening_balance ?? first.balance! - first.amount;
  const isDrawn = openingCents === 0 && previous_charge_date === undefined;
  return [...new Set(rows.map(({ date }) => incomeYearOf(date)))].map((income_year) => {
    const ofYear = rows.filter(({ date }) => incomeYearOf(date) === income_year);
    const sum = (kind: string) =>
      ofYear.reduce((total, row) => total + (row.kind === kind ? row.amount : 0), 0) / 100;
    const start = `${income_year.slice(0, 4)}-07-01`;
    const end = `${Number(income_year.slice(0, 4)) + 1}-06-30`;
    return {
      income_year,
      interest: sum('interest'),
      fees: sum('fee'),
      offset_saved: (result?.saved ?? null) === null ? null : (byYear.get(income_year) ?? 0) / 100,
      complete: (isDrawn || dayOf(first.date) <= dayOf(start)) && dayOf(last.date) >= dayOf(end),
    };
  });
}
