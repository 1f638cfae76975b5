import { describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import type { Dependencies } from '#dependencies.ts';
import { openDatabase } from '#platform/database/database.ts';
import { useTestApp } from '#test/app.ts';
import { createCaller } from '#test/factories.ts';

const test = useTestApp();

/** The status of each request that has a line at level info, in their order. */
async function loggedStatuses(paths: string[], changes: Partial<Dependencies> = {}): Promise<number[]> {
  const statuses: number[] = [];
  const write = (line: string) => {
    const { msg, status } = JSON.parse(line) as { msg: string; status: number };
    if (msg === 'request') statuses.push(status);
  };
  const deps = { ...test.dependencies, ...changes, logger: { level: 'info', stream: { write } } };
  const app = await buildApp(test.config, deps);
  for (const url of paths) await app.inject({ url });
  await app.close();
  return statuses;
}

describe('the log of requests', () => {
  it('names user and session of whom it refused, and of nobody else', async () => {
    const { user, access } = await createCaller(test);
    const dead = await createCaller(test);
    await test.database.pool.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [
      dead.user.id,
    ]);
    const lines: { status: number; user?: string | null; session?: string | null }[] = [];
    const write = (line: string) => {
      const parsed = JSON.parse(line);
      if (parsed.msg === 'request') lines.push(parsed);
    };
    const app = await buildApp(
      { ...test.config, rateLimitScale: 0.0001 },
      { ...test.dependencies, logger: { level: 'info', stream: { write } } },
    );
    const ask = (url: string, token?: string) =>
      app.inject({ url, ...(token && { headers: { authorization: `Bearer ${token}` } }) });
    await ask('/api/user/users', access);
    await ask('/api/user/users', dead.access);
    await ask('/api/user/users');
    await ask('/api/user/users', `${access}x`);
    await ask('/api/core/user/storage-usage/', access);
    for (let i = 0; i < 2; i++) {
      await app.inject({
        method: 'POST',
        url: `/api/user/block/${dead.user.id}/`,
        headers: { authorization: `Bearer ${access}` },
      });
    }
    await app.close();
    expect(lines.map(({ status, user: id, session }) => [status, id, typeof session])).toEqual([
      [403, user.id, 'string'],
      [401, dead.user.id, 'string'],
      [401, null, 'object'],
      [401, null, 'object'],
      [200, undefined, 'undefined'],
      [200, undefined, 'undefined'],
      [429, user.id, 'string'],
    ]);
  });

  it('has a line for each, but for health checks that found all well', async () => {
    const paths = ['/api/healthz', '/api/readyz', '/api/openapi.json', '/api/nowhere/'];
    expect(await loggedStatuses(paths)).toEqual([200, 404]);
  });

  it('has a line for a health check that found something wrong', async () => {
    const database = openDatabase('postgresql://nobody@127.0.0.1:1/nothing');
    expect(await loggedStatuses(['/api/readyz'], { database })).toEqual([503]);
    await database.close();
  });
});
