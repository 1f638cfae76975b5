import { type LivingSession, renewSession } from '#domain/sessions.ts';
import type { Database } from '#platform/database.ts';

/**
 * The session whose access token is to be issued anew, and the database's time; null unless it lives. Its refresh token
 * stays the same.
 */
export async function refreshAccessToken(
  { database }: { database: Database },
  refreshToken: string,
): Promise<(LivingSession & { seconds: number }) | null> {
  return renewSession(database, refreshToken);
}
