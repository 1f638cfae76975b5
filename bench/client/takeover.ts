// What changes when the app takes over the server's pages: differences that React reports in its development build, the heading that is
// replaced, refusals of the content security policy, and the layout shift. On every page of the sitemap and on pages with terms, in two
// time zones, both themes and two widths.
//     npx tsx bench/client/takeover.ts [path …]
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import { startServerOf } from '../../e2e/server.ts';
import { report, reportNone } from '../report.ts';
import { copyApp } from './app-copy.ts';

interface Seen {
  shift: number;
  /** The elements that moved. */
  moved: string[];
  heading: Element | null;
}

const withTerms = [
  '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly',
  '/finance/loan-calculator?rate=5.5&utm_source=x&amount=1000&months=24',
  // Refused.
  '/finance/loan-calculator?rate=5.5&amount=1e3&months=24',
  '/data/cpi-quarterly?from=2015&with=inflation-australia',
];
const readers = ['Pacific/Kiritimati', 'America/Los_Angeles'].flatMap((timezoneId) =>
  (['no-preference', 'more'] as const).flatMap((contrast) =>
    [412, 1440].map((width) => ({ timezoneId, contrast, viewport: { width, height: 900 } })),
  ),
);

/** The development build reports attributes, too. */
const root = copyApp(['client/dist-pages']);
execFileSync(
  process.execPath,
  [
    'node_modules/vite/bin/vite.js',
    'build',
    'client',
    '--mode',
    'development',
    '--outDir',
    join(root, 'client/dist'),
  ],
  { env: { ...process.env, NODE_ENV: 'development' }, stdio: 'ignore' },
);
const stop = await startServerOf(root);
const base = process.env['E2E_URL'] ?? '';
const browser = await chromium.launch(await findChromium());
const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
const listed = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = '']) => new URL(url).pathname);
const urls = process.argv.length > 2 ? process.argv.slice(2) : [...listed, ...withTerms];

let [replaced, largestShift] = [0, 0];
const reports: string[] = [];
for (const reader of readers) {
  const context = await browser.newContext({ ...reader, serviceWorkers: 'block' });
  for (const url of urls) await visit(context, url);
  await context.close();
}
await browser.close();
await stop();
for (const text of reports) console.log(text);
reportNone(`errors of ${urls.length} pages with ${readers.length} readers`, reports.length);
reportNone('headings that were replaced', replaced);
// A busy machine may paint before it has read the whole page.
report('largest layout shift', largestShift.toFixed(4), largestShift <= 0.001, 'at most 0.001');

async function visit(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => reports.push(`${url}: ${message.slice(0, 500)}`));
  page.on('console', (message) => {
    if (message.type() === 'error') reports.push(`${url}: ${message.text().slice(0, 500)}`);
  });
  await page.addInitScript(() => {
    const seen: Seen = { shift: 0, moved: [], heading: null };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        seen.shift += value;
        seen.moved.push(
          ...sources.map(({ node }) => `${node?.nodeName} "${node?.textContent?.slice(0, 30)}"`),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('DOMContentLoaded', () => (seen.heading = document.querySelector('h1')));
  });
  await page.goto(base + url, { waitUntil: 'networkidle' });
  // Removed once the app has taken over.
  await page.locator('#page-state').waitFor({ state: 'detached' });
  const seen = await page.evaluate(() => {
    const { shift, moved, heading } = (window as unknown as { seen: Seen }).seen;
    return { shift, moved, isSame: heading !== null && heading === document.querySelector('h1') };
  });
  if (seen.shift > 0) {
    largestShift = Math.max(largestShift, seen.shift);
    const { width } = page.viewportSize() ?? {};
    console.log(`${url} at ${width} px: shift ${seen.shift.toFixed(4)} of ${seen.moved.join('; ')}`);
  }
  if (!seen.isSame) replaced++;
  await page.close();
}
