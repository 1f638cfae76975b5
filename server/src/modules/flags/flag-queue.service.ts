import {
  flagLimits,
  flagMessages,
  type FlagOutcome,
  flagOutcomeTexts,
} from 'contract/flags/flags.constants.ts';
import { Flag, type ListFlagsBody, type answerFlag as answerRoute } from 'contract/flags/flags.ts';
import type { z } from 'zod';
import type { RouteParsed } from 'contract/route.ts';
import { inWords } from 'contract/texts.ts';
import { mayManage, type Rank } from 'contract/users/permissions.ts';
import { v7 as uuidv7 } from 'uuid';
import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import type { Caller, Actor } from '#auth/sessions/callers.ts';
import type { Dependencies } from '#dependencies.ts';
import { toFlagSummary } from '#domain/flags/flag-summary.ts';
import {
  countFlagGroups,
  type FlagFilter,
  selectFlagGroups,
  selectLatestAnswered,
} from '#domain/flags/flags.queries.ts';
import { placePage } from '#domain/lists/lists.ts';
import { AppError, notFound, errorAtField, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { recordFlagEvent } from '#audit/audit.ts';
import { assertNotLastSuperuser, lockActorAndTarget } from '#domain/accounts/permissions.ts';
import { suspendAccount } from '#domain/accounts/suspension.ts';
import { recordUserUpdate, toStoredUser, writeDetails } from '#domain/accounts/user-details.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { notify, notifyUsers } from '#domain/notifications/notifications.ts';
import { releaseFlagImages, setUserImage } from '#domain/storage/user-images.ts';
import type { UserModel } from '#generated/prisma/models.ts';

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

type AnswerDependencies = Pick<Dependencies, 'database' | 'keys' | 'settings'>;
type Answer = RouteParsed<typeof answerRoute>['body'];

const withAgent = { include: { answer: { include: { agent: { select: { username: true } } } } } } as const;

/**
 * Answers all open flags about the same user and subject, and acts. The flagged user is locked, so no flag arrives meanwhile. Throws
 * `not_found`, also for a flag that the caller may not see, and `conflict` with the first answer.
 */
export async function answerFlag(deps: AnswerDependencies, actor: Actor, id: string, answer: Answer) {
  const { prisma } = deps.database;
  const { caller } = actor;
  const { user_id: userId } = await prisma.flag.findUniqueOrThrow({ where: { id } });
  return prisma.$transaction(async (tx) => {
    if (
      answer.outcome === 'suspended' &&
      maySee(caller.user, await tx.user.findUniqueOrThrow({ where: { id: userId } }))
    )
      await assertNotLastSuperuser(tx, caller, userId);
    const { manager, target } = await lockActorAndTarget(tx, caller, userId);
    if (!maySee(manager, target)) throw notFound();
    const flag = await tx.flag.findUniqueOrThrow({ where: { id }, ...withAgent });
    if (flag.answer) throw new AppError('conflict', answeredAlready(flag.answer));
    const row = { user_id: userId, subject: flag.subject, answer_id: null };
    const flags = await tx.flag.findMany({ where: row });
    if (flags.some(({ flagger_id }) => flagger_id === manager.id))
      throw new AppError('forbidden', flagMessages.ownFlag);
    if (flags.length !== answer.version) throw new AppError('conflict', flagMessages.moreFlags);
    await act(tx, deps, { actor, target, answer, images: flags.map(({ image_key }) => image_key) });
    const { outcome, note, message } = answer;
    const { answer_id: _open, ...subject } = row;
    const { id: answerId } = await tx.flagAnswer.create({
      data: { id: uuidv7(), ...subject, agent_id: manager.id, outcome, note, message },
    });
    await releaseFlagImages(tx, row);
    await tx.flag.updateMany({ where: row, data: { answer_id: answerId } });
    const text = flagOutcomeTexts[outcome];
    // The day tells reports apart, and nothing of the person.
    const notified = flags.flatMap(({ flagger_id, created_at }) =>
      flagger_id === null
        ? []
        : [{ userId: flagger_id, event: { kind: 'flag_answered', reportedAt: created_at, text } as const }],
    );
    await notifyUsers(tx, notified);
    await recordFlagEvent(tx, actor, {
      action: 'answerFlag',
      userId,
      details: { flag_id: id, flags: flags.length, subject: flag.subject, outcome },
    });
    const [answered] = await selectFlagGroups(tx, manager, { id }, { sort: 'oldest', skip: 0, take: 1 });
    if (!answered) throw notFound();
    return toFlagSummary(answered);
  });
}

/** Like the lists: nobody sees a flag about themselves. */
const maySee = (viewer: Rank, flagged: Rank) => viewer.id !== flagged.id && mayManage(viewer, flagged);

function answeredAlready({
  outcome,
  agent,
}: NonNullable<Prisma.FlagGetPayload<typeof withAgent>['answer']>): string {
  return `${agent?.username ?? 'Somebody'} has answered this already: ${inWords(outcome).toLowerCase()}.`;
}

interface Act {
  actor: Actor;
  target: UserModel;
  answer: Answer;
  /** Of the flags. */
  images: readonly (string | null)[];
}

/** No other way of acting on a user: each outcome does what the form of the user or its suspension does. */
async function act(
  tx: Transaction,
  { keys, settings }: AnswerDependencies,
  { actor, target, answer, images }: Act,
): Promise<void> {
  const { outcome, message, ends_at, username } = answer;
  const user = toStoredUser(target);
  switch (outcome) {
    case 'no_action':
      return;
    case 'warned':
      return sendMessage(tx, target, 'A message from our staff', message);
    case 'image_removed':
      if (user.user_image === null) throw new AppError('conflict', flagMessages.noImage);
      if (!images.includes(user.user_image)) throw new AppError('conflict', flagMessages.otherImage);
      await setUserImage(tx, settings, user.id, null);
      await recordUserUpdate(tx, actor, user, { fields: ['delete_image'], changes: {} });
      return sendMessage(tx, target, 'Your image was removed', textOf(outcome, message));
    case 'name_changed':
      if (username === undefined) return;
      if (username === user.username) throw validationFailed({ username: [flagMessages.sameName] });
      await writeDetails(tx, keys, user, { username });
      await recordUserUpdate(tx, actor, user, {
        fields: ['username'],
        changes: { username: { from: user.username, to: username } },
      });
      return sendMessage(tx, target, 'Your username was changed', textOf(outcome, message, username));
    case 'suspended':
      if (!ends_at) return;
      refuseEarlierEnd(target, ends_at, await readClock(tx));
      await suspendAccount(tx, actor, target, { reason: message, ends_at });
  }
}

/** The person would gain by a further report. */
function refuseEarlierEnd(target: UserModel, end: Date, now: Date): void {
  const present = target.suspended_until;
  if (present && isSuspendedAt(target, now) && end < present)
    throw errorAtField('conflict', 'ends_at', flagMessages.earlierEnd(present));
}

const textOf = (outcome: FlagOutcome, message: string, username = '') =>
  [
    outcome === 'image_removed'
      ? 'A member of our staff removed your image.'
      : `Your username is now “${username}”.`,
    message,
  ]
    .filter(Boolean)
    .join(' ');

async function sendMessage(
  tx: Transaction,
  { id, email, email_verified_at }: UserModel,
  title: string,
  text: string,
): Promise<void> {
  await notify(tx, id, { kind: 'staff_message', title, text });
  if (email_verified_at) await enqueueSecurityMail(tx, 'staff-message', email, text);
}
