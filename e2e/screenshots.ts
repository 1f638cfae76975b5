// `npm run screenshots`: the README's pictures, of the app as it is built now.
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.ts';
import startServer from './server.ts';

const folder = 'docs/screenshots';
const loan = '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly';

const pictures = [
  { name: 'landing', path: '/', width: 1440, height: 900 },
  { name: 'loan-calculator', path: loan, width: 1440, height: 1100 },
  { name: 'loan-calculator-phone', path: loan, width: 375, height: 1100 },
];

const stopServer = await startServer();
const browser = await chromium.launch(await findChromium());
await mkdir(folder, { recursive: true });
for (const { name, path, width, height } of pictures) {
  const page = await browser.newPage({
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-AU',
  });
  await page.goto(`${process.env['E2E_URL']}${path}`);
  if (path === loan) {
    const toast = page.getByText('Calculation successful!');
    await toast.waitFor();
    await toast.waitFor({ state: 'hidden' });
  }
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}
await browser.close();
await stopServer();
