import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import type { Config } from '#platform/config/config.ts';
import { deriveKeys, keyNameOf } from '#auth/keys/keys.ts';
import { unseal } from '#auth/keys/sealing.ts';
import { daysAfter, readClock } from '#platform/database/clock-and-locks.queries.ts';
import { readSecret } from '#platform/process/secret.ts';
import type { ProductDatabase } from './check-database.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Whether `JWT_SECRET_PREVIOUS` is still needed to verify or decrypt anything. */
export async function checkPreviousSecret(
  { database: { prisma } }: ProductDatabase,
  { jwtSecret, jwtSecretPrevious, dataDir }: Config,
): Promise<Finding> {
  const secret = jwtSecret ?? readSecret(dataDir);
  if (jwtSecretPrevious === undefined || secret === undefined) return ok('one');
  const { auditSeal, totpSecret, previous } = deriveKeys(secret, jwtSecretPrevious);
  const now = await readClock(prisma);
  // Everything older than the first seal with the current secret was signed with the previous one.
  const first = await prisma.auditSeal.findFirst({
    where: { key_name: keyNameOf(auditSeal) },
    orderBy: { id: 'asc' },
    select: { sealed_at: true },
  });
  const created_at = first ? { lt: first.sealed_at } : {};
  const expires_at = { gt: now };
  const last_used_at = { gt: daysAfter(now, -deviceLimits.knownDays), ...created_at };
  const sessions = await prisma.session.count({ where: { revoked_at: null, expires_at, created_at } });
  const links = await prisma.accountLink.count({ where: { expires_at, created_at } });
  const devices = await prisma.device.count({ where: { last_used_at } });
  const sealed = await prisma.secondFactor.findMany({ select: { id: true, sealed_secret: true } });
  const factors = sealed.filter(
    ({ id, sealed_secret }) => sealed_secret && !unseal([totpSecret], sealed_secret, id),
  ).length;
  const last = await prisma.auditSeal.findFirst({ orderBy: { id: 'desc' }, select: { key_name: true } });
  if (last && previous && last.key_name === keyNameOf(previous.auditSeal)) {
    return ok(
      'JWT_SECRET_PREVIOUS signed the last seal of the audit trail. The next event is sealed with both',
    );
  }
  return sessions + links + devices + factors === 0
    ? warning('JWT_SECRET_PREVIOUS is used by nothing any more. Empty it.')
    : ok(
        `JWT_SECRET_PREVIOUS still stands for ${sessions} sessions, ${links} links, ${devices} devices and ${factors} second factors`,
      );
}
