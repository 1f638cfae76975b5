import type { PasskeyAssertion } from 'contract/passkeys.ts';
import type { SecondFactorMethod } from 'contract/signed-in.ts';
import type { Keys } from '#auth/keys.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { findFactors, hasFactor } from './factors.ts';
import { type RelyingParty, verifyAssertion } from './passkeys.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { consumeChallenge, advanceCounter, consumeStep } from './second-factor.queries.ts';
import { stepOfCode } from './totp.ts';

export interface ShownFactor {
  method: SecondFactorMethod;
  code?: string | undefined;
  credential?: PasskeyAssertion | undefined;
  challenge: string;
}

export interface FactorDependencies {
  keys: Keys;
  /** Null where passkeys are not offered. */
  relyingParty: RelyingParty | null;
}

/** Consumes the factor; a failed transaction gives it back. */
export async function consumeFactor(
  tx: Transaction,
  { keys, relyingParty }: FactorDependencies,
  userId: string,
  { method, code = '', credential, challenge }: ShownFactor,
): Promise<boolean> {
  switch (method) {
    case 'totp':
      return consumeTotpCode(tx, keys, userId, code);
    case 'recovery_code':
      return (await hasFactor(tx, userId)) && consumeRecoveryCode(tx, userId, code);
    case 'passkey':
      if (!relyingParty || !credential) return false;
      return consumeAssertion(tx, relyingParty, userId, credential, challenge);
  }
}

async function consumeTotpCode(tx: Transaction, keys: Keys, userId: string, code: string): Promise<boolean> {
  const now = await readClock(tx);
  for (const factor of await findFactors(tx, userId)) {
    const step = factor.method === 'totp' ? stepOfCode(keys, factor, code, now) : null;
    if (step !== null && (await consumeStep(tx, factor.id, step)).length > 0) return true;
  }
  return false;
}

async function consumeAssertion(
  tx: Transaction,
  relyingParty: RelyingParty,
  userId: string,
  credential: PasskeyAssertion,
  challenge: string,
): Promise<boolean> {
  const passkey = await tx.secondFactor.findFirst({
    where: { user_id: userId, credential_id: credential.id, method: 'passkey' },
  });
  if (!passkey?.public_key) return false;
  const counter = await verifyAssertion(relyingParty, challenge, credential, {
    id: credential.id,
    publicKey: passkey.public_key,
    counter: Number(passkey.counter),
  });
  if (counter === null || (await consumeChallenge(tx, challenge)).length === 0) return false;
  return (await advanceCounter(tx, passkey.id, counter)).length > 0;
}
