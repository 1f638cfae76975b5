// Runs Lighthouse (mobile) on pages of visitors on the built app. Each result is the median of three runs.
//     npx tsx bench/client/lighthouse.ts [path …]
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import startServer from '../../e2e/server.ts';
import { median } from '../median.ts';

/** Installed only here, because its 140 packages would make every install a quarter longer. Version 13 needs Node 22. */
const lighthouse = 'lighthouse@12.8.2';
const runs = 3;
const debuggingPort = 9_333;
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** The goal for the largest contentful paint of `/`, in milliseconds. */
const startPaintMs = 1_900;
const pages = [
  '/',
  '/about',
  '/finance/loan-calculator',
  '/login',
  '/register',
  '/forgot-password',
  '/resend-verification',
  '/email-verification-notice',
  '/arsenal/guides/extra-repayments',
  '/data',
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
  for (let run = 0; run < runs; run++) {
    const { categories, audits } = await look(`${process.env['E2E_URL']}${page}`);
    for (const [name, { score }] of Object.entries(categories)) {
      (scores[name] ??= []).push(Math.round((score ?? 0) * 100));
    }
    paintsMs.push(audits['largest-contentful-paint'].numericValue ?? Number.NaN);
  }
  const medians = Object.entries(goals).map(([name, goal]) => {
    const score = median(scores[name] ?? []);
    if (!(score >= goal)) isMet = false;
    return `${name} ${score} (goal ${goal})`;
  });
  const paintMs = Math.round(median(paintsMs));
  if (page === '/' && paintMs > startPaintMs) isMet = false;
  console.log(`${page}: ${medians.join(', ')}, largest paint ${paintMs} ms`);
}
await browser.close();
await stopServer();
process.exitCode = isMet ? 0 : 1;

/** The part of the report that is read here. A page that does not load has no scores and no paint. */
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: { 'largest-contentful-paint': { numericValue?: number } };
}

async function look(url: string): Promise<Report> {
  const flags = [
    `--port=${debuggingPort}`,
    `--only-categories=${Object.keys(goals).join()}`,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
  ];
  const { stdout } = await promisify(execFile)('npx', ['--yes', lighthouse, url, ...flags], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Report;
}
