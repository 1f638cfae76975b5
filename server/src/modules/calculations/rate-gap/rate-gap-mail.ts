import { averageIgnores } from 'contract/rate-gap/rate-gap.constants.ts';
import type { AccountMailDependencies } from '#domain/mail/account-mail.ts';
import { sendToSubscriber } from '../cash-rate/cash-rate-mail.ts';

export const rateGapMailTask = 'send_rate_gap_mail';

export interface RateGapMailJob {
  id: string;
  user_id: string;
  /** Never a text that a user chose. */
  sentence: string;
  vintage: string;
}

/** A job. Rejects on temporary failures. */
export const sendRateGapMail = (
  deps: AccountMailDependencies,
  { sentence, vintage, ...job }: RateGapMailJob,
): Promise<void> =>
  sendToSubscriber(deps, job, {
    mail: 'rate-gap',
    isWanted: { rate_gap: true },
    content: () => ({
      subject: 'Your rate is above the average',
      opening: sentence,
      action: { label: 'Open your dashboard', link: `${deps.publicUrl}/dashboard` },
      closing: [
        averageIgnores,
        `The average is of vintage ${vintage}. You get this once a year for a variable loan.`,
      ],
    }),
  });
