import { sendRequest } from '#api/request.ts';
import { type Session, unsentLogouts } from './session.ts';

type Unsent = Pick<Session, 'access' | 'refresh'>;

function read(): Unsent[] {
  return JSON.parse(unsentLogouts.get() ?? '[]') as Unsent[];
}

function store(unsent: Unsent[]): void {
  unsentLogouts.set(unsent.length > 0 ? JSON.stringify(unsent) : null);
}

export function keepLogout({ access, refresh }: Session): void {
  store([...read(), { access, refresh }]);
}

/** Logouts that fail temporarily stay for the next try. */
export async function sendLogouts(): Promise<void> {
  for (const { access, refresh } of read()) {
    const response = await sendRequest('logout', { body: { refresh_token: refresh } }, access).catch(
      () => null,
    );
    if (!response || response.status === 429 || response.status >= 500) return;
    store(read().filter((kept) => kept.refresh !== refresh));
  }
}
