import { utcDay } from 'contract/days.ts';
import { datasetAgeText } from 'contract/datasets/dataset-age.ts';
import { operations } from 'contract/operations.ts';
import { formatAmount } from 'contract/formats.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import type { PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import { sign } from '#auth/keys/keys.ts';
import type { RateDecision } from '#domain/finance/rate-decision.ts';
import { type AccountMailDependencies, sendUnlessRefused } from '#domain/mail/account-mail.ts';
import { composeMail, type MailContent } from '#domain/mail/mail-layout.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';

/** A variable calculation whose payment the decision changes. */
export interface ChangedCalculation {
  name: string;
  frequency: PaymentFrequency;
  beforeCents: number;
  afterCents: number;
}

const namedAtMost = 3;

const percent = (rate: number): string => `${rate.toFixed(2)}%`;

export function titleOf({ target, previous_target: previous }: RateDecision): string {
  const title = `Cash rate ${percent(target)}`;
  if (target === previous) return title;
  return `${title}, ${target > previous ? 'up' : 'down'} ${Math.abs(target - previous).toFixed(2)} points`;
}

/** For the bell, with the names of the calculations. */
export const notificationText = (changed: readonly ChangedCalculation[]): string =>
  sentencesAbout(changed, ({ name }) => `${name}: your`).join(' ');

/** For an email, without the names, because they are texts that the user chose. */
export const mailSentences = (changed: readonly ChangedCalculation[]): string[] =>
  sentencesAbout(changed, () => 'Your');

/** The largest differences first. */
function sentencesAbout(
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

export const cashRateMailTask = 'send_cash_rate_mail';

export interface CashRateMailJob {
  id: string;
  user_id: string;
  decision: RateDecision;
  /** Never a text that a user chose. */
  sentences: string[];
}

/** A job. Rejects on temporary failures. */
export const sendCashRateMail = (
  deps: AccountMailDependencies,
  { decision, sentences, ...job }: CashRateMailJob,
): Promise<void> =>
  sendToSubscriber(deps, job, {
    mail: 'cash-rate',
    isWanted: {},
    content: (today) => ({
      subject: `The cash rate is ${percent(decision.target)}`,
      opening: sentences.join(' '),
      action: { label: 'Open your dashboard', link: `${deps.publicUrl}/dashboard` },
      closing: [`Cash rate target: ${datasetAgeText({ frequency: 'on change', ...decision }, today)}.`],
    }),
  });

interface SubscriberMail {
  /** The name in the log. */
  mail: string;
  /** Preferences besides those of all emails about rates. */
  isWanted: { rate_gap?: true };
  content: (today: string) => MailContent;
}

/** Sends nothing to a user who has ended these emails since. Each has the link that ends them. */
export async function sendToSubscriber(
  deps: AccountMailDependencies,
  { id, user_id }: { id: string; user_id: string },
  { mail, isWanted, content }: SubscriberMail,
): Promise<void> {
  const { database, publicUrl, keys } = deps;
  const user = await database.prisma.user.findFirst({
    where: {
      id: user_id,
      is_active: true,
      email_verified_at: { not: null },
      preferences: { cash_rate_change: true, cash_rate_mail: true, ...isWanted },
    },
    select: { email: true },
  });
  if (!user) return;
  const path = { uid: user_id, token: sign(keys.unsubscribeLink, user_id) };
  const today = utcDay(await readClock(database));
  const composed = composeMail({
    ...content(today),
    unsubscribe: {
      label: 'Stop these emails',
      link: `${publicUrl}/unsubscribe/${path.uid}/${path.token}`,
    },
  });
  const unsubscribeUrl =
    publicUrl + operations.unsubscribe.url.replace(':uid', path.uid).replace(':token', path.token);
  await sendUnlessRefused(deps, { id, to: user.email, ...composed, unsubscribeUrl }, { mail, user: user_id });
}
