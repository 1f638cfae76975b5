// The largest contentful paint of public pages on a throttled phone: as the server renders them, and as the browser does
// without the renderer. The two take turns, and each figure is a median.
//     npx tsx bench/client/first-paint.ts [path …]
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import { startServerOf } from '../../e2e/server.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { copyApp } from './app-copy.ts';

const runs = 5;
/** Of the time without the renderer. */
const goal = 0.7;
const pages = [
  '/',
  '/arsenal/guides/fixed-or-variable',
  '/data/rba-cash-rate-changes',
  '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly',
];
/** Lighthouse's phone. */
const network = {
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
  offline: false,
};
const cpuSlowdown = 4;

/** @returns the time of the largest paint in milliseconds. */
async function openPage(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(() => {
    const seen = { paintMs: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.paintMs = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const paintMs = await page.evaluate(
    () => (window as unknown as { seen: { paintMs: number } }).seen.paintMs,
  );
  await context.close();
  return paintMs;
}

const stops: (() => Promise<void>)[] = [];
const urls: string[] = [];
for (const root of ['.', copyApp(['client/dist'])]) {
  stops.push(await startServerOf(root));
  urls.push(process.env['E2E_URL'] ?? '');
}
const browser = await chromium.launch(await findChromium());
for (const path of process.argv.length > 2 ? process.argv.slice(2) : pages) {
  const paintsMs: number[][] = urls.map(() => []);
  // The first visit renders the page, and is not counted.
  for (let run = 0; run <= runs; run++) {
    for (const [index, url] of urls.entries()) {
      const paintMs = await openPage(browser, url + path);
      if (run > 0) paintsMs[index]?.push(paintMs);
    }
  }
  const [rendered = 0, plain = 0] = paintsMs.map(median);
  console.log(`${path}: ${Math.round(rendered)} ms, without the renderer ${Math.round(plain)} ms`);
  const part = rendered / plain;
  report(`${path}, part of the time without the renderer`, part.toFixed(2), part <= goal, `at most ${goal}`);
}
await browser.close();
for (const stop of stops) await stop();
