// The gzipped size of the files that the first load of `/` requests, by kind.
//     npx tsx bench/client/first-load.ts
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import startServer from '../../e2e/server.ts';
import { reportMost } from '../report.ts';

/** The size of the gzipped content in kB of 1,000 bytes. */
const goals = { script: 150, stylesheet: 14, font: 45 } as const;

const stopServer = await startServer();
const browser = await chromium.launch(await findChromium());
const page = await browser.newPage();
const bytes: Record<string, number> = {};
const seen: Promise<void>[] = [];
page.on('response', (response) => {
  const kind = response.request().resourceType();
  if (!(kind in goals)) return;
  // Fonts are already compressed.
  const read = async () => {
    const body = await response.body();
    bytes[kind] = (bytes[kind] ?? 0) + (kind === 'font' ? body : gzipSync(body, { level: 9 })).length;
  };
  seen.push(read());
});
await page.goto(process.env['E2E_URL'] ?? '', { waitUntil: 'networkidle' });
await Promise.all(seen);
await browser.close();
await stopServer();

for (const [kind, goal] of Object.entries(goals)) {
  reportMost(kind, (bytes[kind] ?? 0) / 1000, goal, 'kB');
}
