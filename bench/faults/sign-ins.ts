/** A user who signs in and refreshes without a pause, and the results. */
import { refreshAccessToken } from 'contract/accounts/accounts.ts';
import type { Pool } from 'pg';
import { type Person, send, signIn } from './people.ts';
import type { Server } from './server.ts';

export interface SignIns {
  /** The acknowledged sessions. */
  refreshTokens: string[];
  refreshes: number;
  /** Sign-ins and refreshes with no response, or a wrong one. */
  failed: string[];
}

export const emptySignIns = (): SignIns => ({ refreshTokens: [], refreshes: 0, failed: [] });

export async function keepSigningIn(
  server: Server,
  person: Person,
  signIns: SignIns,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    try {
      await signIn(server, person);
      signIns.refreshTokens.push(person.refresh);
      const { status } = await refresh(server, person.refresh);
      if (status === 200) signIns.refreshes++;
      else signIns.failed.push(`refresh: ${status}`);
    } catch (error) {
      signIns.failed.push(String(error));
    }
  }
}

/** Acknowledged sessions that no longer work, and sessions that were not acknowledged. */
export async function findSessionFaults(
  server: Server,
  pool: Pool,
  { id }: Person,
  { refreshTokens }: SignIns,
): Promise<string[]> {
  const faults: string[] = [];
  for (const token of refreshTokens) {
    const { status } = await refresh(server, token);
    if (status !== 200) faults.push(`a session that was acknowledged is refused with ${status}`);
  }
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int FROM sessions WHERE user_id = $1',
    [id],
  );
  const found = rows[0]?.count ?? 0;
  if (found !== refreshTokens.length)
    faults.push(`${found} sessions, of which ${refreshTokens.length} were acknowledged`);
  return faults;
}

const refresh = (server: Server, token: string) =>
  send(server, 'POST', refreshAccessToken.url, { body: { refresh: token } });
