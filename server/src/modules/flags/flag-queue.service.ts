import { flagLimits, flagMessages } from 'contract/flags/flags.constants.ts';
import { Flag, type ListFlagsBody } from 'contract/flags/flags.ts';
import type { z } from 'zod';
import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import type { Dependencies } from '#dependencies.ts';
import { toFlagSummary } from '#domain/flags/flag-summary.ts';
import {
  countFlagGroups,
  type FlagFilter,
  selectFlagGroups,
  selectLatestAnswered,
} from '#domain/flags/flags.queries.ts';
import { placePage } from '#domain/lists/lists.ts';
import { AppError, notFound } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';

/** The state is a view of the queue and no search: a queue without open flags is an empty page. */
export async function listFlags(
  { database }: HasDatabase,
  { user: viewer }: Caller,
  { state, reason, user, sort: requestedSort, ...paging }: z.output<typeof ListFlagsBody>,
) {
  const filter: FlagFilter = { state, reason, user: user ?? null };
  const [counted] = await countFlagGroups(database, viewer, filter);
  const totalFlag = counted?.total ?? 0;
  if (totalFlag === 0 && (filter.reason !== null || filter.user !== null))
    throw new AppError('not_found', flagMessages.noneFound);
  const { place, range } = placePage(paging, totalFlag);
  const isAnswered = state === 'answered';
  // Who waits longest comes first, and of what was done the latest.
  const sort = requestedSort ?? (isAnswered ? 'latest' : 'oldest');
  const groups =
    isAnswered && sort === 'latest'
      ? await selectLatestAnswered(database, viewer, filter, range)
      : await selectFlagGroups(database, viewer, filter, { sort, ...range });
  return { data: groups.map(toFlagSummary), totalFlag, ...place };
}

/** Reads from one snapshot. Throws `not_found`, also for a flag that the caller may not see. */
export async function getFlag(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  { user: viewer }: Caller,
  id: string,
): Promise<z.input<typeof Flag>> {
  const read = async (tx: Transaction) => {
    const [row] = await selectFlagGroups(tx, viewer, { id }, { sort: 'oldest', skip: 0, take: 1 });
    if (!row) throw notFound();
    const { user_id, subject, answer_id } = row;
    const flags = await tx.flag.findMany({ where: { user_id, subject, answer_id }, ...withDetails });
    const span = { sort: 'latest', skip: 0, take: flagLimits.earlier + 1 } as const;
    const groups = await selectFlagGroups(tx, viewer, { user: user_id }, span);
    const user = await tx.user.findUniqueOrThrow({ where: { id: user_id } });
    const suspended_until = isSuspendedAt(user, await readClock(tx)) ? user.suspended_until : null;
    return {
      row,
      flags,
      others: groups.filter((other) => other.id !== row.id),
      user_image: user.user_image,
      suspended_until,
    };
  };
  const { row, flags, others, user_image, suspended_until } = await database.prisma.$transaction(read, {
    isolationLevel: 'RepeatableRead',
  });
  const stored = flags.filter(({ is_counted }) => !is_counted);
  const keys = distinct(flags.flatMap(({ image_key }) => image_key ?? []));
  return {
    ...toFlagSummary(row),
    usernames: distinct(stored.map(({ username }) => username)),
    images: await Promise.all(
      keys.map(async (key) => ({ url: await files.signUrl(key), is_current: key === user_image })),
    ),
    calculations: toCalculations(stored),
    texts: stored.map(toText),
    counted: flags.length - stored.length,
    earlier: others.slice(0, flagLimits.earlier).map(toFlagSummary),
    suspended_until,
    may_answer: row.answer_id === null && !flags.some(({ flagger_id }) => flagger_id === viewer.id),
  };
}

const details = {
  flagger: { select: { username: true } },
  calculation: { select: { name: true, kind: true, shares: { select: { friend_id: true } } } },
} as const;

const withDetails = {
  orderBy: [{ created_at: 'asc' as const }, { id: 'asc' as const }],
  include: details,
};

const distinct = (texts: readonly string[]) => [...new Set(texts)];

type StoredFlag = Prisma.FlagGetPayload<{ include: typeof details }>;

const { reason: Reason } = Flag.shape.texts.element.shape;
const { shared: Shared } = Flag.shape.calculations.element.shape;
type Calculation = z.input<typeof Flag>['calculations'][number];

/** Staff read of a calculation what its list of shared ones begins with, and only while the flagger does. */
function toCalculation({ calculation_name, calculation, flagger_id }: StoredFlag): Calculation[] {
  if (calculation_name === null) return [];
  const isShared = calculation?.shares.some(({ friend_id }) => friend_id === flagger_id) ?? false;
  return [{ name: calculation_name, shared: Shared.parse(isShared ? calculation : null) }];
}

/** Each once. */
const toCalculations = (flags: readonly StoredFlag[]): Calculation[] => [
  ...new Map(flags.flatMap(toCalculation).map((one) => [JSON.stringify(one), one])).values(),
];

const toText = ({ flagger, reason, text, created_at }: StoredFlag) => ({
  flagger: flagger?.username ?? null,
  reason: Reason.parse(reason),
  text,
  created_at,
});
