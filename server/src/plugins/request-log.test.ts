import { describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import type { Dependencies } from '#dependencies.ts';
import { openDatabase } from '#platform/database/database.ts';
import { useTestApp } from '#test/app.ts';

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
