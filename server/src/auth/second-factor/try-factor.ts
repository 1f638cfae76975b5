import {
  secondFactorLimits,
  secondFactorMessages,
} from 'contract/second-factors/second-factors.constants.ts';
import type { PasskeyAssertion } from 'contract/second-factors/passkeys.ts';
import type { SecondFactorMethod } from 'contract/accounts/signed-in.ts';
import { AppError, errorAtField } from '#errors.ts';
import type { ClientInfo } from '#audit/audit.ts';
import { lockedError, recordFailure } from '#auth/credentials/credentials.ts';
import { type LoginGuard, tryPassword } from '#auth/credentials/login-guards.ts';
import type { Settings } from '#settings/settings.ts';
import type { Account } from '#auth/credentials/users.queries.ts';
import { type Database, isForeignKeyViolation, type Transaction } from '#platform/database/database.ts';
import type { Keys } from '#auth/keys/keys.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import {
  type DailyCount,
  releaseDailyAttempt,
  reserveDailyAttempt,
  selectDailyWait,
  consumeChallenge,
  advanceCounter,
  consumeStep,
} from './second-factor.queries.ts';
import { findFactors, hasFactor } from './factors.ts';
import { type RelyingParty, verifyAssertion } from './passkeys.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/** Where wrong codes are counted: those in a row, and those of a day. */
interface FactorCount {
  guard: LoginGuard;
  daily: DailyCount;
}

const { wrongPerDay } = secondFactorLimits;

/**
 * A known device has a count of its own, so that an attacker who knows the password does not use up the attempts of the owner. A
 * temporary password does not bypass the count.
 */
export function signInCount(userId: string, knownDeviceId: string | null): FactorCount {
  const key = `second-factor:${userId}`;
  if (knownDeviceId === null) {
    return { guard: { key, userId }, daily: { purpose: 'sign_in', perDay: wrongPerDay.sign_in } };
  }
  return {
    guard: { key: `${key}:${knownDeviceId}`, userId },
    daily: { purpose: `device:${knownDeviceId}`, perDay: wrongPerDay.device },
  };
}

export const sessionCount = (userId: string): FactorCount => ({
  guard: { key: `session-factor:${userId}`, userId },
  daily: { purpose: 'reauthenticate', perDay: wrongPerDay.reauthenticate },
});

interface FactorAttempt {
  account: Account;
  count: FactorCount;
  presented: PresentedFactor;
}

/**
 * The only check of a second factor. A code is counted before it is checked. A passkey is not counted, because its
 * signature cannot be guessed. `onPassed` runs in the transaction that consumes the factor. Throws `invalid_code` and
 * `too_many_requests`.
 */
export async function tryFactor<Result>(
  deps: FactorDependencies & { database: Database; settings: Settings },
  clientInfo: ClientInfo,
  { account, count, presented }: FactorAttempt,
  onPassed: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { database } = deps;
  let passed: { result: Result } | undefined;
  const use = (consume: (tx: Transaction) => Promise<boolean>) =>
    database.prisma.$transaction(async (tx) => {
      if (!(await consume(tx))) return false;
      passed = { result: await onPassed(tx) };
      return true;
    });
  let isRight: boolean;
  if (presented.method === 'passkey') {
    const verified = await verifyPasskey(database, deps, account.id, presented);
    isRight = verified !== null && (await use((tx) => consumePasskey(tx, verified)));
  } else {
    const useCode = () => use((tx) => consumeCode(tx, deps, account.id, presented));
    isRight = await tryCode(deps, clientInfo, { account, count, useCode });
  }
  if (isRight && passed) return passed.result;
  await recordFailure(database, clientInfo, account, { reason: 'wrong second factor' });
  throw invalidCode();
}

async function tryCode(
  deps: { database: Database; settings: Settings },
  clientInfo: ClientInfo,
  { account, count, useCode }: Pick<FactorAttempt, 'account' | 'count'> & { useCode: () => Promise<boolean> },
): Promise<boolean> {
  const { database } = deps;
  const { guard, daily } = count;
  const refuse = (seconds: number) => lockedError(database, clientInfo, { account, guard, seconds });
  const verify = async () => {
    const [counted] = await reserveDailyAttempt(database, account.id, daily);
    if (!counted) {
      const [wait] = await selectDailyWait(database, account.id, daily);
      throw await refuse(wait?.seconds ?? 1);
    }
    let isWrong = false;
    try {
      const isRight = await useCode();
      isWrong = !isRight;
      return isRight;
    } finally {
      if (!isWrong) await releaseDailyAttempt(database, account.id, daily, counted.reserved);
    }
  };
  const verdict = await tryPassword(deps, guard, verify).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? signInExpired() : error;
  });
  if (verdict === 'right') return true;
  if ('refusedForSeconds' in verdict) throw await refuse(verdict.refusedForSeconds);
  return false;
}

export const invalidCode = () => new AppError('invalid_code');

/** The user must sign in again from the start. */
export const signInExpired = () => errorAtField('invalid_code', 'token', secondFactorMessages.signInExpired);

export interface PresentedFactor {
  method: SecondFactorMethod;
  code?: string | undefined;
  credential?: PasskeyAssertion | undefined;
  challenge: string;
}

export interface FactorDependencies {
  keys: Keys;
  /** Null if passkeys are disabled. */
  relyingParty: RelyingParty | null;
}

/** If the transaction fails, the code remains usable. */
async function consumeCode(
  tx: Transaction,
  { keys }: FactorDependencies,
  userId: string,
  { method, code = '' }: PresentedFactor,
): Promise<boolean> {
  if (method === 'totp') return consumeTotpCode(tx, keys, userId, code);
  return (await hasFactor(tx, userId)) && consumeRecoveryCode(tx, userId, code);
}

async function consumeTotpCode(tx: Transaction, keys: Keys, userId: string, code: string): Promise<boolean> {
  const now = await readClock(tx);
  for (const factor of await findFactors(tx, userId)) {
    const step = factor.method === 'totp' ? stepOfCode(keys, factor, code, now) : null;
    if (step !== null && (await consumeStep(tx, factor.id, step)).length > 0) return true;
  }
  return false;
}

interface VerifiedPasskey {
  id: string;
  challenge: string;
  counter: number;
}

/** Call it outside a transaction, because anyone may send wrong signatures. Null for a wrong signature. */
async function verifyPasskey(
  { prisma }: Database,
  { relyingParty }: FactorDependencies,
  userId: string,
  { credential, challenge }: PresentedFactor,
): Promise<VerifiedPasskey | null> {
  if (!relyingParty || !credential) return null;
  const passkey = await prisma.secondFactor.findFirst({
    where: { user_id: userId, credential_id: credential.id, method: 'passkey' },
  });
  if (!passkey?.public_key) return null;
  const counter = await verifyAssertion(relyingParty, challenge, credential, {
    id: credential.id,
    publicKey: passkey.public_key,
    counter: Number(passkey.counter),
  });
  return counter === null ? null : { id: passkey.id, challenge, counter };
}

/** If the transaction fails, the challenge remains usable. */
async function consumePasskey(tx: Transaction, { id, challenge, counter }: VerifiedPasskey) {
  if ((await consumeChallenge(tx, challenge)).length === 0) return false;
  return (await advanceCounter(tx, id, counter)).length > 0;
}
