import type { Hint } from 'contract/notifications/notifications.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInUser } from '#test/fake-session.ts';
import { followHints } from './follow-hints.ts';

/** One holder at a time, in the order of the requests, as the browser's. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
      last = last.then(() => (signal.aborted ? undefined : hold()));
      return last;
    },
  };
}

const hintOf = (unread: number): Hint => ({ unread, latest_id: null });
const encode = (hint: Hint) => new TextEncoder().encode(`event: unread\ndata: ${JSON.stringify(hint)}\n\n`);

/** The streams that were asked for, each to be written to. */
let streams: ReadableStreamDefaultController<Uint8Array>[];
let refusals: number;
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('navigator', { locks: fakeLocks() });
  signInUser();
  streams = [];
  refusals = 0;
  vi.stubGlobal('fetch', (url: URL, { signal }: RequestInit) => {
    if (!url.pathname.includes('/stream/')) {
      return Promise.resolve(Response.json({ unread: 7, data: [], page: 1 }));
    }
    if (refusals-- > 0) return Promise.resolve(new Response(null, { status: 429 }));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        streams.push(controller);
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function follow() {
  const heard: number[] = [];
  const stop = followHints('ada', ({ unread }) => heard.push(unread));
  stops.push(stop);
  return { heard, stop };
}

/** Messages between tabs take real time, longer on a busy machine. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

const openStream = async (count: number) => eventually(() => expect(streams).toHaveLength(count));

test('one tab opens the stream and informs the others, and another tab takes over when it closes', async () => {
  const [first, second] = [follow(), follow()];
  await openStream(1);
  streams[0]?.enqueue(encode(hintOf(3)));
  // The second one may hear it twice: from the stream, and as the answer to its question.
  await eventually(() => expect([first.heard.at(-1), second.heard.at(-1)]).toEqual([3, 3]));
  const late = follow();
  await eventually(() => expect(late.heard.at(-1)).toBe(3));
  expect(streams).toHaveLength(1);
  first.stop();
  await openStream(2);
  streams[1]?.enqueue(encode(hintOf(4)));
  await eventually(() => expect(late.heard.at(-1)).toBe(4));
  expect(first.heard).not.toContain(4);
});

test('a stream that ends is opened again after a second', async () => {
  const { heard } = follow();
  await openStream(1);
  streams[0]?.close();
  await eventually(() => expect(vi.getTimerCount()).toBe(1));
  await vi.advanceTimersByTimeAsync(1_000);
  await openStream(2);
  streams[1]?.enqueue(encode(hintOf(1)));
  await eventually(() => expect(heard).toEqual([1]));
});

test('while the stream keeps failing, the list is polled', async () => {
  refusals = 2;
  const { heard } = follow();
  await vi.advanceTimersByTimeAsync(1_000);
  await eventually(() => expect(heard).toEqual([7]));
  await vi.advanceTimersByTimeAsync(15_000);
  await openStream(1);
});

test('a stream that stays silent is closed and opened again', async () => {
  follow();
  await openStream(1);
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await eventually(() => expect(streams).toHaveLength(2));
});

test('each tab polls by itself if the browser has no Web Locks', async () => {
  vi.stubGlobal('navigator', {});
  const { heard } = follow();
  await eventually(() => expect(heard).toEqual([7]));
  await vi.advanceTimersByTimeAsync(15_000);
  await eventually(() => expect(heard).toEqual([7, 7]));
  expect(streams).toHaveLength(0);
});
