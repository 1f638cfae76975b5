/// <reference lib="dom" />
// Measures a loan account of 5,000 rows with an offset account of as many on a CPU throttled four times: the reading of
// both files, a correction, and the check, with the long tasks meanwhile.
//     npx tsx bench/client/statement.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import startServer from '../../e2e/server.ts';
import { reportMost } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { statementBody } from '../engine/statement-bodies.ts';

const goals = { readMs: 3_000, correctionMs: 1_000, checkMs: 10_000, longTaskMs: 50 } as const;

declare global {
  var tasksMs: number[];
  var doneMs: Promise<number>;
}

const body = statementBody(5_000, 30);
const folder = createTemporaryFolder();

/** A file on the disk: a buffer would be decoded in the page. */
function fileOf(
  name: string,
  rows: readonly (readonly [date: string, text: string, cents: number, balanceCents: number])[],
) {
  const lines = rows.map(([date, text, cents, balanceCents]) => {
    const [year, month, day] = date.split('-');
    const size = (Math.abs(cents) / 100).toFixed(2);
    return `${day}/${month}/${year},"${text}",${cents < 0 ? `${size},` : `,${size}`},${(balanceCents / 100).toFixed(2)}`;
  });
  const path = join(folder, name);
  writeFileSync(path, ['Date,Description,Debit,Credit,Balance', ...lines].join('\r\n'));
  return path;
}

let owed = Math.round(100 * body.opening_balance);
const loan = fileOf(
  'loan.csv',
  body.transactions.map(({ date, amount, kind }) => {
    const cents = Math.round(100 * amount);
    owed += cents;
    return [date, kind ? 'INTEREST CHARGED' : 'PAYMENT, THANK YOU', 0 - cents, 0 - owed];
  }),
);
const offset = fileOf(
  'offset.csv',
  body.offset_balances.map(({ date, balance }, index, all) => {
    const cents = 100 * (balance - (all[index - 1]?.balance ?? 0));
    return [date, 'TRANSFER', cents, 100 * balance];
  }),
);

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
const input = page.getByLabel(/^Loan account/);
await input.waitFor();
const devtools = await page.context().newCDPSession(page);
await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });

const longTasks: number[] = [];

/** Reports the time from an event to a text in the page. */
async function measure(
  name: string,
  goalMs: number,
  { event, text, act }: { event: string; text: string; act: () => Promise<unknown> },
) {
  await page.evaluate(
    ([type, awaited]) => {
      globalThis.tasksMs = [];
      globalThis.doneMs = new Promise((resolve) => {
        document.addEventListener(
          type!,
          () => {
            const startedAt = performance.now();
            const observer = new MutationObserver(() => {
              if (!document.body.textContent?.includes(awaited!)) return;
              observer.disconnect();
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
            });
            observer.observe(document.body, { childList: true, subtree: true, characterData: true });
          },
          { capture: true, once: true },
        );
      });
    },
    [event, text],
  );
  await act();
  reportMost(name, await page.evaluate(() => doneMs), goalMs, 'ms');
  const tasks = await page.evaluate(() => tasksMs);
  longTasks.push(...tasks);
  console.log(name, tasks.map(Math.round));
}

await measure('5,000 rows of a loan, read', goals.readMs, {
  event: 'change',
  text: '5,000 rows from',
  act: () => input.setInputFiles(loan),
});
await measure('With 5,000 rows of an offset account, read', goals.readMs, {
  event: 'change',
  text: 'Offset A, 5,000 rows from',
  act: () => page.getByLabel(/^Offset account/).setInputFiles(offset),
});
await page.getByText('Rows, kinds and columns').click();
await measure('A correction', goals.correctionMs, {
  event: 'change',
  text: '167 interest charges',
  act: () => page.getByLabel('Kind of row 3', { exact: true }).selectOption('interest'),
});
await measure('The check', goals.checkMs, {
  event: 'submit',
  text: 'Charge by Charge',
  act: () => page.getByRole('button', { name: 'Check', exact: true }).click(),
});
reportMost('The longest task', Math.max(0, ...longTasks), goals.longTaskMs, 'ms');

await browser.close();
await stopServer();
