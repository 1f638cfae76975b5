// The largest contentful paint of public pages on a throttled phone: as the server renders them, and as the browser does
// without the renderer. The two take turns, and each figure is a median. What moves in the server's pages is listed.
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

interface Seen {
  /** The time of the largest paint. */
  paintMs: number;
  layoutShift: number;
  /** The elements that moved, and the time. */
  moved: string[];
}

async function openPage(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(() => {
    const seen: Seen = { paintMs: 0, layoutShift: 0, moved: [] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.paintMs = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        seen.layoutShift += value;
        const names = sources.map(({ node }) => `${node?.nodeName} "${node?.textContent?.slice(0, 30)}"`);
        seen.moved.push(`${names.join(', ')} at ${Math.round(entry.startTime)} ms`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  // On a busy machine the network can be idle before the browser has rendered the page.
  await page.waitForFunction(
    () => document.querySelector('h1') && (window as unknown as { seen: Seen }).seen.paintMs > 0,
  );
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await context.close();
  return seen;
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
  const layoutShifts: number[] = [];
  // The first visit renders the page, and is not counted.
  for (let run = 0; run <= runs; run++) {
    for (const [index, url] of urls.entries()) {
      const { paintMs, layoutShift, moved } = await openPage(browser, url + path);
      if (run > 0) paintsMs[index]?.push(paintMs);
      if (index > 0) continue;
      layoutShifts.push(layoutShift);
      for (const text of moved) console.log(`${path}: moved: ${text}`);
    }
  }
  const [rendered = 0, plain = 0] = paintsMs.map(median);
  console.log(`${path}: ${Math.round(rendered)} ms, without the renderer ${Math.round(plain)} ms`);
  const part = rendered / plain;
  report(`${path}, part of the time without the renderer`, part.toFixed(2), part <= goal, `at most ${goal}`);
  const shift = Math.max(...layoutShifts);
  report(`${path}, largest layout shift`, shift.toFixed(4), shift === 0, '0');
}
await browser.close();
for (const stop of stops) await stop();
