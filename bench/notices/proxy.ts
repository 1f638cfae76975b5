/**
 * A stream through HAProxy with the configuration of the product: how soon each notice's hint comes through, whether the
 * stream stays open though nothing happens, and what the fourth stream of a user is answered.
 *
 *     npx tsx bench/notices/proxy.ts [quiet seconds] [notices]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { notificationLimits } from 'contract/notifications/notifications.constants.ts';
import { streamNotifications } from 'contract/notifications/notifications.ts';
import { createNotice } from 'contract/notices/notices.ts';
import { post } from '../accounts/server.ts';
import { needProgram } from '../faults/programs.ts';
import { startProxy } from '../faults/proxy.ts';
import { adminPassword, createUsers, signIn, startMeasuredServer } from './server-process.ts';

needProgram('haproxy');
const quietSeconds = Number(process.argv[2] ?? 90);
const notices = Number(process.argv[3] ?? 100);
const goalMs = 2_000;

const folder = await mkdtemp(join(tmpdir(), 'declassified-proxy-'));
const server = await startMeasuredServer();
const proxy = await startProxy(folder, [server]);
const leaving = new AbortController();
let isMet = false;
try {
  await createUsers(server.database, 1);
  const admin = { authorization: await signIn(proxy.url, 'admin', adminPassword) };
  const reader = { authorization: await signIn(proxy.url, 'user-1', adminPassword) };
  const open = () => fetch(proxy.url + streamNotifications.url, { headers: reader, signal: leaving.signal });

  const response = await open();
  let said = '';
  let isOpen = true;
  const read = async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) said += text;
  };
  read()
    .catch(() => {})
    .finally(() => (isOpen = false));
  const unread = () => Number(/.*"unread":(\d+)/s.exec(said)?.[1] ?? 0);

  await delay(quietSeconds * 1_000);
  const comments = said.match(/^:$/gm)?.length ?? 0;
  let late = 0;
  let longest = 0;
  for (let notice = 1; notice <= notices; notice++) {
    const body = { title: 'A notice', text: 'Its text', level: 'info', audience: 'all' };
    const start = performance.now();
    await post(proxy.url + createNotice.url, body, admin);
    while (unread() < notice && performance.now() - start <= goalMs) await delay(5);
    if (unread() < notice) late++;
    longest = Math.max(longest, performance.now() - start);
  }
  const others = [];
  for (let stream = 2; stream <= notificationLimits.streams + 1; stream++) others.push((await open()).status);
  console.log(
    `quiet for ${quietSeconds} s: ${isOpen ? 'open' : 'CLOSED'}, ${comments} comments; of ${notices} notices ` +
      `${notices - late} came within ${goalMs} ms, the longest took ${longest.toFixed(0)}; further streams: ${others.join(', ')}`,
  );
  const areOthersRight = others.at(-1) === 429 && others.slice(0, -1).every((status) => status === 200);
  isMet =
    isOpen &&
    comments >= Math.floor(quietSeconds / notificationLimits.checkSeconds) - 1 &&
    late === 0 &&
    areOthersRight;
} finally {
  leaving.abort();
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true });
}
process.exitCode = isMet ? 0 : 1;
