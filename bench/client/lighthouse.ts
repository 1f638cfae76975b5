// Lighthouse (mobile) on the pages that a visitor can open, on the built app: the median of three runs of each.
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findChromium } from '../../e2e/chromium.ts';
import startServer from '../../e2e/server.ts';
import { median } from '../median.ts';

const runs = 3;
const debuggingPort = 9_333;
/** Guides and data have text to load that the others do not, and so another goal of performance, and one of time. */
const readingPages = ['/arsenal/guides/extra-repayments', '/data'];
const readingGoals = { performance: 97, lcpMs: 2_000 } as const;
const goals = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const pages = [
  '/',
  '/about',
  '/finance/loan-calculator',
  '/login',
  '/register',
  '/forgot-password',
  '/resend-verification',
  '/email-verification-notice',
  ...readingPages,
];

const stopServer = await startServer();
const launch = await findChromium();
const browser = await chromium.launch({
  ...launch,
  args: [...launch.args, `--remote-debugging-port=${debuggingPort}`],
});
let isMet = true;
for (const page of process.argv.length > 2 ? process.argv.slice(2) : pages) {
  const scores: Record<string, number[]> = {};
  const paintsMs: number[] = [];
  const isReading = readingPages.includes(page);
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(`${process.env['E2E_URL']}${page}`, {
      port: debuggingPort,
      logLevel: 'error',
      onlyCategories: Object.keys(goals),
    });
    for (const [name, category] of Object.entries(result?.lhr.categories ?? {})) {
      (scores[name] ??= []).push(Math.round((category.score ?? 0) * 100));
    }
    paintsMs.push(result?.lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN);
  }
  const medians = Object.entries(goals).map(([name, usual]) => {
    const goal = isReading && name === 'performance' ? readingGoals.performance : usual;
    const score = median(scores[name] ?? []);
    if (!(score >= goal)) isMet = false;
    return `${name} ${score} (goal ${goal})`;
  });
  const paintMs = Math.round(median(paintsMs));
  if (isReading && !(paintMs < readingGoals.lcpMs)) isMet = false;
  console.log(`${page}: ${medians.join(', ')}, largest paint ${paintMs} ms`);
}
await browser.close();
await stopServer();
process.exitCode = isMet ? 0 : 1;
