/**
 * 500 open streams at one process: its memory beside that without them, and what they cost the requests of others, while
 * nothing happens and while a notice to everybody goes out every second. With and without streams in turns; another
 * process holds the streams.
 *
 *     npx tsx bench/notices/streams.ts [streams]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { notificationLimits } from 'contract/notifications/notifications.constants.ts';
import { streamNotifications } from 'contract/notifications/notifications.ts';
import { createNotice } from 'contract/notices/notices.ts';
import { listFriendRequests } from 'contract/friends/friends.ts';
import { post } from '../accounts/server.ts';
import { median } from '../median.ts';
import { adminPassword, createUsers, signIn, startMeasuredServer } from './server-process.ts';
import type { StreamOrder } from './stream-clients.ts';

const streams = Number(process.argv[2] ?? 500);
const goals = { memoryMb: 50, p95Ratio: 1.3 };
const users = Math.ceil(streams / notificationLimits.streams);
const rounds = 11;
const turnMs = 2_500;

const { url, database, memoryMb, stop } = await startMeasuredServer();
const clients = fork('bench/notices/stream-clients.ts', { execArgv: ['--import', 'tsx'] });
try {
  await createUsers(database, users + 1);
  const admin = { authorization: await signIn(url, 'admin', adminPassword) };
  const other = { authorization: await signIn(url, `user-${users + 1}`, adminPassword) };
  const callers: string[] = [];
  for (let user = 1; user <= users; user++) callers.push(await signIn(url, `user-${user}`, adminPassword));
  const authorizations = Array.from({ length: streams }, (_, index) => callers[index % users] ?? '');
  const openStreams = () => order({ url: url + streamNotifications.url, authorizations });

  const send = () =>
    post(
      url + createNotice.url,
      { title: 'A notice', text: 'Its text', level: 'info', audience: 'all' },
      admin,
    );
  const measure = async (isSending: boolean) => {
    const sending = isSending ? setInterval(() => void send(), 1_000) : undefined;
    const times = await readFor(other, turnMs);
    clearInterval(sending);
    await database.prisma.notice.deleteMany();
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  };

  await measure(true);
  const unused = await settledMemory();
  await openStreams();
  const idle = await settledMemory();
  await measure(true);
  const used = await settledMemory();
  await order('end');
  const more = Math.max(idle, used) - unused;
  console.log(
    `${streams} streams of ${users} users: ${unused.toFixed(1)} MB without, ${idle.toFixed(1)} with, ` +
      `${used.toFixed(1)} after notices: ${more.toFixed(1)} MB more (goal ${goals.memoryMb})`,
  );
  let isWell = more <= goals.memoryMb;

  for (const isSending of [false, true]) {
    const turns: { without: number; with: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const without = await measure(isSending);
      await openStreams();
      turns.push({ without, with: await measure(isSending) });
      await order('end');
    }
    const ratio = median(turns.map((turn) => turn.with / turn.without));
    const p95s = [median(turns.map((turn) => turn.without)), median(turns.map((turn) => turn.with))];
    console.log(
      `p95 of others, ${isSending ? 'a notice to all every second' : 'streams that wait'}: ` +
        `${p95s.map((ms) => ms.toFixed(2)).join(' ms without, ')} with: ${ratio.toFixed(2)} times (goal ${goals.p95Ratio}; ` +
        `${turns.map((turn) => (turn.with / turn.without).toFixed(2)).join(', ')})`,
    );
    isWell &&= ratio <= goals.p95Ratio;
  }
  process.exitCode = isWell ? 0 : 1;
} finally {
  clients.disconnect();
  await stop();
}

async function order(given: StreamOrder): Promise<void> {
  clients.send(given);
  await once(clients, 'message');
}

/** The lowest of some seconds: what a burst left is given back by then. */
async function settledMemory(): Promise<number> {
  const seen: number[] = [];
  for (let second = 0; second < 10; second++) {
    await delay(1_000);
    seen.push(await memoryMb());
  }
  return Math.min(...seen);
}

/** One request after the other, each 5 ms after the last. */
async function readFor(headers: Record<string, string>, ms: number): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end;) {
    const start = performance.now();
    await (await fetch(url + listFriendRequests.url, { headers })).text();
    times.push(performance.now() - start);
    await delay(5);
  }
  return times;
}
