/** How often an extra repayment can be entered, besides with every payment. */
import { isWholeCents } from 'contract/typed-numbers.ts';
import type { ScenarioInputs } from './option-types.ts';
import { type PaymentFrequency, periodsPerYear } from './scenarios.constants.ts';

export const extrasPerYear = { week: 52, fortnight: 26, month: 12, year: 1 } as const;

type Extra = ScenarioInputs['extra_payments'][number];

/** How often a year the amount is paid, if that is not with every payment. */
export function extraPeriodsPerYear({ every }: Extra, frequency: PaymentFrequency): number | undefined {
  const perYear = Object.hasOwn(extrasPerYear, every)
    ? extrasPerYear[every as keyof typeof extrasPerYear]
    : undefined;
  return perYear === periodsPerYear[frequency] ? undefined : perYear;
}

/** The amount of a payment, rounded to the cent. Text that is no amount remains, for the schema to refuse. */
export function extraPerPayment(extra: Extra, frequency: PaymentFrequency): string {
  const perYear = extraPeriodsPerYear(extra, frequency);
  if (perYear === undefined || !isWholeCents(extra.amount)) return extra.amount;
  const cents = Math.round((100 * Number(extra.amount) * perYear) / periodsPerYear[frequency]);
  return (cents / 100).toFixed(2);
}

/** The extra repayments with the first payment, in dollars. */
export function extraOfFirstPayment({ extra_payments, payment_frequency }: ScenarioInputs): number {
  const cents = extra_payments
    .filter(({ amount, from_period: from }) => amount !== '' && Number(from || 1) === 1)
    .map((extra) => Math.round(100 * Number(extraPerPayment(extra, payment_frequency))));
  return cents.reduce((sum, amount) => sum + amount, 0) / 100;
}
