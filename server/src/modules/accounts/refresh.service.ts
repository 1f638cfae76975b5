import { type LivingSession, renewSession } from '#domain/sessions.ts';
import type { Database } from '#platform/database.ts';

/** The session whose access token is to be issued anew; null unless it lives. Its refresh token stays the same. */
export async function refreshAccessToken(
  { database }: { database: Database },
  refreshToken: string,
): Promise<LivingSession | null> {
  return renewSession(database, refreshToken);
}
