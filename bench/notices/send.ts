/**
 * A notice to 100,000 users: how long sending takes, and how many rows it writes before anybody reads it. Then notices
 * one after the other, while streams open and close: does the unread count of the stream ever differ from the list's?
 *
 *     npx tsx bench/notices/send.ts [users] [notices]
 */
import { createNotice, withdrawNotice } from 'contract/notices/notices.ts';
import {
  type Hint,
  listNotifications,
  readNotifications,
  streamNotifications,
} from 'contract/notifications/notifications.ts';
import { median } from '../median.ts';
import { post } from '../accounts/server.ts';
import { adminPassword, createUsers, signIn, startMeasuredServer } from './server-process.ts';

const users = Number(process.argv[2] ?? 100_000);
const notices = Number(process.argv[3] ?? 1_000);
const goals = { sentMs: 1_000, rowsUnread: 0, seenMs: 2_000, differences: 0 };

const { url, database, stop } = await startMeasuredServer();
try {
  await createUsers(database, users);
  const admin = { authorization: await signIn(url, 'admin', adminPassword) };
  const reader = { authorization: await signIn(url, 'user-1', adminPassword) };
  const isSendMet = await measureSending(admin);
  const isCountMet = await compareCounts(admin, reader);
  process.exitCode = isSendMet && isCountMet ? 0 : 1;
} finally {
  await stop();
}

type Headers = Record<string, string>;

async function send(headers: Headers, given: object = {}): Promise<string> {
  const body = { title: 'A notice', text: 'Its text', level: 'info', audience: 'all', ...given };
  const response = await post(url + createNotice.url, body, headers);
  return ((await response.json()) as { notice: { id: string } }).notice.id;
}

async function measureSending(admin: Headers): Promise<boolean> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const start = performance.now();
    await send(admin);
    times.push(performance.now() - start);
  }
  const rows = await database.prisma.noticeRead.count();
  await database.prisma.notice.deleteMany();
  const longest = Math.max(...times);
  console.log(
    `a notice to ${users} users: median ${median(times).toFixed(1)} ms, longest ${longest.toFixed(1)} ms ` +
      `(goal ${goals.sentMs}); rows before anybody read: ${rows} (goal ${goals.rowsUnread})`,
  );
  return longest <= goals.sentMs && rows === goals.rowsUnread;
}

/** Each is followed by a look at the list, whose count the stream must come to. */
async function compareCounts(admin: Headers, reader: Headers): Promise<boolean> {
  let stream = openStream(reader);
  let reconnects = 0;
  let differences = 0;
  const delays: number[] = [];
  const ids: string[] = [];
  for (let round = 1; round <= notices; round++) {
    const start = performance.now();
    ids.push(await send(admin, round % 4 === 0 ? { audience: 'staff' } : {}));
    const oldest = ids.length > 20 ? ids.shift() : undefined;
    if (oldest) await post(url + withdrawNotice.url.replace(':id', oldest), {}, admin);
    if (round % 7 === 0) await post(url + readNotifications.url, { ids: ids.slice(0, 5) }, reader);
    if (round % 50 === 0) await post(url + readNotifications.url, { all: true }, reader);
    if (round % 10 === 0) {
      stream.close();
      stream = openStream(reader);
      reconnects++;
    }
    const listed = await unreadInList(reader);
    const isReached = await reaches(stream, listed, goals.seenMs);
    if (!isReached) differences++;
    delays.push(performance.now() - start);
  }
  stream.close();
  console.log(
    `${notices} notices, ${reconnects} reconnects: the stream's count differed from the list's ${differences} times ` +
      `(goal ${goals.differences}); all of a round took ${median(delays).toFixed(1)} ms, at most ` +
      `${Math.max(...delays).toFixed(0)} (goal ${goals.seenMs})`,
  );
  return differences === goals.differences && Math.max(...delays) <= goals.seenMs;
}

async function unreadInList(headers: Headers): Promise<number> {
  const response = await fetch(`${url}${listNotifications.url}?page_size=1`, { headers });
  return ((await response.json()) as { unread: number }).unread;
}

interface Stream {
  last: () => number | undefined;
  close: () => void;
}

function openStream(headers: Headers): Stream {
  const leaving = new AbortController();
  let last: number | undefined;
  const read = async () => {
    const response = await fetch(url + streamNotifications.url, { headers, signal: leaving.signal });
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      for (const [, data = ''] of chunk.matchAll(/^data: (.*)$/gm)) last = (JSON.parse(data) as Hint).unread;
    }
  };
  read().catch(() => {});
  return { last: () => last, close: () => leaving.abort() };
}

async function reaches(stream: Stream, unread: number, withinMs: number): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < withinMs;) {
    if (stream.last() === unread) return true;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return false;
}
