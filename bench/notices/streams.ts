/**
 * 500 open streams at one process: its memory beside that without them, and what they cost the requests of others while
 * a notice to everybody goes out every second.
 *
 *     npx tsx bench/notices/streams.ts [streams]
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { notificationLimits } from 'contract/notifications.constants.ts';
import { streamNotifications } from 'contract/notifications.ts';
import { createNotice } from 'contract/notices.ts';
import { listFriendRequests } from 'contract/friends.ts';
import { post } from '../accounts/server.ts';
import { adminPassword, createUsers, signIn, startMeasuredServer } from './server-process.ts';

const streams = Number(process.argv[2] ?? 500);
const goals = { memoryMb: 50, p95Ratio: 1.3 };
const users = Math.ceil(streams / notificationLimits.streams);
const measuredMs = 15_000;

const { url, database, memoryMb, stop } = await startMeasuredServer();
const leaving = new AbortController();
setMaxListeners(0, leaving.signal);
try {
  await createUsers(database, users + 1);
  const admin = { authorization: await signIn(url, 'admin', adminPassword) };
  const other = { authorization: await signIn(url, `user-${users + 1}`, adminPassword) };
  const callers: string[] = [];
  for (let user = 1; user <= users; user++) callers.push(await signIn(url, `user-${user}`, adminPassword));
  await readFor(other, measuredMs);
  const before = { p95: await measure(admin, other), memory: await settledMemory() };

  let hints = 0;
  const open = Array.from({ length: streams }, (_, index) =>
    openStream(callers[index % users] ?? '', () => (hints += 1)),
  );
  await Promise.all(open);
  const idleMemory = await settledMemory();
  const after = { p95: await measure(admin, other), memory: await settledMemory() };
  const more = Math.max(idleMemory, after.memory) - before.memory;
  const ratio = after.p95 / before.p95;
  console.log(
    `${streams} streams of ${users} users: ${before.memory.toFixed(1)} MB without, ${idleMemory.toFixed(1)} with, ` +
      `${after.memory.toFixed(1)} after ${hints} hints: ${more.toFixed(1)} MB more (goal ${goals.memoryMb})`,
  );
  console.log(
    `p95 of others, a notice to all every second: ${before.p95.toFixed(2)} ms without, ${after.p95.toFixed(2)} with: ` +
      `${ratio.toFixed(2)} times (goal ${goals.p95Ratio})`,
  );
  process.exitCode = more <= goals.memoryMb && ratio <= goals.p95Ratio ? 0 : 1;
} finally {
  leaving.abort();
  await stop();
}

async function openStream(authorization: string, onHint: () => void): Promise<void> {
  const response = await fetch(url + streamNotifications.url, {
    headers: { authorization },
    signal: leaving.signal,
  });
  if (response.status !== 200) throw new Error(`A stream is refused: ${response.status}`);
  const read = async () => {
    for await (const _ of response.body ?? []) onHint();
  };
  read().catch(() => {});
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

async function measure(admin: Record<string, string>, other: Record<string, string>): Promise<number> {
  const sending = setInterval(() => {
    const body = { title: 'A notice', text: 'Its text', level: 'info', audience: 'all' };
    void post(url + createNotice.url, body, admin);
  }, 1_000);
  const times = await readFor(other, measuredMs);
  clearInterval(sending);
  await database.prisma.notice.deleteMany();
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
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
