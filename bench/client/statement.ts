/// <reference lib="dom" />
// Measures the time from choosing a bank's file of 5,000 rows to its preview on a CPU throttled four times, and the long
// tasks meanwhile.
//     npx tsx bench/client/statement.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import startServer from '../../e2e/server.ts';
import { median } from '../median.ts';
import { reportMost } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { statementBody } from '../engine/statement-bodies.ts';

const files = 5;
const goals = { previewMs: 300, longTaskMs: 50 } as const;

declare global {
  var tasksMs: number[];
  var previewMs: Promise<number>;
}

const { transactions } = statementBody(5_000, 30);
const lines = transactions.map(({ date, amount, kind }) => {
  const [year, month, day] = date.split('-');
  const sides = amount > 0 ? `${amount.toFixed(2)},` : `,${(-amount).toFixed(2)}`;
  return `${day}/${month}/${year},"${kind ? 'INTEREST CHARGED' : 'PAYMENT, THANK YOU'}",${sides},400000.00`;
});
// A file on the disk: a buffer would be decoded in the page.
const path = join(createTemporaryFolder(), 'loan.csv');
writeFileSync(path, ['Date,Description,Debit,Credit,Balance', ...lines].join('\r\n'));

const stopServer = await startServer();
const browser = await chromium.launch(await findChromium());
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(() => {
  globalThis.tasksMs = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasksMs.push(duration);
  }).observe({ type: 'longtask', buffered: true });
});
await page.goto(`${process.env['E2E_URL']}/finance/check`);
const input = page.getByLabel('Loan account (CSV)');
await input.waitFor();
const devtools = await page.context().newCDPSession(page);
await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });

const times: number[] = [];
const longTasks: number[] = [];
for (let file = 0; file < files; file++) {
  await page.evaluate(() => {
    globalThis.tasksMs = [];
    globalThis.previewMs = new Promise((resolve) => {
      document.addEventListener(
        'change',
        () => {
          const startedAt = performance.now();
          const observer = new MutationObserver(() => {
            if (!document.body.textContent?.includes('5,000 rows from')) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
          });
          observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        },
        { capture: true, once: true },
      );
    });
  });
  await input.setInputFiles(path);
  times.push(await page.evaluate(() => previewMs));
  longTasks.push(...(await page.evaluate(() => tasksMs)));
  await page.getByRole('button', { name: 'Remove' }).click();
}
reportMost('5,000 rows, from the file to the preview', median(times), goals.previewMs, 'ms');
reportMost('5,000 rows, longest task', Math.max(0, ...longTasks), goals.longTaskMs, 'ms');
console.log(times.map(Math.round), longTasks.map(Math.round));

await browser.close();
await stopServer();
