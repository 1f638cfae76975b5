/**
 * The CSV of 1,000,000 log records as the browser downloads it, by a press on Export CSV: its lines, how long it takes,
 * and what the server and the tab need for it.
 *
 *     npx tsx bench/records/export.ts [records]
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import { adminPassword, startMeasuredServer } from '../notices/server-process.ts';
import { connectPatiently } from '../patient-client.ts';

const records = Number(process.argv[2] ?? 1_000_000);
/** The server's hardly grows with the rows: most likely garbage that waits for its collection. */
const goals = { serverMb: 300, tabMb: 10 };
const sampleEveryMs = 200;
const patienceMs = 600_000;

const { url, database, memoryMb, stop } = await startMeasuredServer();
const browser = await chromium.launch(await findChromium());
try {
  const client = await connectPatiently(database.pool);
  await client.query(
    `INSERT INTO log_records (id, message, level, from_proxy, created_at)
     SELECT gen_random_uuid(), 'Sign-in as user-' || r || ' failed: wrong password.', 'WARNING', false,
            now() - r * interval '7 seconds'
     FROM generate_series(1, $1::int) AS r`,
    [records],
  );
  await client.query('ANALYZE');
  await client.end();

  const page = await browser.newPage({ baseURL: url });
  const devtools = await page.context().newCDPSession(page);
  const tabMb = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  await page.goto('/login');
  await page.getByLabel('IDENTIFIER').fill('admin');
  await page.locator('input[autocomplete="current-password"]').fill(adminPassword);
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await page.getByText('AGENT admin').waitFor();
  await page.goto('/admin/log?level=WARNING');
  const button = page.getByRole('button', { name: 'Export CSV' });
  await button.waitFor({ timeout: patienceMs });

  const before = { server: await memoryMb(), tab: await tabMb() };
  let highest = before.server;
  const watch = setInterval(() => {
    void memoryMb().then((now) => (highest = Math.max(highest, now)));
  }, sampleEveryMs);
  const begin = performance.now();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: patienceMs }),
    button.click(),
  ]);
  const path = await download.path();
  const seconds = (performance.now() - begin) / 1000;
  clearInterval(watch);
  const grown = { server: highest - before.server, tab: (await tabMb()) - before.tab };

  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) if (line) lines += 1;
  const { size } = await stat(path);
  console.log(
    `${download.suggestedFilename()}: ${lines} lines (goal ${records + 1}), ${(size / 1e6).toFixed(0)} MB in ` +
      `${seconds.toFixed(1)} s: ${Math.round(records / seconds)} records a second`,
  );
  console.log(
    `server ${before.server.toFixed(0)} MB before, at most ${grown.server.toFixed(1)} more (goal ${goals.serverMb}); ` +
      `tab ${before.tab.toFixed(1)} MB before, ${grown.tab.toFixed(1)} more after (goal ${goals.tabMb})`,
  );
  const isGood = lines === records + 1 && grown.server <= goals.serverMb && grown.tab <= goals.tabMb;
  process.exitCode = isGood ? 0 : 1;
} finally {
  await browser.close();
  await stop();
}
