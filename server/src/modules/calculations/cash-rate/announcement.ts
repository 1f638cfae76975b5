import { formatAmount } from 'contract/formats.ts';
import type { PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import type { RateDecision } from '#domain/finance/rate-decision.ts';

/** A variable calculation whose payment the decision changes. */
export interface ChangedCalculation {
  name: string;
  frequency: PaymentFrequency;
  beforeCents: number;
  afterCents: number;
}

const namedAtMost = 3;

const periodNames: Record<PaymentFrequency, string> = {
  monthly: 'month',
  fortnightly: 'fortnight',
  weekly: 'week',
};

export const percent = (rate: number): string => `${rate.toFixed(2)}%`;

export function titleOf({ target, previous_target: previous }: RateDecision): string {
  const title = `Cash rate ${percent(target)}`;
  if (target === previous) return title;
  return `${title}, ${target > previous ? 'up' : 'down'} ${Math.abs(target - previous).toFixed(2)} points`;
}

/** For the bell, with the names of the calculations. */
export const notificationText = (changed: readonly ChangedCalculation[]): string =>
  sentences(changed, ({ name }) => `${name}: your`).join(' ');

/** For an email, without the names, because they are texts that the user chose. */
export const mailSentences = (changed: readonly ChangedCalculation[]): string[] =>
  sentences(changed, () => 'Your');

/** The largest differences first. */
function sentences(
  changed: readonly ChangedCalculation[],
  subject: (calculation: ChangedCalculation) => string,
): string[] {
  const sorted = changed.toSorted(
    (a, b) => Math.abs(differenceOf(b)) - Math.abs(differenceOf(a)) || (a.name < b.name ? -1 : 1),
  );
  const more = changed.length - namedAtMost;
  return [
    ...sorted.slice(0, namedAtMost).map((one) => `${subject(one)} ${paymentClause(one)}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
    'If your lender passes it on in full.',
  ];
}

const differenceOf = ({ beforeCents, afterCents }: ChangedCalculation) => afterCents - beforeCents;

function paymentClause(calculation: ChangedCalculation): string {
  const { beforeCents, afterCents, frequency } = calculation;
  const difference = differenceOf(calculation);
  const signed = `${difference < 0 ? '−' : '+'}${amount(Math.abs(difference))}`;
  return `payment of ${amount(beforeCents)} would become ${amount(afterCents)} (${signed}) a ${periodNames[frequency]}.`;
}

const amount = (cents: number) => formatAmount(cents / 100);
