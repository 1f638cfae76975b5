import { login } from 'contract/accounts/accounts.ts';
import type request from 'supertest';
import { password } from '#test/factories.ts';

type Cookies = { cookie: string; 'x-csrftoken': string };

/** The headers of a browser that has stored the cookies of a response. */
export function cookiesOf(headers: Record<string, unknown>): Cookies {
  const cookies = ((headers['set-cookie'] ?? []) as string[]).map((line) => line.split(';')[0] ?? '');
  const token = cookies.find((pair) => pair.startsWith('csrftoken='))?.slice('csrftoken='.length);
  return { cookie: cookies.join('; '), 'x-csrftoken': token ?? '' };
}

/** Signs in like a browser, with the first `csrftoken` from the same server or another one. */
export async function signInByCookie(
  agent: ReturnType<typeof request>,
  { username }: { username: string },
  guest = agent,
): Promise<{ headers: Cookies; guest: Cookies; body: { access: string; refresh: string } }> {
  const before = cookiesOf((await guest.get('/api/healthz')).headers);
  const answer = await agent
    .post(login.url)
    .set(before)
    .send({ username_or_email: username, password })
    .expect(200);
  return { headers: cookiesOf(answer.headers), guest: before, body: answer.body };
}
