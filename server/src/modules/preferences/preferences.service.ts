import {
  defaultPreferences,
  type Preferences,
  preferenceMessages,
} from 'contract/preferences/preferences.ts';
import { isSigned, type Keys } from '#auth/keys/keys.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { AppError } from '#errors.ts';
import { type HasDatabase, isForeignKeyViolation } from '#platform/database/database.ts';

export async function getPreferences({ database }: HasDatabase, { user }: Caller): Promise<Preferences> {
  const stored = await database.prisma.preferences.findUnique({
    where: { user_id: user.id },
    omit: { user_id: true },
  });
  return stored ?? defaultPreferences;
}

/** Throws `token_not_valid` if the caller was deleted in the meantime. */
export async function updatePreferences(
  { database }: HasDatabase,
  { user }: { user: Pick<Caller['user'], 'id'> },
  changes: Partial<Preferences>,
): Promise<Preferences> {
  const save = database.prisma.preferences.upsert({
    where: { user_id: user.id },
    create: { user_id: user.id, ...changes },
    update: changes,
    omit: { user_id: true },
  });
  return save.catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new AppError('token_not_valid') : error;
  });
}

/** Can be repeated. The token is valid as long as the secret, because an old email must still end the emails. */
export async function unsubscribe(
  { database, keys }: HasDatabase & { keys: Keys },
  { uid, token }: { uid: string; token: string },
): Promise<void> {
  if (!isSigned(keys, 'unsubscribeLink', uid, token)) {
    throw new AppError('invalid_link', preferenceMessages.unsubscribeLinkInvalid);
  }
  // Without a row, emails are off.
  await database.prisma.preferences.updateMany({ where: { user_id: uid }, data: { cash_rate_mail: false } });
}
