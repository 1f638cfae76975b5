import { describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { type LogLine, startAppWithLog, useTestApp } from '#test/app.ts';
import { createCaller } from '#test/factories.ts';

const test = useTestApp();

/** Resolves to the lines of the requests in chronological order, when `count` of them have been written. */
async function requestsIn(lines: LogLine[], count: number): Promise<LogLine[]> {
  const requests = () => lines.filter(({ msg }) => msg === 'request');
  await expect.poll(requests).toHaveLength(count);
  return requests();
}

describe('the log of requests', () => {
  it('contains the user and session of refused requests only', async () => {
    const { user, access } = await createCaller(test);
    const revoked = await createCaller(test);
    await test.database.pool.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [
      revoked.user.id,
    ]);
    const { app, lines } = await startAppWithLog(test, { config: { rateLimitScale: 0.0001 } });
    const send = (url: string, token?: string, method: 'GET' | 'POST' = 'GET') =>
      app.inject({ method, url, ...(token && { headers: { authorization: `Bearer ${token}` } }) });
    for (const token of [access, revoked.access, undefined, `${access}x`])
      await send('/api/user/users', token);
    await send('/api/core/user/storage-usage/', access);
    for (let i = 0; i < 2; i++) await send(`/api/user/block/${revoked.user.id}/`, access, 'POST');
    const requests = await requestsIn(lines, 7);
    expect(requests.map(({ status, user: id, session }) => [status, id, typeof session])).toEqual([
      [403, user.id, 'string'],
      [401, revoked.user.id, 'string'],
      [401, null, 'object'],
      [401, null, 'object'],
      [200, undefined, 'undefined'],
      [200, undefined, 'undefined'],
      [429, user.id, 'string'],
    ]);
  });

  it('has a line for each request, except for successful health checks', async () => {
    const { app, lines } = await startAppWithLog(test);
    for (const url of ['/api/healthz', '/api/readyz', '/api/openapi.json', '/api/nowhere/']) {
      await app.inject({ url });
    }
    expect((await requestsIn(lines, 2)).map(({ status }) => status)).toEqual([200, 404]);
  });

  it('has a line for a failed health check', async () => {
    const database = openDatabase('postgresql://nobody@127.0.0.1:1/nothing');
    const { app, lines } = await startAppWithLog(test, { dependencies: { database } });
    await app.inject({ url: '/api/readyz' });
    expect(await requestsIn(lines, 1)).toMatchObject([{ status: 503 }]);
    await database.close();
  });
});
