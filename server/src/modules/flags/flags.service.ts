import { flagLimits, flagMessages } from 'contract/flags/flags.constants.ts';
import type { createFlag as createRoute } from 'contract/flags/flags.ts';
import type { RouteParsed } from 'contract/route.ts';
import { messages } from 'contract/texts.ts';
import { v7 as uuidv7 } from 'uuid';
import { recordFlagEvent } from '#audit/audit.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { addBlock } from '#domain/accounts/blocks.ts';
import { toOwnFlag, withAnswer } from '#domain/flags/flag-summary.ts';
import type { Paging } from '#domain/lists/list.ts';
import { placePage } from '#domain/lists/lists.ts';
import { AppError, notFound, tooManyRequests, validationFailed } from '#errors.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { selectMetUser } from './flags.queries.ts';

/**
 * Both users are locked, so the counts do not change until the transaction ends. A flag beyond the limit of open ones is the same to
 * its maker: otherwise somebody could count the flags about themselves with accounts of their own.
 */
export async function createFlag(
  { database }: HasDatabase,
  actor: Actor,
  { user_id, subject, reason, text, calculation_id, block }: RouteParsed<typeof createRoute>['body'],
) {
  const { user } = actor.caller;
  if (user_id === user.id) throw new AppError('conflict', flagMessages.self);
  return database.prisma.$transaction(async (tx) => {
    const flagger = (await lockUsers(tx, user.id, user_id)).find(({ id }) => id === user.id);
    if (!flagger) throw new AppError('token_not_valid');
    const now = await readClock(tx);
    refuseNewAccount(flagger, now);
    const [met] = await selectMetUser(tx, user.id, user_id, calculation_id);
    if (!met) throw notFound();
    if (subject === 'shared_calculation' && !met.shares_calculation)
      throw validationFailed({ subject: [flagMessages.notShared] });
    const { calculation_name } = met;
    if (calculation_id !== null && calculation_name === null)
      throw validationFailed({ calculation_id: [flagMessages.notThisShared] });
    const open = await tx.flag.count({ where: { user_id, subject, answer_id: null, is_counted: false } });
    const isCounted = open >= flagLimits.open;
    const flag = {
      id: uuidv7(),
      user_id,
      flagger_id: user.id,
      subject,
      reason,
      text,
      username: met.username,
      calculation_id,
      calculation_name,
      image_key: met.user_image,
      is_counted: isCounted,
    };
    // The index of open flags decides.
    const { count } = await tx.flag.createMany({ data: flag, skipDuplicates: true });
    if (count === 0) throw new AppError('already_flagged', block ? flagMessages.notBlocked : undefined);
    await refuseTooMany(tx, user.id, now);
    if (block) await addBlock(tx, user.id, user_id);
    const details = { flag_id: flag.id, subject, reason };
    await recordFlagEvent(tx, actor, { action: 'createFlag', userId: user_id, details });
    return toOwnFlag(await tx.flag.findUniqueOrThrow({ where: { id: flag.id }, ...withAnswer }));
  });
}

function refuseNewAccount({ email_verified_at, created_at }: UserModel, now: Date): void {
  const isOldEnough = created_at <= secondsAfter(now, -flagLimits.accountAgeHours * 3_600);
  if (!email_verified_at || !isOldEnough) throw new AppError('forbidden', flagMessages.tooNew);
}

/** The new flag is among those that are counted. */
async function refuseTooMany(tx: Transaction, userId: string, now: Date): Promise<void> {
  const { perDay } = flagLimits;
  const [oldest] = await tx.flag.findMany({
    where: { flagger_id: userId, created_at: { gt: secondsAfter(now, -daySeconds) } },
    orderBy: { created_at: 'desc' },
    skip: perDay,
    take: 1,
  });
  if (!oldest) return;
  const admittedAt = secondsAfter(oldest.created_at, daySeconds);
  const msg = `${messages.tooManyRequests}: at most ${perDay} reports a day.`;
  const limit = { name: 'flags', max: perDay, windowSeconds: daySeconds };
  throw tooManyRequests((admittedAt.getTime() - now.getTime()) / 1000, msg, limit);
}

const daySeconds = 24 * 3_600;

export async function readOwnFlag({ database }: HasDatabase, { user }: Caller, id: string) {
  const where = { id, flagger_id: user.id };
  return toOwnFlag(await database.prisma.flag.findUniqueOrThrow({ where, ...withAnswer }));
}

export async function listOwnFlags({ database }: HasDatabase, { user }: Caller, paging: Paging) {
  const where = { flagger_id: user.id };
  const { flag } = database.prisma;
  const totalFlag = await flag.count({ where });
  const { place, range } = placePage(paging, totalFlag);
  const flags = await flag.findMany({
    where,
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    ...range,
    ...withAnswer,
  });
  return { data: flags.map(toOwnFlag), totalFlag, ...place };
}
