import { sendRequest } from '#api/request.ts';
import { type Session, unsentLogouts } from './session.ts';

/** Without the access token: the refresh token is enough to end a session. */
type PendingLogout = Pick<Session, 'refresh'>;

function read(): PendingLogout[] {
  try {
    return (JSON.parse(unsentLogouts.get() ?? '[]') as PendingLogout[]).filter(({ refresh }) => refresh);
  } catch {
    // Another version of the app, or the user, may have written it.
    return [];
  }
}

function store(logouts: PendingLogout[]): void {
  unsentLogouts.set(logouts.length > 0 ? JSON.stringify(logouts) : null);
}

export function storeUnsentLogout({ refresh }: Session): void {
  store([...read(), { refresh }]);
}

/** Logouts that fail temporarily remain for the next attempt. */
export async function sendLogouts(): Promise<void> {
  for (const { refresh } of read()) {
    const response = await sendRequest('logout', { body: { refresh_token: refresh } }, null).catch(
      () => null,
    );
    if (!response || response.status === 429 || response.status >= 500) return;
    store(read().filter((logout) => logout.refresh !== refresh));
  }
}
