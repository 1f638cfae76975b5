/// <reference lib="dom" />
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { childEnvironment } from 'server/test/child-environment.ts';
import type { Page } from '@playwright/test';
import { getLoan } from 'contract/followed-loans/followed-loans.ts';
import { formatAud } from 'contract/formats.ts';
import { findFreePort } from 'server/test/free-port.ts';
import { expect, resize, test, viewports } from './fixtures.ts';
import { callAs, director, signIn } from './people.ts';
import { brokenDates, brokenFigures, brokenWords, cutChoices } from './screen-checks.ts';
import { startServerOf } from './server.ts';

// One server for all stories of this file.
test.describe.configure({ mode: 'default' });

// This file has its own server, because the world of the demonstration would appear on screens of other files.
let stopServer = async () => {};
const shared = { ...process.env };
test.beforeAll(async () => {
  stopServer = await startServerOf('.', { guesses: 300, variables: { DEMO: 'true' } });
});
test.afterAll(async () => {
  await stopServer();
  Object.assign(process.env, shared);
});

const people = [
  ['ada', '/dashboard', 'The house in Ballarat'],
  ['ben', '/dashboard', 'My part of it'],
  ['grace', '/admin/ip-address?action=login_failed', '203.0.113.'],
  [director, '/admin/dashboard', 'Sign-ins'],
] as const;

test('each person of the demonstration begins with something to see, below the word DEMO', async ({
  browser,
}) => {
  for (const [username, path, text] of people) {
    const page = await browser.newPage({ baseURL: process.env['E2E_URL'] ?? '' });
    await signIn(page, username);
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(page.getByRole('banner').getByText('DEMO')).toBeVisible();
    await page.close();
  }
});

const fill = (variables: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ['server/dist/demo-command.js', '--fresh', '1'], {
    env: childEnvironment({ DEMO: 'true', ...variables }),
    encoding: 'utf8',
  });

test('a second demonstration is refused, and changes nothing, beside a running one', async ({
  request,
}, info) => {
  const { port } = new URL(process.env['E2E_URL'] ?? '');
  const running = process.env['E2E_DATA_DIR'] ?? '';
  const unused = join(running, 'unused');
  const [samePort, sameFolder] = [
    fill({ PORT: port, DATA_DIR: unused }),
    fill({ PORT: String(await findFreePort()), DATA_DIR: running }),
  ];
  expect(samePort).toMatchObject({ status: 1, stderr: expect.stringContaining(`PORT`) });
  expect(existsSync(unused)).toBe(false);
  expect(sameFolder).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The data folder .* is in use by process \d+ .*\n$/),
  });
  // The data of a demonstration at another port is another folder, which is in use here.
  const otherPort = await findFreePort();
  const folder = resolve(`.demo-${otherPort}`);
  symlinkSync(running, folder);
  const env = childEnvironment({ PORT: String(otherPort) });
  const second = spawnSync(process.execPath, ['scripts/demo.mjs'], {
    env,
    encoding: 'utf8',
    timeout: info.timeout,
  });
  rmSync(folder);
  expect(second).toMatchObject({ status: 1, stderr: expect.stringContaining(`${folder} is in use`) });
  expect((await request.get(`${process.env['E2E_URL']}/api/readyz`)).status()).toBe(200);
});

async function expectWholeWords(
  page: Page,
  expectNoSidewaysScroll: () => Promise<void>,
  textSize = '200%',
): Promise<void> {
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
  // What depends on the width follows the new size a moment later.
  await expect(async () => {
    await expectNoSidewaysScroll();
    expect(await brokenFigures(page)).toEqual([]);
    expect(await brokenWords(page)).toEqual([]);
    expect(await cutChoices(page)).toEqual([]);
  }).toPass();
}

const bothWidths = [viewports.wide, viewports.phone];

test('no word and no figure of a timeline breaks with the text at 200 %, and K reaches every row, on a desktop and on a phone', async ({
  page,
  expectNoSidewaysScroll,
}) => {
  await signIn(page, 'grace');
  for (const path of ['/admin/timeline?ip_address=203.0.113.77', '/admin/user-named/carol']) {
    await page.goto(path);
    if (path.includes('user-named')) await page.getByRole('link', { name: 'Timeline of carol' }).click();
    // The page of the user has a short timeline of its own.
    await expect(page.getByRole('heading', { level: 1, name: 'Timeline' })).toBeVisible();
    const rows = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    await expect(page.getByText('Login as carol')).toBeVisible();
    for (const viewport of bothWidths) {
      await resize(page, viewport);
      await expectWholeWords(page, expectNoSidewaysScroll);
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
      await rows.last().focus();
      for (let row = (await rows.count()) - 2; row >= 0; row--) {
        await page.keyboard.press('k');
        const focused = () =>
          rows.evaluateAll((all) => all.findIndex((one) => one.contains(document.activeElement)));
        await expect.poll(focused).toBe(row);
      }
    }
  }
});

test('on a phone the title of each screen of an agent stands in the first 140 px, and with the text at 200 % no word and no date is broken and no list is wider than the screen or cuts a choice', async ({
  page,
  expectNoSidewaysScroll,
}) => {
  await signIn(page, director);
  const open = async (path: string) => {
    await resize(page, viewports.phone);
    await page.goto(`/admin/${path}`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    await expect
      .poll(() => title.evaluate((heading) => heading.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(140);
  };
  await open('question/import');
  for (const [path, text] of [
    ['settings', 'Registration open'],
    ['notifications', 'Welcome to the demonstration'],
  ] as const) {
    await open(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectWholeWords(page, expectNoSidewaysScroll);
  }
  for (const path of [
    'dashboard',
    'userlist',
    'log',
    'network-blocks',
    'network-blocks?by=network',
    'ip-address',
    'reports',
    'user-named/ada',
    'timeline?ip_address=203.0.113.77',
    'timeline?ip_address=198.51.100.200',
  ]) {
    await open(path);
    await expect(page.getByText(/\d{4}-\d\d-\d\d/).first()).toBeVisible();
    await expectWholeWords(page, expectNoSidewaysScroll);
    for (const [width, size] of [
      [375, '200%'],
      [768, '200%'],
      [320, '100%'],
    ] as const) {
      await resize(page, { width, height: 900 });
      await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
      await expect.poll(() => brokenDates(page), `${path} ${width} ${size}`).toEqual([]);
    }
  }
});

test('on a phone a back link without a title beside it has its words', async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  await page.goto('/arsenal/guides/how-to-check-your-banks-interest');
  const words = page.getByRole('main').getByText('Arsenal', { exact: true });
  await expect
    .poll(() => words.evaluate((element) => element.getBoundingClientRect().width))
    .toBeGreaterThan(40);
});

test('the user list is a table from 1,008 px on, until cards are chosen, also after a reload', async ({
  page,
  expectNoSidewaysScroll,
}) => {
  await signIn(page, 'grace');
  await page.setViewportSize({ width: 1008, height: 900 });
  await page.goto('/admin/userlist');
  await expect(page.getByRole('row', { name: /carol/ })).toBeVisible();
  await expectNoSidewaysScroll();
  await page.getByText('Cards', { exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await expect(page.getByRole('heading', { level: 2, name: 'carol' })).toBeVisible();
  await page.getByText('Table', { exact: true }).click();
  await page.setViewportSize({ width: 1007, height: 900 });
  await expect(page.getByRole('row')).toHaveCount(0);
});

test('no word and no figure of the first screens breaks with the text at 200 %, on a desktop and on a phone, and of a followed loan at no size', async ({
  page,
  expectNoSidewaysScroll,
}) => {
  await signIn(page, 'ada');
  const twoOffers =
    '/finance/switch#owed=420000&months=48&rate=6.5&compounding=monthly&start=2026-11-23&offer=rate%3D5.9%26costs%3D1200&offer=rate%3D5.9%26months%3D60%26costs%3D1200';
  for (const path of ['/', '/dashboard', '/loans', 'Our house', '/data', twoOffers]) {
    await test.step(path, async () => {
      if (path.startsWith('/')) await page.goto(path);
      else await page.getByRole('link', { name: `Open ${path}` }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of [1440, 1024, viewports.phone.width]) {
        await resize(page, { width, height: 900 });
        await expectWholeWords(page, expectNoSidewaysScroll);
      }
      if (['/dashboard', '/data'].includes(path)) {
        const rows = page.getByRole('rowheader');
        await expect(rows.first()).toBeVisible();
        const narrowest = () =>
          rows.evaluateAll((cells) =>
            Math.min(...cells.map((cell) => cell.getBoundingClientRect().width / window.innerWidth)),
          );
        await expect.poll(narrowest).toBeGreaterThan(0.7);
      }
      if (path === 'Our house') {
        for (const size of ['100%', '125%', '150%'])
          await expectWholeWords(page, expectNoSidewaysScroll, size);
      }
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    });
  }
});

test('two people follow a loan: one drops the next file, reads what it will do, adds it, and the other sees the same figures', async ({
  page,
  browser,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  await signIn(page, 'ada');
  await page.goto('/loans');
  await page.getByRole('link', { name: 'Open Our house' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our house' })).toBeVisible();
  const summary = page.getByRole('region', { name: 'Summary' });
  await onPhoneToo(expectNoSidewaysScroll);

  const month = page.getByRole('slider', { name: 'Month of the chart' });
  await month.press('End');
  await expect(page.getByText('March 2051: $0.00 expected, $0.00 planned.')).toBeVisible();

  const ada = await callAs('ada');
  const { loan } = await ada.call(getLoan, undefined, page.url().split('/').at(-1));
  const rows = loan.input.transactions as Row[];
  const owed = rows.at(-1)!.balance;
  await expect(summary).toContainText(formatAud(owed));
  await page.getByLabel(/^Loan account/).setInputFiles({
    name: 'next.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(nextFile(rows)),
  });
  await expect(page.getByText('1 new row, 8 known.')).toBeVisible();
  await expect(page.getByText('ben sees this and keeps a copy; it cannot be taken back.')).toBeVisible();
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('1 row added.')).toBeVisible();
  await expect(summary).toContainText(formatAud(owed - 1750));

  const partner = await browser.newPage({ baseURL: process.env['E2E_URL'] ?? '' });
  await signIn(partner, 'ben');
  await partner.goto('/loans');
  await partner.getByRole('link', { name: 'Open Our house' }).click();
  await expect(partner.getByRole('region', { name: 'Summary' })).toContainText(formatAud(owed - 1750));
  await expect(partner.getByText(/^ada added 1 row, /).first()).toBeVisible();
  await partner.getByRole('button', { name: /^Undo this file ada/ }).click();
  await partner.getByRole('button', { name: 'Undo this file', exact: true }).click();
  await expect(partner.getByRole('region', { name: 'Summary' })).toContainText(formatAud(owed));
  await partner.close();
  await page.reload();
  await page.getByRole('button', { name: /^Undo ben undid/ }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(summary).toContainText(formatAud(owed - 1750));

  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByText('You keep all of it. Nobody is told.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await expect(page.getByText('You follow this loan alone.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete loan' }).click();
  await expect(page).toHaveURL(/\/loans$/);
  await expect(page.getByText('Follow your home loan:')).toBeVisible();
});

interface Row {
  date: string;
  amount: number;
  kind?: string;
  balance: number;
}

const dayMs = 86_400_000;

/** The last rows as the bank exports them, and the payment of the fortnight after. */
function nextFile(rows: readonly Row[]): string {
  const last = rows.at(-1)!;
  const date = new Date(Date.parse(last.date) + 14 * dayMs).toISOString().slice(0, 10);
  const next: Row = { date, amount: -1750, balance: last.balance - 1750 };
  const lines = [...rows.slice(-8), next].map(({ date: day, amount, kind, balance }) =>
    [
      day,
      kind === 'interest' ? 'Interest charged' : 'Repayment',
      (-amount).toFixed(2),
      (-balance).toFixed(2),
    ].join(','),
  );
  return ['Date,Description,Amount,Balance', ...lines].join('\n');
}
