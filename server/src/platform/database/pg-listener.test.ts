import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import type { DatabaseOutage } from '#test/database-outage.ts';
import { startUnresponsiveProxy } from '#test/unresponsive-proxy.ts';
import { hasOwnSessions, passesNotifications } from './pg-listener.ts';
import { StartError } from '#platform/process/start-error.ts';

const database = useTestDatabase();
let proxy: DatabaseOutage;
let listener: Client;
beforeAll(async () => {
  proxy = await startUnresponsiveProxy(database.url);
});
afterEach(() => listener.end());
afterAll(() => proxy.begin());

describe('passesNotifications', () => {
  beforeEach(() => {
    listener = new Client({ connectionString: database.url });
    return listener.connect();
  });

  it('is true where they come through, and leaves nothing listening', async () => {
    expect(await passesNotifications(listener, database.pool)).toBe(true);
    expect((await listener.query('SELECT pg_listening_channels()')).rows).toEqual([]);
    expect(listener.listenerCount('notification')).toBe(0);
  });

  it('rejects where the listener is gone', async () => {
    await listener.end();
    await expect(passesNotifications(listener, database.pool)).rejects.toThrow('not queryable');
  });
});

describe('through what passes no notifications on', () => {
  beforeEach(() => {
    listener = new Client({ connectionString: proxy.url });
    return listener.connect();
  });

  it('passesNotifications is false; so is hasOwnSessions, but not past it', async () => {
    // Both wait for what does not come.
    const asked = [passesNotifications(listener, database.pool), hasOwnSessions(proxy.url)];
    expect(await Promise.all(asked)).toEqual([false, false]);
    expect(await hasOwnSessions(database.url)).toBe(true);
  });

  it('hasOwnSessions says in one line, without the password, where it cannot ask', async () => {
    const failure = hasOwnSessions('postgresql://me:hunter2@127.0.0.1:1/things');
    await expect(failure).rejects.toBeInstanceOf(StartError);
    await expect(failure).rejects.toThrow(
      /^The database 127\.0\.0\.1:1\/things \(DATABASE_URL or DATABASE_DIRECT_URL\) gives no two connections: .*ECONNREFUSED.*$/,
    );
  });
});
