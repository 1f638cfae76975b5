/** The slow clients of `slow-clients.ts`, in a process of their own. Sends what it saw to its parent, and ends. */
import { connect, type Socket } from 'node:net';
import { setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { pendingRequestsMax } from 'server/src/plugins/pipelining.ts';
import { connectedPorts } from './memory.ts';

export interface SlowOrder {
  port: number;
  access: string;
  userId: string;
  bundlePath: string;
  /** Of each kind. */
  counts: Record<SlowKind, number>;
  /** For how long those that were cut off come again. */
  seconds: number;
  /** For how long those that do not read stay. */
  readerSeconds: number;
}

export type SlowKind = 'headers' | 'body' | 'form' | 'reader';

export interface SlowSeen {
  /** Seconds until each was cut off, and the status line that it could read. */
  cuts: { kind: SlowKind; seconds: number; status: string }[];
  /** Readers that were still connected at the end, and how many seconds after the last came the last one went. */
  readersLeft: number;
  lastReaderSeconds: number;
}

/** What the kernel's buffers take at once from all of them, at the speed of memory, would be a flood instead. */
const betweenReadersMs = 100;

process.once('disconnect', () => process.exit());
process.once('message', (order: SlowOrder) => {
  void run(order).then((seen) => process.send?.(seen, () => process.exit()));
});
process.send?.('ready');

async function run(order: SlowOrder): Promise<SlowSeen> {
  const seen: SlowSeen = { cuts: [], readersLeft: order.counts.reader, lastReaderSeconds: 0 };
  const end = performance.now() + order.seconds * 1000;
  const senders = (['headers', 'body', 'form'] as const).flatMap((kind) =>
    Array.from({ length: order.counts[kind] }, async () => {
      while (performance.now() < end) await beSlow(order, kind, seen);
    }),
  );
  const readers = await Promise.all(
    Array.from({ length: order.counts.reader }, async (_, index) => {
      await delay(index * betweenReadersMs);
      return askAndNotRead(order);
    }),
  );
  const ports = new Set(readers.map(({ localPort }) => localPort ?? 0));
  const begin = performance.now();
  while (seen.readersLeft > 0 && performance.now() < begin + order.readerSeconds * 1000) {
    await delay(1_000);
    const present = connectedPorts(order.port);
    seen.readersLeft = [...ports].filter((port) => present.has(port)).length;
    seen.lastReaderSeconds = (performance.now() - begin) / 1000;
  }
  for (const reader of readers) reader.destroy();
  await Promise.all(senders);
  return seen;
}

const firstBytes = ({ access, userId }: SlowOrder): Record<Exclude<SlowKind, 'reader'>, string> => ({
  headers: 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n',
  body: 'POST /api/user/login/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  form:
    `PUT /api/user/user/update/${userId}/ HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${access}\r\n` +
    'content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n' +
    '--b\r\ncontent-disposition: form-data; name="user_image"; filename="a.png"\r\n\r\n',
});

/** A byte a second, until the server has enough. */
async function beSlow(
  order: SlowOrder,
  kind: Exclude<SlowKind, 'reader'>,
  { cuts }: SlowSeen,
): Promise<void> {
  const socket = connect(order.port, '127.0.0.1');
  let said = '';
  socket.on('data', (data) => (said += data.toString()));
  socket.on('error', () => {});
  const begin = performance.now();
  socket.write(firstBytes(order)[kind]);
  const timer = setInterval(() => {
    if (socket.writable) socket.write(kind === 'headers' ? 'a: b\r\n' : 'x');
  }, 1_000);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  cuts.push({
    kind,
    seconds: (performance.now() - begin) / 1000,
    status: said.split('\r\n')[0] ?? '',
  });
  // Who is refused at once, such as a form when there are too many, is no storm.
  await delay(500);
}

/** Asks for as much as one connection may without reading. */
async function askAndNotRead({ port, bundlePath }: SlowOrder): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`GET ${bundlePath} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(pendingRequestsMax));
  return socket;
}
