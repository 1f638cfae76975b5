/// <reference lib="dom" />
// WHAT IF with a schedule of 360 rows and its charts: from the last key to the new figures, and the long tasks of the
// page while a slider moves on a CPU throttled four times.
//     npx tsx bench/client/what-if.ts
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import startServer from '../../e2e/server.ts';
import { median } from '../median.ts';

const keys = 15;
const moves = 60;
const msBetweenMoves = 50;
const goals = { keyToFiguresMs: 150, longTaskMs: 50 } as const;
const address =
  '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly#what-if&extra=200';

declare global {
  var longTasksMs: number[];
  var keyToFiguresMs: Promise<number>;
}

const stopServer = await startServer();
const browser = await chromium.launch(await findChromium());
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(() => {
  globalThis.longTasksMs = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasksMs.push(duration);
  }).observe({ type: 'longtask', buffered: true });
});
await page.goto(`${process.env['E2E_URL']}${address}`);
await page.getByText('Interest saved').waitFor();

const openRow = (title: RegExp) => page.locator('summary', { hasText: title }).click();
await openRow(/^Extra repayments/);
const amount = page.getByLabel('Extra amount');
await amount.waitFor();
const times: number[] = [];
for (let key = 0; key < keys; key++) {
  await amount.fill('30');
  await page.waitForTimeout(1_000);
  await amount.press('End');
  times.push(await msFromKeyToFigures(page, String(key % 10)));
}
report('from the last key to the new figures, median', median(times), goals.keyToFiguresMs);

const devtools = await page.context().newCDPSession(page);
await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
await openRow(/^If Rates Move/);
await page.getByRole('slider').focus();
await page.evaluate(() => (globalThis.longTasksMs = []));
for (let move = 0; move < moves; move++) {
  await page.keyboard.press(move < moves / 2 ? 'ArrowRight' : 'ArrowLeft');
  await page.waitForTimeout(msBetweenMoves);
}
await page.waitForTimeout(2_000);
const longTasksMs = await page.evaluate(() => globalThis.longTasksMs);
console.log(`${longTasksMs.length} tasks of more than 50 ms in ${moves} moves`);
report('the longest task while the slider moves', Math.max(0, ...longTasksMs), goals.longTaskMs);

await browser.close();
await stopServer();

/** Counted in the page, from the key's event to the frame that holds the changed figures. */
async function msFromKeyToFigures(on: Page, key: string): Promise<number> {
  await on.evaluate(() => {
    globalThis.keyToFiguresMs = new Promise((resolve) => {
      let pressedAt = 0;
      document.addEventListener('keydown', (event) => (pressedAt = event.timeStamp), { once: true });
      const figures = document.querySelector('section[aria-label="Result"] dl');
      if (!figures) throw new Error('There are no figures.');
      const before = figures.textContent;
      const observer = new MutationObserver(() => {
        if (figures.textContent === before) return;
        observer.disconnect();
        requestAnimationFrame((at) => resolve(at - pressedAt));
      });
      observer.observe(figures, { childList: true, characterData: true, subtree: true });
    });
  });
  await on.keyboard.press(key);
  return on.evaluate(() => globalThis.keyToFiguresMs);
}

function report(what: string, ms: number, goal: number): void {
  if (ms > goal) process.exitCode = 1;
  console.log(`${what}: ${ms.toFixed(0)} ms (goal ${goal})`);
}
