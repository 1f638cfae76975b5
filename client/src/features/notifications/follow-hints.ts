import type { Hint } from 'contract/notifications/notifications.ts';
import { call } from '#session/call.ts';
import { readHints } from './read-hints.ts';

const reconnectMs = 1_000;
const pollMs = 15_000;

/** A hint, or the request of a new tab for the latest hint. */
type TabMessage = { hint: Hint } | { isQuestion: true };

/**
 * One tab of the browser reads the stream and informs the others. If it closes, another one takes over. Without locks
 * (pages that are not secure) each tab polls. Returns a function that stops it.
 */
export function followHints(userId: string, onHint: (hint: Hint) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const channel = new BroadcastChannel(`notifications-${userId}`);
  let latest: Hint | undefined;
  const send = (message: TabMessage) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is the origin's own
    if (!signal.aborted) channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('hint' in data) onHint(data.hint);
    else if (latest) send({ hint: latest });
  });
  const publish = (hint: Hint) => {
    latest = hint;
    onHint(hint);
    send({ hint });
  };

  const locks = navigator.locks as LockManager | undefined;
  if (locks) {
    send({ isQuestion: true });
    locks.request(`notifications-${userId}`, { signal }, () => followStream(publish, signal)).catch(() => {});
  } else void poll(onHint, signal);
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Reads the stream until `signal` is aborted. While that fails repeatedly, polls instead. */
async function followStream(publish: (hint: Hint) => void, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const onStreamed = (hint: Hint) => {
    failures = 0;
    publish(hint);
  };
  while (!signal.aborted) {
    await readHints(onStreamed, signal).catch(() => (failures += 1));
    if (failures > 1) await readOnce(publish, signal);
    await pause(failures > 1 ? pollMs : reconnectMs, signal);
  }
}

async function poll(publish: (hint: Hint) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await readOnce(publish, signal);
    await pause(pollMs, signal);
  }
}

async function readOnce(publish: (hint: Hint) => void, signal: AbortSignal): Promise<void> {
  try {
    const { unread, data } = await call('listNotifications', { query: { page_size: 1 }, signal });
    publish({ unread, latest_id: data[0]?.id ?? null });
  } catch {
    // The next attempt may succeed.
  }
}

/** With a jitter of 0.5 to 1.5, so that browsers do not all reconnect at once. */
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
