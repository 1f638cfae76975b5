import { type PaymentFrequency, scenarioLimits } from 'contract/scenarios/scenarios.constants.ts';
import { dueDates } from 'engine/schedules/due-dates.ts';

/** The number of payments due up to and including a day, at most those of the longest loan. Dates are YYYY-MM-DD. */
export function periodsUntil(start: string, end: string, frequency: PaymentFrequency): number {
  const { dates } = dueDates(start, frequency, scenarioLimits.maxPeriods);
  const day = Number(end.replaceAll('-', ''));
  return dates.findLastIndex((due) => due <= day);
}
