import { datasetAgeText } from 'contract/datasets/dataset-age.ts';
import { operations } from 'contract/operations.ts';
import { sign } from '#auth/keys/keys.ts';
import type { RateDecision } from '#domain/finance/rate-decision.ts';
import { type AccountMailDependencies, sendUnlessRefused } from '#domain/mail/account-mail.ts';
import { composeMail } from '#domain/mail/mail-layout.ts';
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

/** A job. Sends nothing to a user who has ended these emails since. Rejects on temporary failures. */
export async function sendCashRateMail(deps: AccountMailDependencies, job: CashRateMailJob): Promise<void> {
  const { database, publicUrl, keys } = deps;
  const user = await database.prisma.user.findFirst({
    where: {
      id: job.user_id,
      is_active: true,
      email_verified_at: { not: null },
      preferences: { cash_rate_change: true, cash_rate_mail: true },
    },
    select: { email: true },
  });
  if (!user) return;
  const path = { uid: job.user_id, token: sign(keys.unsubscribeLink, job.user_id) };
  const today = (await readClock(database)).toISOString().slice(0, 10);
  const mail = composeMail({
    subject: `The cash rate is ${percent(job.decision.target)}`,
    opening: job.sentences.join(' '),
    action: { label: 'Open your dashboard', link: `${publicUrl}/dashboard` },
    closing: [`Cash rate target: ${datasetAgeText({ frequency: 'on change', ...job.decision }, today)}.`],
    unsubscribe: {
      label: 'Stop these emails',
      link: `${publicUrl}/unsubscribe/${path.uid}/${path.token}`,
    },
  });
  const unsubscribeUrl =
    publicUrl + operations.unsubscribe.url.replace(':uid', path.uid).replace(':token', path.token);
  await sendUnlessRefused(
    deps,
    { id: job.id, to: user.email, ...mail, unsubscribeUrl },
    { mail: 'cash-rate', user: job.user_id },
  );
}
