import { deviceLimits } from 'contract/accounts.constants.ts';
import type { Config } from '#config.ts';
import { deriveKeys, keyNameOf, type Keys } from '#auth/keys.ts';
import { unseal } from '#auth/sealing.ts';
import { readSecret } from '#platform/process/secret.ts';
import type { ProductDatabase } from './check-database.ts';
import { type Finding, ok, warning } from './finding.ts';

/** What was made before the audit trail was first sealed under the present secret was signed with the one before. */
const signedBefore = `
  WITH change AS (SELECT coalesce(min(sealed_at), 'infinity') AS at FROM audit_seals WHERE key_name = $1)
  SELECT (SELECT count(*)::int FROM sessions, change
          WHERE revoked_at IS NULL AND expires_at > now() AND created_at < at) AS sessions,
         (SELECT count(*)::int FROM account_links, change WHERE expires_at > now() AND created_at < at) AS links,
         (SELECT count(*)::int FROM devices, change
          WHERE last_used_at < at AND last_used_at > now() - $2 * interval '1 day') AS devices`;

/** What only `JWT_SECRET_PREVIOUS` verifies or opens, and whether it can go. */
export async function checkPreviousSecret(
  { database }: ProductDatabase,
  { jwtSecret, jwtSecretPrevious, dataDir }: Config,
): Promise<Finding[]> {
  const secret = jwtSecret ?? readSecret(dataDir);
  if (jwtSecretPrevious === undefined || secret === undefined) return [ok('one')];
  const keys = deriveKeys(secret, jwtSecretPrevious);
  const { rows } = await database.pool.query<Record<'sessions' | 'links' | 'devices', number>>(signedBefore, [
    keyNameOf(keys.auditSeal),
    deviceLimits.knownDays,
  ]);
  const { sessions = 0, links = 0, devices = 0 } = rows[0] ?? {};
  const factors = await countSealedBefore({ database }, keys);
  if (sessions + links + devices + factors === 0) {
    return [warning('JWT_SECRET_PREVIOUS is used by nothing any more. Empty it.')];
  }
  return [
    ok(
      `JWT_SECRET_PREVIOUS still stands for ${sessions} sessions, ${links} links, ${devices} devices and ${factors} second factors`,
    ),
  ];
}

async function countSealedBefore(
  { database }: Pick<ProductDatabase, 'database'>,
  { totpSecret }: Keys,
): Promise<number> {
  const { rows } = await database.pool.query<{ id: string; sealed_secret: Buffer }>(
    'SELECT id, sealed_secret FROM second_factors WHERE sealed_secret IS NOT NULL',
  );
  return rows.filter(({ id, sealed_secret }) => !unseal([totpSecret], sealed_secret, id)).length;
}
