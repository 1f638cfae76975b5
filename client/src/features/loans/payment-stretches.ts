import { count } from 'contract/counts.ts';
import { formatAud, formatShortRate } from '#parts/format/format.ts';
import type { ScheduleRow } from './schedule/schedule-years.ts';

/** Consecutive payments of one amount, or of a range of amounts while only interest is paid. */
export interface Stretch {
  payments: number;
  least: number;
  most: number;
}

interface Rate {
  percent: number;
  /** The first payment at this rate. */
  from: number;
}

/** Longer lists are truncated: a loan may have 120 rates. */
const maxNamed = 3;
/** Rounding never makes the last payment larger than this share of the others; a balloon does. */
const usualLastShare = 1.5;

/** The regular payments, without extra repayments. */
export function stretchesOf(rows: readonly ScheduleRow[], interestOnlyPeriods = 0): Stretch[] {
  const stretches: Stretch[] = [];
  rows.forEach((row, index) => {
    const before = rows[index - 1];
    const amount = regularPayment(row);
    const current = stretches.at(-1);
    const isInterestOnly = row.period <= interestOnlyPeriods;
    const isSet =
      !before ||
      row.annual_interest_rate !== before.annual_interest_rate ||
      row.period === interestOnlyPeriods + 1;
    const isBalloon = index === rows.length - 1 && current && amount > usualLastShare * current.most;
    if (!current || ((isSet || isBalloon) && (amount < current.least || amount > current.most))) {
      stretches.push({ payments: 1, least: amount, most: amount });
      return;
    }
    current.payments += 1;
    if (!isInterestOnly) return;
    current.least = Math.min(current.least, amount);
    current.most = Math.max(current.most, amount);
  });
  return stretches;
}

const regularPayment = ({ payment_amount, extra_paid = 0 }: ScheduleRow) =>
  (Math.round(100 * payment_amount) - Math.round(100 * extra_paid)) / 100;

const amountText = ({ least, most }: Stretch) =>
  least === most ? formatAud(least) : `${formatAud(least)} to ${formatAud(most)}`;

/** Such as `$2,500.00 for 60 payments, then $3,530.57`. */
export function paymentText(stretches: readonly Stretch[]): string {
  const named = stretches.length > maxNamed ? stretches.slice(0, maxNamed - 1) : stretches;
  const others = stretches.slice(named.length);
  const parts = named.map((stretch, index) =>
    index === stretches.length - 1
      ? amountText(stretch)
      : `${amountText(stretch)} for ${count(stretch.payments, 'payment')}`,
  );
  if (others.length > 0) {
    const most = Math.max(...others.map((stretch) => stretch.most));
    parts.push(`${count(others.length, 'other amount')} of up to ${formatAud(most)}`);
  }
  return parts.join(', then ');
}

/** Such as `$2,500.00, then $3,530.57`. */
export function shortPaymentText(stretches: readonly Stretch[]): string {
  const [first, second] = stretches;
  if (!first) return '';
  return second ? `${amountText(first)}, then ${amountText(second)}` : amountText(first);
}

/** Such as `6% a year, 7% from payment 61`. */
export function ratesText(rows: readonly ScheduleRow[], firstPercent: number): string {
  const rates: Rate[] = [{ percent: firstPercent, from: 1 }];
  for (const { period, annual_interest_rate: percent = firstPercent } of rows)
    if (percent !== rates.at(-1)?.percent) rates.push({ percent, from: period });
  const [first, ...changes] = rates.map(({ percent, from }) =>
    from === 1 ? `${formatShortRate(percent)} a year` : `${formatShortRate(percent)} from payment ${from}`,
  );
  if (changes.length <= maxNamed) return [first, ...changes].join(', ');
  const most = Math.max(...rates.slice(1).map(({ percent }) => percent));
  return `${first}, ${changes[0]}, then ${count(changes.length - 1, 'other rate')} of up to ${formatShortRate(most)}`;
}
