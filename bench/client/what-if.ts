/// <reference lib="dom" />
// Measures WHAT IF with a schedule of 360 rows and its charts, and stay or switch with three offers of 300 rows, on a CPU
// throttled four times: the time from the last key to the new figures, and the long tasks while a slider moves or a
// person types.
//     npx tsx bench/client/what-if.ts
import { chromium, type Locator, type Page } from '@playwright/test';
import { openRow } from '../../e2e/calculator.ts';
import { findChromium } from '../../e2e/chromium.ts';
import startServer from '../../e2e/server.ts';
import { median } from '../median.ts';
import { reportMost } from '../report.ts';
import { msFromKeyToFigures } from './key-time.ts';

const keys = 15;
/** Each key produces new figures. */
const slowKeys = 10;
const msBetweenSlowKeys = 2_000;
const moves = 60;
const msBetweenMoves = 50;
const goals = { keyToFiguresMs: 150, longTaskMs: 50 } as const;
const whatIf =
  '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly#what-if&extra=200';
const offer = (terms: string) => `offer=${encodeURIComponent(terms)}`;
const switching = `/finance/switch#owed=420000&months=300&rate=6.5&compounding=monthly&start=2026-11-23&${[
  offer('rate=5.9&costs=1200'),
  offer('rate=5.9&costs=1200&months=360'),
  offer('rate=6.2&costs=3000&cashback=4000&split=100000:5.5:36:7'),
].join('&')}`;

declare global {
  var longTasksMs: number[];
}

const stopServer = await startServer();
const browser = await chromium.launch(await findChromium());

const whatIfPage = await open(whatIf, 'Saved');
await openRow(whatIfPage, 'Extra repayments');
const extra = whatIfPage.getByLabel('Extra amount');
await reportKeyTimes(whatIfPage, 'WHAT IF', extra);
await throttle(whatIfPage);
await openRow(whatIfPage, 'If Rates Move');
await whatIfPage.getByRole('slider').focus();
await reportLongTasks(whatIfPage, `WHAT IF, ${moves} moves of a slider`, async () => {
  for (let move = 0; move < moves; move++) {
    await whatIfPage.keyboard.press(move < moves / 2 ? 'ArrowRight' : 'ArrowLeft');
    await whatIfPage.waitForTimeout(msBetweenMoves);
  }
});
await whatIfPage.close();

const switchPage = await open(switching, 'CHEAPEST');
const costs = switchPage.getByLabel('Costs of Switching').first();
await reportKeyTimes(switchPage, 'stay or switch', costs);
await throttle(switchPage);
await costs.fill('');
await reportLongTasks(switchPage, `stay or switch, ${slowKeys} keys`, async () => {
  for (let key = 0; key < slowKeys; key++) {
    await switchPage.keyboard.press(String(1 + (key % 9)));
    await switchPage.waitForTimeout(msBetweenSlowKeys);
  }
});

await browser.close();
await stopServer();

async function open(path: string, text: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    globalThis.longTasksMs = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasksMs.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`${process.env['E2E_URL']}${path}`);
  await page.getByText(text).first().waitFor();
  return page;
}

async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

async function reportKeyTimes(page: Page, what: string, field: Locator): Promise<void> {
  const times: number[] = [];
  for (let key = 0; key < keys; key++) {
    await field.fill('30');
    await page.waitForTimeout(1_000);
    await field.press('End');
    times.push(await msFromKeyToFigures(page, String(key % 10)));
  }
  const figure = `${what}, from the last key to the new figures, median`;
  reportMost(figure, median(times), goals.keyToFiguresMs, 'ms');
}

async function reportLongTasks(page: Page, what: string, act: () => Promise<void>): Promise<void> {
  await page.waitForTimeout(2_000);
  await page.evaluate(() => (globalThis.longTasksMs = []));
  await act();
  await page.waitForTimeout(2_000);
  const longTasksMs = await page.evaluate(() => globalThis.longTasksMs);
  console.log(`${what}: ${longTasksMs.length} tasks of more than 50 ms`);
  reportMost(`${what}: the longest task`, Math.max(0, ...longTasksMs), goals.longTaskMs, 'ms');
}
