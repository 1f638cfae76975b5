import type { SecondFactorMethod } from 'contract/accounts/signed-in.ts';
import type { SecondFactorModel } from '#generated/prisma/models.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Settings } from '#settings/settings.ts';

type Reader = Pick<Transaction, 'secondFactor' | 'recoveryCode'>;

const confirmed = (userId: string) => ({ user_id: userId, confirmed_at: { not: null } });

/** Confirmed second factors, the oldest first. */
export async function findFactors(reader: Reader, userId: string): Promise<SecondFactorModel[]> {
  return reader.secondFactor.findMany({
    where: confirmed(userId),
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
}

export async function hasFactor(reader: Reader, userId: string): Promise<boolean> {
  return (await reader.secondFactor.count({ where: confirmed(userId), take: 1 })) > 0;
}

export const countRecoveryCodes = (reader: Reader, userId: string): Promise<number> =>
  reader.recoveryCode.count({ where: { user_id: userId } });

export async function findMethods(
  { prisma }: Database,
  userId: string,
): Promise<{ methods: SecondFactorMethod[]; passkeys: SecondFactorModel[] }> {
  const factors = await findFactors(prisma, userId);
  const passkeys = factors.filter(({ method }) => method === 'passkey');
  const hasTotp = factors.length > passkeys.length;
  const hasCodes = factors.length > 0 && (await countRecoveryCodes(prisma, userId)) > 0;
  return {
    methods: [
      ...(hasTotp ? (['totp'] as const) : []),
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(hasCodes ? (['recovery_code'] as const) : []),
    ],
    passkeys,
  };
}

export const isSecondFactorRequired = ({ current }: Settings): boolean =>
  current().staff_second_factor === 'required';

/** With the last confirmed factor, the recovery codes are deleted. */
export async function removeFactor(tx: Transaction, userId: string, id: string): Promise<void> {
  await tx.secondFactor.deleteMany({ where: { user_id: userId, id } });
  if (!(await hasFactor(tx, userId))) await removeFactors(tx, userId);
}

/** Also resets the time of the second factor in all sessions. */
export async function removeFactors(tx: Transaction, userId: string): Promise<void> {
  const ofUser = { where: { user_id: userId } };
  await tx.secondFactor.deleteMany(ofUser);
  await tx.recoveryCode.deleteMany(ofUser);
  await tx.session.updateMany({ ...ofUser, data: { second_factor_at: null } });
}
