import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientBase, type Pool } from 'pg';
import { databaseStartError } from './database-start-error.ts';

/** A round trip takes 1 to 2 ms. The rest allows for a busy database. */
const timeoutMs = 2_000;

/**
 * Whether a NOTIFY on `sender` reaches a LISTEN on `listener`, which must be another connection. Behind a transaction
 * pooler it reaches at most its own session. False after two seconds. Rejects if a statement fails.
 */
export async function deliversNotifications(
  listener: ClientBase,
  sender: Pool | ClientBase,
): Promise<boolean> {
  const channel = `proof-${randomUUID()}`;
  const timeout = new AbortController();
  const onNotification = (message: { channel: string }) => {
    if (message.channel === channel) timeout.abort();
  };
  listener.on('notification', onNotification);
  try {
    await listener.query(`LISTEN "${channel}"`);
    await sender.query('SELECT pg_notify($1, $2)', [channel, '']);
    await delay(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {});
    // Behind a pooler this may reach another session. The channel that remains there is never used again.
    await listener.query(`UNLISTEN "${channel}"`);
    return timeout.signal.aborted;
  } finally {
    listener.off('notification', onNotification);
  }
}

/**
 * Whether every connection to `url` has a session of its own, which prepared statements, LISTEN and session settings
 * need. False behind a transaction pooler. Rejects with `StartError` if the server cannot be reached.
 */
export async function hasOwnSessions(url: string): Promise<boolean> {
  const [listener, sender] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  for (const client of [listener, sender]) client.on('error', () => {});
  try {
    await Promise.all([listener.connect(), sender.connect()]);
    return await deliversNotifications(listener, sender);
  } catch (error) {
    throw databaseStartError(url, 'does not accept two connections', error);
  } finally {
    await Promise.all([listener.end(), sender.end()]);
  }
}
