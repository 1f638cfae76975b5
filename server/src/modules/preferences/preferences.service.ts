import { defaultPreferences, type Preferences } from 'contract/preferences.ts';
import type { Caller } from '#auth/callers.ts';
import type { HasDatabase } from '#platform/database/database.ts';

export async function getPreferences(
  { database }: HasDatabase,
  { user }: Pick<Caller, 'user'>,
): Promise<Preferences> {
  const stored = await database.prisma.preferences.findUnique({
    where: { user_id: user.id },
    omit: { user_id: true },
  });
  return stored ?? defaultPreferences;
}

export async function updatePreferences(
  { database }: HasDatabase,
  { user }: Pick<Caller, 'user'>,
  changes: Partial<Preferences>,
): Promise<Preferences> {
  return database.prisma.preferences.upsert({
    where: { user_id: user.id },
    create: { user_id: user.id, ...changes },
    update: changes,
    omit: { user_id: true },
  });
}
