import type { OperationName } from 'contract/operations.ts';
import {
  secondFactorLimits,
  secondFactorMessages,
} from 'contract/second-factors/second-factors.constants.ts';
import { SecondFactor } from 'contract/second-factors/second-factors.ts';
import type { Dependencies } from '#dependencies.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import {
  countRecoveryCodes,
  findFactors,
  hasFactor,
  isSecondFactorRequired,
  removeFactor,
} from '#auth/second-factor/factors.ts';
import { refuseLastWay, type SignInMethods } from '#auth/recovery/last-way.ts';
import { replaceRecoveryCodes } from '#auth/second-factor/recovery-codes.ts';
import { lockSession } from '#domain/accounts/permissions.ts';
import { mailAccountLink } from '#domain/mail/account-mail.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { AppError, notFound } from '#errors.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { keyNameOf } from '#auth/keys/keys.ts';
import { seal, unseal } from '#auth/keys/sealing.ts';

export async function listSecondFactors({ database: { prisma } }: HasDatabase, { user }: Caller) {
  const factors = await findFactors(prisma, user.id);
  return {
    data: factors.map((factor) => SecondFactor.parse(factor)),
    recovery_codes_left: await countRecoveryCodes(prisma, user.id),
  };
}

/**
 * Locks the caller for a change of second factors. Throws `token_not_valid` if the session has ended, and
 * `reauthentication_required` if the user has factors and the session is older and never passed one.
 */
export async function lockForChange(tx: Transaction, caller: Caller): Promise<UserModel> {
  const user = await lockSession(tx, caller);
  const { second_factor_at } = await tx.session.findUniqueOrThrow({ where: { id: caller.session.id } });
  if (!second_factor_at && (await hasFactor(tx, user.id))) {
    throw new AppError('reauthentication_required');
  }
  return user;
}

/** Deletes abandoned enrolments. */
export async function refuseTooMany(tx: Transaction, userId: string): Promise<void> {
  const abandonedBefore = secondsAfter(await readClock(tx), -secondFactorLimits.enrolmentSeconds);
  await tx.secondFactor.deleteMany({
    where: { user_id: userId, confirmed_at: null, created_at: { lte: abandonedBefore } },
  });
  if ((await tx.secondFactor.count({ where: { user_id: userId } })) >= secondFactorLimits.maxFactors) {
    throw new AppError('conflict', secondFactorMessages.tooMany);
  }
}

/**
 * Records and emails a new factor, and marks the session as having passed it. Resolves to recovery
 * codes for the first factor.
 */
export async function finishEnrolment(
  tx: Transaction,
  actor: Actor,
  user: UserModel,
  factor: { id: string; method: string; isFirst: boolean },
) {
  const { session } = actor.caller;
  await tx.session.update({ where: { id: session.id }, data: { second_factor_at: await readClock(tx) } });
  await recordChange(tx, actor, user, {
    action: factor.method === 'totp' ? 'confirmTotp' : 'addPasskey',
    what: 'added a second factor',
    method: factor.method,
  });
  const { id: userId, email } = user;
  await mailAccountLink(tx, 'second-factor-added', { userId, email, secondFactorId: factor.id });
  const recovery_codes = factor.isFirst ? await replaceRecoveryCodes(tx, user.id) : null;
  return { msg: secondFactorMessages.added, recovery_codes };
}

export async function deleteSecondFactor(
  { database, settings, ...methods }: Pick<Dependencies, 'database' | 'settings'> & SignInMethods,
  actor: Actor,
  id: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const user = await lockForChange(tx, actor.caller);
    const factors = await findFactors(tx, user.id);
    const factor = factors.find((found) => found.id === id);
    if (!factor) throw notFound();
    const isLast = factors.length === 1;
    if (isLast && (user.is_staff || user.is_superuser) && isSecondFactorRequired(settings)) {
      throw new AppError('conflict', secondFactorMessages.lastRequired);
    }
    await refuseLastWay(tx, methods, user, { id });
    await removeFactor(tx, user.id, id);
    await recordChange(tx, actor, user, {
      action: 'deleteSecondFactor',
      what: 'removed a second factor',
      method: factor.method,
    });
    await enqueueSecurityMail(tx, 'second-factor-removed', user.email);
  });
}

export async function makeRecoveryCodes({ database }: HasDatabase, actor: Actor) {
  return database.prisma.$transaction(async (tx) => {
    const user = await lockForChange(tx, actor.caller);
    if (!(await hasFactor(tx, user.id))) throw new AppError('conflict', secondFactorMessages.noneYet);
    await recordChange(tx, actor, user, {
      action: 'makeRecoveryCodes',
      what: 'made new recovery codes',
      method: 'recovery_code',
    });
    await enqueueSecurityMail(tx, 'recovery-codes-made', user.email);
    return { recovery_codes: await replaceRecoveryCodes(tx, user.id) };
  });
}

/** Records the change in the audit trail and notifies the user. The caller sends the email. */
async function recordChange(
  tx: Transaction,
  actor: Actor,
  { id, username }: UserModel,
  { action, what, method }: { action: OperationName; what: string; method: string },
): Promise<void> {
  await recordStaffEvent(tx, actor, {
    action,
    userId: id,
    message: `${what}.`,
    details: { username, method },
  });
  await notify(tx, id, { kind: 'account_change', change: 'second_factor_changed' });
}

/** An idempotent job: re-encrypts secrets that only the previous secret decrypts. */
export async function resealSecrets({
  database,
  keys,
}: Pick<Dependencies, 'database' | 'keys'>): Promise<void> {
  const { previous, totpSecret } = keys;
  if (!previous || keyNameOf(previous.totpSecret) === keyNameOf(totpSecret)) return;
  const factors = await database.prisma.secondFactor.findMany({
    where: { sealed_secret: { not: null } },
    select: { id: true, sealed_secret: true },
  });
  for (const { id, sealed_secret } of factors) {
    const plain = sealed_secret && unseal([previous.totpSecret], sealed_secret, id);
    if (!plain) continue;
    const resealed = Uint8Array.from(seal(totpSecret, plain, id));
    await database.prisma.secondFactor.updateMany({ where: { id }, data: { sealed_secret: resealed } });
  }
}
