import { tokenScopes } from 'contract/tokens/tokens.constants.ts';
import { createHash, randomBytes } from 'node:crypto';
import { refuseSuspended } from '#auth/credentials/suspension.ts';
import type { Settings } from '#settings/settings.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { selectTokenOwner, type TokenOwner, touchToken } from './api-tokens.queries.ts';
import { type Caller, callerUser } from '#auth/sessions/callers.ts';

const secretBytes = 32;
const prefixLength = 'dcl_'.length + 6;

const tokenForm = /^dcl_[A-Za-z0-9_-]{43}$/;

/** Decided by the prefix, so that a damaged API token is not treated as an access token. */
export const isApiToken = (token: string): boolean => token.startsWith('dcl_');

/** A plain hash is sufficient for 256 random bits. */
export const hashOf = (token: string) => Buffer.from(createHash('sha256').update(token).digest());

export function newApiToken(): { token: string; hash: Buffer<ArrayBuffer>; prefix: string } {
  const token = `dcl_${randomBytes(secretBytes).toString('base64url')}`;
  return { token, hash: hashOf(token), prefix: token.slice(0, prefixLength) };
}

/** Throws `account_suspended`. */
export async function findTokenCaller(
  { database, settings }: { database: Database; settings: Settings },
  token: string,
): Promise<Caller | null> {
  if (!tokenForm.test(token)) return null;
  const [row] = await selectTokenOwner(database, hashOf(token));
  if (!row) return null;
  refuseSuspended(settings, row);
  // Best effort: accurate to a minute.
  if (row.is_touch_due) touchToken(database, row.token_id).catch(() => {});
  return toCaller(row);
}

function toCaller(row: TokenOwner): Caller {
  return {
    user: callerUser(row),
    session: {
      id: row.token_id,
      created_at: row.created_at,
      isRecent: false,
      isWithoutPassword: true,
      beganWithoutPassword: true,
      hasPassedSecondFactor: row.is_by_factor,
      isReadOnly: false,
      device_id: null,
    },
    // A newer version may have added others.
    scopes: tokenScopes.filter((scope) => row.scopes.includes(scope)),
  };
}

/** Deletes all tokens of a user. While the caller has locked the user's row, none is created. */
export async function endApiTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.apiToken.deleteMany({ where: { user_id: userId } });
}
