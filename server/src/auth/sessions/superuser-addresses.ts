import type { Caller } from '#auth/sessions/callers.ts';
import type { Database } from '#platform/database/database.ts';
import { noteSuperuser } from './superuser-addresses.queries.ts';

const hourMs = 3_600_000;
/** Beyond these, each is noted once more. */
const mostRemembered = 10_000;

/**
 * Notes from where a superuser uses a session or an API token, once an hour: the network of each is closed to blocks of agents.
 * After the response, as a failure must not refuse a request. The next request then notes it.
 */
export function createSuperuserNotes(database: Database): (caller: Caller, ipAddress: string) => void {
  const notedAt = new Map<string, number>();
  return ({ user }, ipAddress) => {
    if (!user.is_superuser) return;
    const key = `${user.id} ${ipAddress}`;
    if (Date.now() - (notedAt.get(key) ?? -Infinity) < hourMs) return;
    if (notedAt.size >= mostRemembered) notedAt.clear();
    notedAt.set(key, Date.now());
    noteSuperuser(database, user.id, ipAddress).catch(() => notedAt.delete(key));
  };
}
