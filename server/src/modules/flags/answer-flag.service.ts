import {
  type FlagOutcome,
  flagMessages,
  flagOutcomeLabels,
  flagOutcomeTexts,
} from 'contract/flags/flags.constants.ts';
import type { answerFlag as answerRoute } from 'contract/flags/flags.ts';
import type { RouteParsed } from 'contract/route.ts';
import { mayManage, type Rank } from 'contract/users/permissions.ts';
import { v7 as uuidv7 } from 'uuid';
import { recordFlagEvent } from '#audit/audit.ts';
import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import type { Dependencies } from '#dependencies.ts';
import { assertNotLastSuperuser, lockActorAndTarget } from '#domain/accounts/permissions.ts';
import { suspendAccount } from '#domain/accounts/suspension.ts';
import { recordUserUpdate, toStoredUser, writeDetails } from '#domain/accounts/user-details.ts';
import { toFlagSummary } from '#domain/flags/flag-summary.ts';
import { selectFlagGroups } from '#domain/flags/flags.queries.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { notify, notifyUsers } from '#domain/notifications/notifications.ts';
import { releaseFlagImages, setUserImage } from '#domain/storage/user-images.ts';
import { AppError, errorAtField, notFound, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';

type AnswerDependencies = Pick<Dependencies, 'database' | 'keys' | 'settings'>;
type Answer = RouteParsed<typeof answerRoute>['body'];

const withAgent = { include: { answer: { include: { agent: { select: { username: true } } } } } } as const;
type StoredFlag = Prisma.FlagGetPayload<typeof withAgent>;

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

function answeredAlready({ outcome, agent }: NonNullable<StoredFlag['answer']>): string {
  const label = (flagOutcomeLabels as Partial<Record<string, string>>)[outcome] ?? outcome;
  return `${agent?.username ?? 'Somebody'} has answered this already: ${label.toLowerCase()}.`;
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
