import { deviceLimits } from 'contract/accounts.constants.ts';
import type { Config } from '#config.ts';
import { deriveKeys, keyNameOf, type Keys } from '#auth/keys.ts';
import { unseal } from '#auth/sealing.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Database } from '#platform/database/database.ts';
import { readSecret } from '#platform/process/secret.ts';
import type { ProductDatabase } from './check-database.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Whether `JWT_SECRET_PREVIOUS` is still needed to verify or decrypt anything. */
export async function checkPreviousSecret(
  { database }: ProductDatabase,
  { jwtSecret, jwtSecretPrevious, dataDir }: Config,
): Promise<Finding[]> {
  const secret = jwtSecret ?? readSecret(dataDir);
  if (jwtSecretPrevious === undefined || secret === undefined) return [ok('one')];
  const keys = deriveKeys(secret, jwtSecretPrevious);
  const { sessions, links, devices } = await countSignedBefore(database, keyNameOf(keys.auditSeal));
  const factors = await countSealedBefore(database, keys);
  if (sessions + links + devices + factors === 0) {
    return [warning('JWT_SECRET_PREVIOUS is used by nothing any more. Empty it.')];
  }
  return [
    ok(
      `JWT_SECRET_PREVIOUS still stands for ${sessions} sessions, ${links} links, ${devices} devices and ${factors} second factors`,
    ),
  ];
}

/** Events older than the first seal under the current secret were signed with the previous one. */
async function countSignedBefore({ prisma }: Database, keyName: string) {
  const now = await readClock(prisma);
  const first = await prisma.auditSeal.findFirst({
    where: { key_name: keyName },
    orderBy: { id: 'asc' },
    select: { sealed_at: true },
  });
  const created_at = first ? { lt: first.sealed_at } : {};
  const forgottenAt = secondsAfter(now, -deviceLimits.knownDays * 24 * 60 * 60);
  return {
    sessions: await prisma.session.count({
      where: { revoked_at: null, expires_at: { gt: now }, created_at },
    }),
    links: await prisma.accountLink.count({ where: { expires_at: { gt: now }, created_at } }),
    devices: await prisma.device.count({ where: { last_used_at: { gt: forgottenAt, ...created_at } } }),
  };
}

async function countSealedBefore({ prisma }: Database, { totpSecret }: Keys): Promise<number> {
  const factors = await prisma.secondFactor.findMany({
    where: { sealed_secret: { not: null } },
    select: { id: true, sealed_secret: true },
  });
  return factors.filter(({ id, sealed_secret }) => sealed_secret && !unseal([totpSecret], sealed_secret, id))
    .length;
}
