import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { createTimeoutSocket } from './timeout-socket.ts';

interface Subscriber {
  onNotification: (payload: string) => void;
  /** Runs after each (re)connection, because earlier notifications were missed. */
  onReconnect: () => void;
}

/** LISTEN on one connection, which is opened for the first subscriber and reopened when it breaks. */
export interface Channels {
  /** Resolves to a function that unsubscribes. Channel names are not quoted. */
  subscribe: (channel: string, subscriber: Subscriber) => () => void;
  close: () => Promise<void>;
}

const connectTimeoutMs = 3_000;
const pauseMs = 1_000;
const pingEveryMs = 10_000;
/** A connection without traffic for longer is closed. */
const trafficTimeoutMs = pingEveryMs + 3_000;

/** `url` must bypass a transaction pooler, where LISTEN has no effect. */
export function openChannels(url: string): Channels {
  const subscribers = new Map<string, Set<Subscriber>>();
  const closing = new AbortController();
  let client: Client | undefined;
  let ended: Promise<void> | undefined;

  const listenTo = async (channels: Iterable<string>) => {
    for (const channel of channels) {
      await client?.query(`LISTEN "${channel}"`);
      for (const { onReconnect } of subscribers.get(channel) ?? []) onReconnect();
    }
  };

  const connect = async () => {
    const disconnected = new AbortController();
    const opened = openClient(url);
    opened.on('end', () => disconnected.abort());
    opened.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotification } of subscribers.get(channel) ?? []) onNotification(payload);
    });
    try {
      await opened.connect();
      client = opened;
      await listenTo(subscribers.keys());
      const signal = AbortSignal.any([closing.signal, disconnected.signal]);
      for (;;) {
        await delay(pingEveryMs, undefined, { signal });
        await opened.query('SELECT 1');
      }
    } finally {
      client = undefined;
      await opened.end();
    }
  };

  const work = async () => {
    while (!closing.signal.aborted) {
      await connect().catch(() => {});
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  };

  return {
    subscribe: (channel, subscriber) => {
      const others = subscribers.get(channel);
      subscribers.set(channel, new Set([...(others ?? []), subscriber]));
      ended ??= work();
      // Without a connection there is nothing to do: the next one listens to all channels.
      if (!others) listenTo([channel]).catch(() => {});
      else if (client) subscriber.onReconnect();
      return () => subscribers.get(channel)?.delete(subscriber);
    },
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}

function openClient(url: string): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'declassified-listen',
    stream: () => createTimeoutSocket(trafficTimeoutMs),
  });
  // Without a listener a broken connection would crash the process. Its end opens another one.
  client.on('error', () => {});
  return client;
}
