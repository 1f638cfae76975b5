import { utcDay } from 'contract/days.ts';
import { datasetAgeText } from 'contract/datasets/dataset-age.ts';
import { operations } from 'contract/operations.ts';
import { sign } from '#auth/keys/keys.ts';
import type { RateDecision } from '#domain/finance/rate-decision.ts';
import { type AccountMailDependencies, sendUnlessRefused } from '#domain/mail/account-mail.ts';
import { composeMail, type MailContent } from '#domain/mail/mail-layout.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { percent } from './announcement.ts';

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
