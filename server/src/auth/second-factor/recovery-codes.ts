import { createHash, randomBytes } from 'node:crypto';
import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { readTypeableCode, typeableCode } from '#auth/tokens/typeable-codes.ts';
import type { Transaction } from '#platform/database/database.ts';

/** A code of 16 characters with 5 random bits each. */
const newCode = () => typeableCode(randomBytes(16));

function hashOf(code: string): Buffer {
  return createHash('sha256').update(readTypeableCode(code).replaceAll('-', '')).digest();
}

/** The caller has locked the user. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, newCode);
  await tx.recoveryCode.deleteMany({ where: { user_id: userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ user_id: userId, code_hash: new Uint8Array(hashOf(code)) })),
  });
  return codes;
}

/** Resolves to true for only one of several parallel uses of a code. */
export async function consumeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const where = { user_id: userId, code_hash: new Uint8Array(hashOf(code)) };
  return (await tx.recoveryCode.deleteMany({ where })).count === 1;
}
