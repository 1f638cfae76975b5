import type { SavingsBody, SavingsResult } from 'contract/scenarios/scenarios.ts';
import { atMost } from 'contract/scenarios/scenarios.constants.ts';
import { Refusal } from 'engine/refusal.ts';
import { inTodaysCents, type SavingsRow, savingsRows } from './savings-schedule.ts';

/** Throws a `Refusal`. */
export function savingsResult(request: SavingsBody): SavingsResult {
  const months = request.duration_months;
  const rows = savingsRows({
    openingCents: request.opening_balance,
    depositPerMonthCents: request.deposit_per_month,
    months,
    annualRateMillionths: request.annual_interest_rate,
  });
  const last = rows.at(-1);
  if (!last || rows.length < months) throw new Refusal({ duration_months: [atMost(rows.length)] });
  return {
    final_balance: last.balanceCents / 100,
    total_deposits: sum(rows, 'depositCents') / 100,
    total_interest: sum(rows, 'interestCents') / 100,
    final_balance_today: inTodaysCents(last.balanceCents, request.inflation_rate, months) / 100,
    schedule: rows.map((row, index) => ({ period: index + 1, ...figuresOf(row) })),
    yearly: yearsOf(rows).map((row, index) => ({ year: index + 1, ...figuresOf(row) })),
  };
}

const figuresOf = ({ depositCents, interestCents, balanceCents }: SavingsRow) => ({
  deposit: depositCents / 100,
  interest: interestCents / 100,
  balance: balanceCents / 100,
});

function yearsOf(rows: readonly SavingsRow[]): SavingsRow[] {
  return Array.from({ length: Math.ceil(rows.length / 12) }, (_, year) => {
    const months = rows.slice(12 * year, 12 * (year + 1));
    return {
      depositCents: sum(months, 'depositCents'),
      interestCents: sum(months, 'interestCents'),
      balanceCents: months.at(-1)?.balanceCents ?? 0,
    };
  });
}

function sum(rows: readonly SavingsRow[], figure: 'depositCents' | 'interestCents'): number {
  return rows.reduce((total, row) => total + row[figure], 0);
}
