import { FlagSummary, OwnFlag } from 'contract/flags/flags.ts';
import type { z } from 'zod';
import type { Prisma } from '#generated/prisma/client.ts';
import type { FlagGroup } from './flags.queries.ts';

const { subject: Subject, reasons: Reasons, answer: Answer } = FlagSummary.shape;

/** No flag is ever removed from its row, so their number is the version. */
export const toFlagSummary = (group: FlagGroup): z.input<typeof FlagSummary> => {
  const { answer_id: _id, outcome, note, message, answered_at, answered_by, ...summary } = group;
  return {
    ...summary,
    subject: Subject.parse(summary.subject),
    reasons: [...new Set(Reasons.parse(summary.reasons))],
    version: summary.flags,
    answer: answered_at && Answer.parse({ outcome, note, message, answered_at, answered_by }),
  };
};

export const withAnswer = { include: { answer: { select: { outcome: true, answered_at: true } } } } as const;
type StoredFlag = Prisma.FlagGetPayload<typeof withAnswer>;

/** What its maker reads. */
export const toOwnFlag = ({ answer, ...flag }: StoredFlag): z.input<typeof OwnFlag> => ({
  id: flag.id,
  username: flag.username,
  subject: OwnFlag.shape.subject.parse(flag.subject),
  calculation: flag.calculation_name,
  reason: OwnFlag.shape.reason.parse(flag.reason),
  created_at: flag.created_at,
  outcome: OwnFlag.shape.outcome.parse(answer?.outcome ?? null),
  answered_at: answer?.answered_at ?? null,
});
