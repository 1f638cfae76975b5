// `npm run screenshots` makes the README's pictures of the app as it is built.
import { mkdir } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from './chromium.ts';
import { director, signIn } from './people.ts';
import { startServerOf } from './server.ts';

const folder = 'docs/screenshots';
const loan = '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly';

/** Resolves after the result has appeared, with its chart. */
async function calculated(page: Page): Promise<void> {
  await page.getByText('Breakdown of Total Payments').waitFor();
  await page.waitForLoadState('networkidle');
}

async function checkStorageUsage(page: Page): Promise<void> {
  await page.getByLabel('Country', { exact: true }).selectOption('Australia');
  await page.getByRole('button', { name: 'Check Storage Usage' }).click();
  await page.getByText('Storage Breakdown').waitFor();
}

interface Picture {
  name: string;
  path: string;
  width: number;
  height: number;
  /** The signed-in user. A guest if it is undefined. */
  user?: string;
  prepare?: (page: Page) => Promise<void>;
}

const pictures: Picture[] = [
  { name: 'landing', path: '/', width: 1440, height: 900 },
  { name: 'loan-calculator', path: loan, width: 1440, height: 1100, prepare: calculated },
  { name: 'loan-calculator-phone', path: loan, width: 375, height: 1100, prepare: calculated },
  { name: 'profile', path: '/profile', width: 1440, height: 1400, user: 'ada', prepare: checkStorageUsage },
  {
    name: 'ip-investigation',
    path: '/admin/ip-address',
    width: 1440,
    height: 900,
    user: director,
    prepare: (page) => page.getByRole('table').waitFor(),
  },
];

/** As many as in the demonstration. */
const guesses = 10_000;
const stopServer = await startServerOf('.', { guesses });
const browser = await chromium.launch(await findChromium());
await mkdir(folder, { recursive: true });
for (const { name, path, width, height, user, prepare } of pictures) {
  const page = await browser.newPage({
    baseURL: process.env['E2E_URL'] ?? '',
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-AU',
  });
  if (user) await signIn(page, user);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await prepare?.(page);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}
await browser.close();
await stopServer();
