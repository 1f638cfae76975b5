import { periodsPerYear, type PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';

const dayMs = 86_400_000;

/**
 * The number of payments due up to and including a day. Dates are YYYY-MM-DD. Due dates are those of the scenario: the
 * start's day of the month, or the last of a shorter month, or every 14 or 7 days.
 */
export function periodsUntil(start: string, end: string, frequency: PaymentFrequency): number {
  const [from, to] = [new Date(start), new Date(end)];
  if (frequency !== 'monthly') {
    const days = Math.round((to.getTime() - from.getTime()) / dayMs);
    return Math.floor(days / (364 / periodsPerYear[frequency]));
  }
  const months = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();
  const lastOfMonth = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  const dueDay = Math.min(from.getUTCDate(), lastOfMonth);
  return to.getUTCDate() >= dueDay ? months : months - 1;
}
