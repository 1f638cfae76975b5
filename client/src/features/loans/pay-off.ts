import { utcDay } from 'contract/days.ts';
import { periodsPerYear, type PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import { formatDate, formatDuration, formatMonth } from '#parts/format/format.ts';

interface PayOff {
  payments: number;
  frequency: PaymentFrequency;
  /** YYYY-MM-DD, if the loan has a start date. */
  date: string | null;
  /** YYYY-MM-DD. */
  today: string;
}

const daysPerYearOfPeriods = 364;

export function monthsOf(payments: number, perYear: number): number {
  return Math.ceil((12 * payments) / perYear);
}

/** Such as `20 years, on 1 Jan 2046`. */
export function payOffText({ payments, frequency, date }: Omit<PayOff, 'today'>): string {
  const duration = formatDuration(monthsOf(payments, periodsPerYear[frequency]));
  return date ? `${duration}, on ${formatDate(date)}` : duration;
}

/** Such as `Nov 2056`, counted from today if the loan has no start date. */
export function payOffMonth({ payments, frequency, date, today }: PayOff): string {
  if (date) return formatMonth(date);
  const last = new Date(`${today}T00:00:00Z`);
  if (frequency === 'monthly') last.setUTCMonth(last.getUTCMonth() + payments, 1);
  else last.setUTCDate(last.getUTCDate() + payments * (daysPerYearOfPeriods / periodsPerYear[frequency]));
  return formatMonth(utcDay(last));
}
