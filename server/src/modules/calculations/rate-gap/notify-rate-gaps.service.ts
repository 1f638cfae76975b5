import { LoanRequest } from 'contract/loans/loans.ts';
import { averageIgnores, pointsText, rateGapSentence } from 'contract/rate-gap/rate-gap.constants.ts';
import type { RateGapResult } from 'contract/rate-gap/rate-gap.ts';
import { type AverageDatasets, rateGap } from 'engine/calculators/rate-gap.ts';
import { v7 as uuidv7 } from 'uuid';
import { notify } from '#domain/notifications/notifications.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { bulkPriority } from '#platform/jobs/jobs.queries.ts';
import type { AccountMailDependencies } from '#domain/mail/account-mail.ts';
import { claimComparedRates } from '../calculations.queries.ts';
import { sendToSubscriber } from '../cash-rate/cash-rate-mail.ts';

interface RateGapDependencies extends HasDatabase {
  readAverages: () => Promise<AverageDatasets>;
}

/** The server does not know who lives in the home; most variable loans are of owner-occupiers. */
const kind = { purpose: 'owner_occupier', rate_type: 'variable' } as const;
const perTransaction = 200;

/** A daily job: once a year, users read how far the rate of a variable loan is above the average. */
export async function notifyRateGaps({ database, readAverages }: RateGapDependencies): Promise<void> {
  const averages = await readAverages();
  let claimed: number;
  do {
    claimed = await database.prisma.$transaction(async (tx) => {
      const today = (await readClock(tx)).toISOString().slice(0, 10);
      const calculations = await claimComparedRates(tx, today, perTransaction);
      for (const calculation of calculations) {
        const gap = gapOf(averages, today, calculation.input);
        if (gap?.verdict === 'above') await notifyOwner(tx, calculation, gap);
      }
      return calculations.length;
    });
  } while (claimed === perTransaction);
}

/** Null without an average, and for an input of an earlier version that is no longer valid. */
function gapOf(averages: AverageDatasets, today: string, input: unknown): RateGapResult | null {
  const { data: loan } = LoanRequest.strip().safeParse(input);
  const gap = loan && rateGap(averages, today, { ...loan, ...kind });
  return typeof gap === 'object' ? gap : null;
}

async function notifyOwner(
  tx: Transaction,
  { user_id, name, takes_mail }: { user_id: string; name: string; takes_mail: boolean },
  gap: RateGapResult,
): Promise<void> {
  const sentence = rateGapSentence(gap, kind);
  const { vintage } = gap.average;
  await notify(tx, user_id, {
    kind: 'rate_gap',
    title: `Your rate is about ${pointsText(gap.gap, gap.average)} points above the average`,
    text: `${name}: ${sentence} ${averageIgnores} Vintage ${vintage}. To stop this, turn off “A rate above the average” in your preferences.`,
  });
  if (!takes_mail) return;
  const job: RateGapMailJob = { id: uuidv7(), user_id, sentence, vintage };
  await enqueueJob(tx, rateGapMailTask, job, { priority: bulkPriority });
}

export const rateGapMailTask = 'send_rate_gap_mail';

interface RateGapMailJob {
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
