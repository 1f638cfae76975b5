/// <reference lib="dom" />
// The time from a key to the new figures of savings, of WHAT IF with 360 rows, and of stay or switch with three offers of
// 300 rows, on a CPU throttled four times. The screens take turns, so that a busy moment of the machine meets all of them.
// Also the memory of each screen after its keys.
//     npx tsx bench/client/key-to-figures.ts
import { type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import { openRow } from '../../e2e/calculator.ts';
import { findChromium } from '../../e2e/chromium.ts';
import startServer from '../../e2e/server.ts';
import { median } from '../median.ts';
import { reportMost } from '../report.ts';
import { msFromKeyToFigures } from './key-time.ts';

const turns = 8;
const pauseMs = 1_000;
const mostMemoryMb = 60;

const offer = (terms: string) => `offer=${encodeURIComponent(terms)}`;
const offers = ['rate=5.9&costs=1200', 'rate=5.9&costs=1200&months=360', 'rate=6.2&costs=3000'].map(offer);

interface Screen {
  name: string;
  path: string;
  /** The field of the keys. Each key appends a digit to 30. */
  field: (page: Page) => Promise<Locator>;
  mostMs: number;
}

const screens: readonly Screen[] = [
  {
    name: 'savings',
    path: '/finance/savings#opening=5000&deposit=500&months=120&rate=4.5&inflation=2.5',
    field: async (page) => page.getByLabel('Deposit per Month'),
    mostMs: 150,
  },
  {
    name: 'WHAT IF',
    path: '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly#what-if&extra=200',
    field: async (page) => {
      await openRow(page, 'Extra repayments');
      return page.getByLabel('Extra amount');
    },
    mostMs: 300,
  },
  {
    name: 'stay or switch',
    path: `/finance/switch#owed=420000&months=300&rate=6.5&compounding=monthly&start=2026-11-23&${offers.join('&')}`,
    field: async (page) => page.getByLabel('Costs of Switching').first(),
    mostMs: 400,
  },
];

const stopServer = await startServer();
const browser = await chromium.launch(await findChromium());
const opened = await Promise.all(screens.map(open));
for (let turn = 0; turn < turns; turn++) {
  for (const { page, field, times } of opened) {
    await page.bringToFront();
    await field.fill('30');
    await page.waitForTimeout(pauseMs);
    await field.press('End');
    times.push(await msFromKeyToFigures(page, String(1 + turn)));
  }
}
for (const { screen, times, devtools } of opened) {
  reportMost(`${screen.name}, from a key to the new figures, median`, median(times), screen.mostMs, 'ms');
  reportMost(`${screen.name}, memory of the page`, await memoryMb(devtools), mostMemoryMb, 'MB');
}
await browser.close();
await stopServer();

async function open(screen: Screen) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${process.env['E2E_URL']}${screen.path}`);
  await page.getByRole('region', { name: 'Result', exact: true }).getByText(/\$\d/).first().waitFor();
  const field = await screen.field(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const times: number[] = [];
  return { screen, page, devtools, field, times };
}

/** The used part of the JavaScript heap after a collection. */
async function memoryMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
