import { tokenLimits } from 'contract/tokens/tokens.constants.ts';
import { type CreateTokenBody, Token } from 'contract/tokens/tokens.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { newApiToken } from '#auth/tokens/api-tokens.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { lockSession } from '#domain/accounts/permissions.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { AppError, validationFailed } from '#errors.ts';
import type { ApiTokenModel } from '#generated/prisma/models.ts';
import { daysAfter, readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { claimEndingTokens } from './tokens.queries.ts';

export async function listTokens({ database: { prisma } }: HasDatabase, { user }: Caller) {
  const tokens = await prisma.apiToken.findMany({
    where: { user_id: user.id, expires_at: { gt: await readClock(prisma) } },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  return { data: tokens.map((token) => Token.parse(token)) };
}

/** Resolves to the token itself, which is not stored. */
export async function createToken(
  { database }: HasDatabase,
  actor: Actor,
  body: z.output<typeof CreateTokenBody>,
) {
  return database.prisma.$transaction(async (tx) => {
    // Ending all tokens of a user takes this lock as well.
    const owner = await lockSession(tx, actor.caller);
    await checkNewToken(tx, owner.id, body.expires_at);
    const { token, hash, prefix } = newApiToken();
    const stored = await tx.apiToken.create({
      data: {
        id: uuidv7(),
        user_id: owner.id,
        name: body.name,
        scopes: [...new Set(body.scopes)],
        prefix,
        token_hash: hash,
        expires_at: body.expires_at,
        is_by_factor: actor.caller.session.hasPassedSecondFactor,
      },
    });
    const { scopes, expires_at } = stored;
    await recordStaffEvent(tx, actor, {
      action: 'createToken',
      userId: owner.id,
      message: `made the token ${prefix}… for a program.`,
      details: { username: owner.username, prefix, scopes, expires_at },
    });
    await enqueueSecurityMail(tx, 'token-created', owner.email, nameInMail(stored));
    return { token, data: Token.parse(stored) };
  });
}

async function checkNewToken(tx: Transaction, userId: string, expiresAt: Date): Promise<void> {
  const now = await readClock(tx);
  if (expiresAt <= now) throw validationFailed({ expires_at: ['Must be in the future.'] });
  if (expiresAt > daysAfter(now, tokenLimits.maxDays)) {
    throw validationFailed({ expires_at: [`Must be at most ${tokenLimits.maxDays} days ahead.`] });
  }
  const valid = await tx.apiToken.count({ where: { user_id: userId, expires_at: { gt: now } } });
  if (valid >= tokenLimits.perUser) {
    throw new AppError('conflict', `You have ${tokenLimits.perUser} tokens. Please revoke one first.`);
  }
}

export async function deleteToken({ database }: HasDatabase, actor: Actor, id: string): Promise<void> {
  const { user } = actor.caller;
  await database.prisma.$transaction(async (tx) => {
    const token = await tx.apiToken.delete({ where: { id, user_id: user.id } });
    await recordStaffEvent(tx, actor, {
      action: 'deleteToken',
      userId: user.id,
      message: `revoked the token ${token.prefix}…`,
      details: { username: user.username, prefix: token.prefix },
    });
  });
}

/** An idempotent job. */
export async function cleanUpTokens({ database: { prisma } }: HasDatabase): Promise<void> {
  await prisma.$transaction(async (tx) => {
    for (const token of await claimEndingTokens(tx)) {
      await enqueueSecurityMail(tx, 'token-ending', token.email, nameInMail(token));
    }
  });
  await prisma.apiToken.deleteMany({ where: { expires_at: { lt: await readClock(prisma) } } });
}

/** Contains no text that the owner chose. */
const nameInMail = ({ prefix, expires_at }: Pick<ApiTokenModel, 'prefix' | 'expires_at'>) =>
  `${prefix}…, which expires on ${expires_at.toISOString().slice(0, 10)} (UTC)`;
