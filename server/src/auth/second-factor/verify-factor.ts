import type { PasskeyAssertion } from 'contract/second-factors/passkeys.ts';
import type { SecondFactorMethod } from 'contract/accounts/signed-in.ts';
import type { Keys } from '#auth/keys/keys.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { findFactors, hasFactor } from './factors.ts';
import { type RelyingParty, verifyAssertion } from './passkeys.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { consumeChallenge, advanceCounter, consumeStep } from './second-factor.queries.ts';
import { stepOfCode } from './totp.ts';

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
export async function consumeCode(
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
export async function verifyPasskey(
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
export async function consumePasskey(
  tx: Transaction,
  { id, challenge, counter }: VerifiedPasskey,
): Promise<boolean> {
  if ((await consumeChallenge(tx, challenge)).length === 0) return false;
  return (await advanceCounter(tx, id, counter)).length > 0;
}
