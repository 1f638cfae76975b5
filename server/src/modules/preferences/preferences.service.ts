import { defaultPreferences, type Preferences } from 'contract/preferences/preferences.ts';
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
