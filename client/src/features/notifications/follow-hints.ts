import type { Hint } from 'contract/notifications/notifications.ts';
import { call } from '#session/call.ts';
import { readHints } from './read-hints.ts';

const reconnectMs = 1_000;
const pollMs = 15_000;

type Told = { hint: Hint } | { isAsking: true };

/**
 * One tab of the browser holds the stream and informs the others; if it closes, another one takes over. Without locks
 * (pages that are not secure) each tab polls. Returns a function that stops it.
 */
export function followHints(userId: string, onHint: (hint: Hint) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const channel = new BroadcastChannel(`notifications-${userId}`);
  let lastTold: Hint | undefined;
  const say = (told: Told) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is the origin's own
    if (!signal.aborted) channel.postMessage(told);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if ('hint' in data) onHint(data.hint);
    else if (lastTold) say({ hint: lastTold });
  });
  const tell = (hint: Hint) => {
    lastTold = hint;
    onHint(hint);
    say({ hint });
  };

  const locks = navigator.locks as LockManager | undefined;
  if (locks) {
    say({ isAsking: true });
    locks.request(`notifications-${userId}`, { signal }, () => hold(tell, signal)).catch(() => {});
  } else void poll(onHint, signal);
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Reads the stream until `signal` is aborted. While that fails repeatedly, polls instead. */
async function hold(tell: (hint: Hint) => void, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const tellAndTrust = (hint: Hint) => {
    failures = 0;
    tell(hint);
  };
  while (!signal.aborted) {
    await readHints(tellAndTrust, signal).catch(() => (failures += 1));
    if (failures > 1) await ask(tell, signal);
    await pause(failures > 1 ? pollMs : reconnectMs, signal);
  }
}

async function poll(tell: (hint: Hint) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await ask(tell, signal);
    await pause(pollMs, signal);
  }
}

async function ask(tell: (hint: Hint) => void, signal: AbortSignal): Promise<void> {
  try {
    const { unread, data } = await call('listNotifications', { query: { page_size: 1 }, signal });
    tell({ unread, latest_id: data[0]?.id ?? null });
  } catch {
    // The next time, perhaps.
  }
}

/** From 0.5 to 1.5 times, so that browsers do not all reconnect at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms * (0.5 + Math.random()));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
