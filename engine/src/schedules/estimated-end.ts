import { type Extras, offsetCents } from './extras.ts';
import type { Plan } from './plan.ts';

/**
 * Whether the schedule has about at most `targetPeriods` rows. Computed in doubles and without rounding, which costs a
 * fraction of a schedule. The estimate may be wrong by as much as a cent in each payment.
 */
export function likelyEndsBy(targetPeriods: number, plan: Plan, { paidCents, offset }: Extras): boolean {
  const { terms, periods, phases } = plan;
  if (targetPeriods >= periods) return true;
  const daysByPeriod = terms.dayCount === 'actual_365' ? plan.dueDates()?.days : undefined;
  let balance = terms.principalCents;
  let level = 0;
  for (const { firstPeriod, lastPeriod, rate, annuity } of phases) {
    const dailyRate = rate.annualRateMillionths / 365e8;
    if (annuity) {
      const repaid = balance - Math.min(terms.residualCents, balance);
      level = (balance * rate.approximate + repaid * annuity.sinkingFundFactor) / annuity.shares;
    }
    for (let period = firstPeriod; period <= Math.min(lastPeriod, targetPeriods); period++) {
      const bearing = offset ? Math.max(balance - offsetCents(offset, period), 0) : balance;
      const interest = bearing * (daysByPeriod ? dailyRate * daysByPeriod[period]! : rate.approximate);
      const regular = annuity ? Math.max(level, interest) : interest;
      balance += interest - regular - (paidCents ? paidCents[period]! : 0);
      if (balance <= 0) return true;
    }
  }
  return false;
}
