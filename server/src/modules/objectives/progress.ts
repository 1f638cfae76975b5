/** Uses only integers: amounts in cents, dates as `YYYY-MM-DD`. */
import { divideExactlyHalfUp } from 'engine/arithmetic/rounding.ts';

/** 0 to 100, to 2 decimals, rounded half up; at most 99.99 of what is not reached. */
export function progressPercent(currentCents: number, targetCents: number): number {
  if (currentCents >= targetCents) return 100;
  return Math.min(divideExactlyHalfUp(10_000n * BigInt(currentCents), BigInt(targetCents)) / 100, 99.99);
}

/** Whole calendar months, or 0 if the date is past. */
export function monthsLeft(today: string, targetDate: string): number {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const [targetYear = 0, targetMonth = 0, targetDay = 0] = targetDate.split('-').map(Number);
  const months = 12 * (targetYear - year) + targetMonth - month - (targetDay < day ? 1 : 0);
  return Math.max(0, months);
}

/** The missing amount per month, rounded up. Null at 0 months. */
export function neededCents(currentCents: number, targetCents: number, months: number): number | null {
  if (months === 0) return null;
  const missing = BigInt(Math.max(0, targetCents - currentCents));
  return Number((missing + BigInt(months) - 1n) / BigInt(months));
}
