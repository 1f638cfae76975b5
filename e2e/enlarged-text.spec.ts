/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, resize, test, viewports } from './fixtures.ts';
import { director, signIn } from './people.ts';
import {
  brokenDates,
  brokenFigures,
  brokenWords,
  clippedControls,
  clippedFileInputs,
  cutChoices,
} from './screen-checks.ts';
import { createWorld } from './world.ts';
import { screens } from 'client/test/screens.ts';

/** The largest amounts that calculators take. */
const largest = [
  '/finance/loan-calculator?amount=1000000000000&months=24&rate=30&compounding=daily#what-if&extra=1000000000&lump=100000000000:12',
  '/finance/savings#opening=1000000000000&deposit=1000000000&months=48&rate=4.5&inflation=2.5&goal=999999999999',
  '/finance/buying#price=100000000&place=act&savings=90000000&repay=1000000&rate=6',
  '/finance/switch#owed=1000000000000&months=48&rate=6.5&compounding=monthly&start=2026-11-23&offer=rate%3D5.9%26costs%3D1200',
  '/finance/take-home-pay#income=1000000000&per=yearly&year=2025-26&compare=2023-24',
];
const calculators = [...screens.guest.filter((path) => path.startsWith('/finance/')), ...largest];

const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
const enlarge = (page: Page) => setTextSize(page, '200%');

const bar = (page: Page) => page.getByRole('complementary', { name: 'Result in short' });

/** How much of the screen the bar covers while it is not at its place at the end of the page. */
const coveredShare = (page: Page) =>
  bar(page).evaluate((element) => {
    if (getComputedStyle(element).position !== 'sticky') return 0;
    return element.getBoundingClientRect().height / window.innerHeight;
  });

async function checkSample(page: Page): Promise<void> {
  await page.goto('/arsenal/guides/how-to-check-your-banks-interest');
  await page.getByRole('link', { name: 'load the sample' }).click();
  await expect(page.getByText('222 rows from')).toBeVisible();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('4 OF 14 CHARGES DIFFER')).toBeVisible();
}

test('with the text at 200 % on a phone no figure and no date of a calculator breaks, and the bar of the result covers at most a fifth', async ({
  page,
  expectNoSidewaysScroll,
}) => {
  await page.setViewportSize({ ...viewports.phone, height: 667 });
  for (const path of calculators) {
    await test.step(path, async () => {
      await page.goto(path);
      if (path === '/finance/check') await checkSample(page);
      const hasResult = path.includes('?') || path.includes('#');
      if (hasResult) {
        await expect(bar(page)).toBeVisible();
        expect(await coveredShare(page)).toBeGreaterThan(0);
      }
      await enlarge(page);
      await expectNoSidewaysScroll();
      // The bar and the tables follow the new size a moment later.
      if (hasResult) await expect.poll(() => coveredShare(page)).toBeLessThanOrEqual(0.2);
      for (const broken of [brokenFigures, brokenDates, clippedControls, clippedFileInputs])
        await expect.poll(() => broken(page)).toEqual([]);
    });
  }
});

test('with the text at 200 % on a phone, and at its usual size on a narrow one, no word, no figure and no date of a screen breaks', async ({
  page,
  expectNoSidewaysScroll,
}) => {
  for (const [path, text] of [
    ['/register', 'Registration progress'],
    ['/data/income-tax-residents', '2013-14'],
    ['/nothing/here', '404'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    for (const [width, size] of [
      [375, '200%'],
      [320, '100%'],
    ] as const) {
      await page.setViewportSize({ width, height: 667 });
      await setTextSize(page, size);
      await expectNoSidewaysScroll();
      for (const broken of [brokenWords, brokenFigures, brokenDates])
        await expect.poll(() => broken(page), `${path} ${width} ${size}`).toEqual([]);
    }
    await enlarge(page);
    await expectNoSidewaysScroll();
  }
});

test('with the text at 200 % every amount of the statement of pay is in view, at every width', async ({
  page,
}) => {
  await page.goto('/finance/take-home-pay#income=95000&per=yearly&year=2026-27&raise=5000&study=true');
  const tables = page.getByRole('region', { name: 'Line by Line' }).getByRole('table');
  await enlarge(page);
  for (const width of [1440, 1024, 768, 375]) {
    await resize(page, { width, height: 900 });
    await expect(tables.first()).toBeVisible();
    await expect
      .poll(() =>
        tables.evaluateAll((all) =>
          all.map(({ parentElement: frame }) => frame!.scrollWidth - frame!.clientWidth),
        ),
      )
      .toEqual([0]);
    await expect.poll(() => cutChoices(page)).toEqual([]);
  }
});

test('with the text at 200 % every record can be opened, at every width, and the name of the agent is whole', async ({
  page,
  expectNoSidewaysScroll,
}) => {
  const { username } = await createWorld();
  await signIn(page, director);
  await page.goto(`/admin/log?message=${username}`);
  const read = page.getByRole('button', { name: /^Click to read/ });
  await expect(read.first()).toBeVisible();
  await enlarge(page);
  for (const viewport of [viewports.wide, { width: 1024, height: 900 }, viewports.phone]) {
    await resize(page, viewport);
    await expectNoSidewaysScroll();
    await expect
      .poll(() =>
        read.evaluateAll((buttons) =>
          buttons.every((button) => {
            const { left, right } = button.getBoundingClientRect();
            const frame =
              button.closest('.overflow-x-auto')?.getBoundingClientRect().right ?? window.innerWidth;
            return left >= 0 && right <= frame && button.scrollWidth <= button.clientWidth;
          }),
        ),
      )
      .toBe(true);
  }
  await signIn(page, username);
  await page.goto('/');
  await enlarge(page);
  const name = page.locator('header p', { hasText: 'AGENT' });
  await expect(name).toBeVisible();
  await expect
    .poll(() => name.evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBeLessThanOrEqual(0);
  await expectNoSidewaysScroll();
});
