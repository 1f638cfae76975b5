import { secondFactorMessages } from 'contract/second-factors.constants.ts';
import { AppError } from '#errors.ts';
import type { ClientInfo } from '#auth/audit.ts';
import { recordFailure, tooManyTries } from '#auth/credentials.ts';
import { type LoginGuard, tryPassword } from '#auth/login-guards.ts';
import type { Settings } from '#settings.ts';
import type { Account } from '#auth/users.queries.ts';
import { type Database, isForeignKeyViolation, type Transaction } from '#platform/database/database.ts';
import { summarizeRefusals } from '#platform/rate-limits/rate-limiter.ts';
import {
  releaseDailyTry,
  reserveDailyTry,
  selectDailyWait,
  type TryPurpose,
} from './second-factor.queries.ts';
import { type FactorDependencies, type ShownFactor, consumeFactor } from './verify-factor.ts';

/** Neither a device nor a temporary password bypasses it. */
export const factorGuard = (userId: string): LoginGuard => ({ key: `second-factor:${userId}`, userId });

interface FactorTry {
  account: Account;
  purpose: TryPurpose;
  guard: LoginGuard;
  shown: ShownFactor;
}

/**
 * The only second-factor check, counted before it is made. `onPassed` runs in the transaction that
 * consumes the factor. Throws `invalid_code` and `too_many_requests`.
 */
export async function tryFactor<Result>(
  deps: FactorDependencies & { database: Database; settings: Settings },
  clientInfo: ClientInfo,
  { account, purpose, guard, shown }: FactorTry,
  onPassed: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { database } = deps;
  const refuse = (seconds: number) => refusal(database, clientInfo, account, guard, seconds);
  let passed: { result: Result } | undefined;
  const verify = async () => {
    const [daily] = await reserveDailyTry(database, account.id, purpose);
    if (!daily) {
      const [wait] = await selectDailyWait(database, account.id, purpose);
      throw await refuse(wait?.seconds ?? 1);
    }
    const use = async (tx: Transaction) => {
      if (!(await consumeFactor(tx, deps, account.id, shown))) return false;
      passed = { result: await onPassed(tx) };
      return true;
    };
    let isWrong = false;
    try {
      const isRight = await database.prisma.$transaction(use);
      isWrong = !isRight;
      return isRight;
    } finally {
      if (!isWrong) await releaseDailyTry(database, account.id, purpose, daily.reserved);
    }
  };
  const verdict = await tryPassword(deps, guard, verify).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? signInOver() : error;
  });
  if (typeof verdict === 'object') throw await refuse(verdict.refusedForSeconds);
  if (verdict === 'right' && passed) return passed.result;
  await recordFailure(database, clientInfo, account, { reason: 'wrong second factor' });
  throw invalidCode();
}

const countRefusals = summarizeRefusals();

async function refusal(
  database: Database,
  clientInfo: ClientInfo,
  account: Account,
  { key }: LoginGuard,
  seconds: number,
): Promise<AppError> {
  const refusals = countRefusals(key);
  if (refusals) await recordFailure(database, clientInfo, account, { reason: 'locked', refusals });
  return tooManyTries(seconds);
}

export const invalidCode = () => new AppError('invalid_code');

/** The sign-in has to start again. */
export const signInOver = () =>
  new AppError('invalid_code', secondFactorMessages.signInOver, {
    details: { token: [secondFactorMessages.signInOver] },
  });
