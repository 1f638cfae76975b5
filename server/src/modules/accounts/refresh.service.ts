import { type LivingSession, renewSession, type SessionDependencies } from '#auth/sessions.ts';

/**
 * The session whose access token is to be issued anew, and the database's time; null unless it lives. Its refresh token
 * stays the same.
 */
export async function refreshAccessToken(
  deps: SessionDependencies,
  refreshToken: string,
): Promise<(LivingSession & { seconds: number }) | null> {
  return renewSession(deps, refreshToken);
}
