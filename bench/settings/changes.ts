/**
 * Settings changed at one of two processes in turns: how long until each of the two has the change in effect.
 *
 *     npx tsx bench/settings/changes.ts [changes]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { getSite, listSettings, updateSettings } from 'contract/settings/settings.ts';
import { median } from '../median.ts';
import { adminPassword, signIn, startMeasuredServer } from '../notices/server-process.ts';

const changes = Number(process.argv[2] ?? 1_000);
const betweenMs = 100;
const goalMs = 2_000;

const server = await startMeasuredServer();
const urls = [server.url, (await server.startAnother()).url];
const headers = {
  authorization: await signIn(server.url, 'admin', adminPassword),
  'content-type': 'application/json',
};

/** The number of the last change that a process has in effect. */
const seen = urls.map(() => 0);
/** When each change was answered, and when each process had it. */
const answeredAt: number[] = [];
const seenAt: number[][] = urls.map(() => []);
const over = new AbortController();

async function watch(process: number, url: string): Promise<void> {
  while (!over.signal.aborted) {
    const { contact_email } = (await (await fetch(url + getSite.url)).json()) as { contact_email: string };
    const shown = Number(/^change-(\d+)@/.exec(contact_email)?.[1] ?? 0);
    const now = performance.now();
    for (let change = (seen[process] ?? 0) + 1; change <= shown; change++) seenAt[process]![change] = now;
    seen[process] = shown;
    await delay(10);
  }
}

const watching = urls.map((url, process) => watch(process, url));
const listed = await (await fetch(server.url + listSettings.url, { headers })).json();
let { version } = listed as { version: number };
for (let change = 1; change <= changes; change++) {
  const values = { contact_email: `change-${change}@example.org` };
  const response = await fetch(urls[change % urls.length]! + updateSettings.url, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ version, values }),
  });
  if (response.status !== 200) throw new Error(`A change was answered ${response.status}.`);
  ({ version } = (await response.json()) as { version: number });
  answeredAt[change] = performance.now();
  await delay(betweenMs);
}
await delay(goalMs);
over.abort();
await Promise.all(watching);
await server.stop();

const delays = answeredAt.flatMap((answered, change) =>
  Math.max(0, ...seenAt.map((times) => (times[change] ?? Number.POSITIVE_INFINITY) - answered)),
);
const inTime = delays.filter((ms) => ms <= goalMs).length;
console.log(
  `${changes} changes, in effect on both processes within ${goalMs} ms: ${inTime} (goal all); ` +
    `median ${median(delays).toFixed(0)} ms, longest ${Math.max(...delays).toFixed(0)}`,
);
process.exitCode = inTime === changes ? 0 : 1;
