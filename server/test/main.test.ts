import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { useFolder } from './folder.ts';
import { startUnresponsiveProxy } from './unresponsive-proxy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const dataDir = useFolder();
let database: TestDatabase;
let started: ServerProcess[];
beforeEach(async () => {
  database = await createTestDatabase();
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((server) => server.kill()));
  await database.close();
});

async function start(url: string): Promise<ServerProcess> {
  const server = await startServerProcess({ DATABASE_URL: url, DATA_DIR: dataDir });
  started.push(server);
  return server;
}
const unreachable = 'postgresql://me:hunter2@127.0.0.1:1/things';

describe('a server that starts', { timeout: 180_000 }, () => {
  it('says that it takes its connections for those of a pooler', async () => {
    const proxy = await startUnresponsiveProxy(database.url);
    const server = await start(proxy.url);
    await expect.poll(server.output).toContain('passes no notifications on');
    await server.kill();
    await proxy.begin();
  });

  it.each([
    ['the pooler', () => ({ DATABASE_URL: unreachable, DATABASE_DIRECT_URL: database.url })],
    ['the way past it', () => ({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: unreachable })],
  ])('refuses in one line that names both variables where %s cannot be reached', async (_name, urls) => {
    await expect(startServerProcess({ ...urls(), DATA_DIR: dataDir })).rejects.toThrow(
      /^Declassified can't start: The database 127\.0\.0\.1:1\/things \(DATABASE_URL or DATABASE_DIRECT_URL\) cannot be reached: .+\n$/,
    );
  });

  it('ends at a fault of native code, so that its supervisor knows', async () => {
    const server = await start(database.url);
    server.signal('SIGSEGV');
    // By the signal, without a code.
    expect(await server.ended).toBeNull();
  });

  it('refuses in one line where the job queue cannot be made', async () => {
    await database.pool.query(`
      DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA graphile_worker;
      CREATE TABLE graphile_worker.migrations (n int); INSERT INTO graphile_worker.migrations VALUES (1)`);
    await expect(start(database.url)).rejects.toThrow(
      /^Declassified can't start: The database \S+ \(DATABASE_URL or DATABASE_DIRECT_URL\) takes no job queue: .+\n$/,
    );
  });
});
