/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, test, viewports } from './fixtures.ts';
import { brokenFigures, clippedControls, clippedFileInputs } from './screen-checks.ts';
import { screens } from 'client/test/screens.ts';

const calculators = screens.guest.filter((path) => path.startsWith('/finance/'));

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

test('with the text at 200 % on a phone no figure of a calculator breaks, and the bar of the result covers at most a fifth', async ({
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
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      // Charts and the bar follow the new size a moment later.
      await expect(expectNoSidewaysScroll).toPass();
      if (hasResult) await expect.poll(() => coveredShare(page)).toBeLessThanOrEqual(0.2);
      expect(await brokenFigures(page)).toEqual([]);
      expect(await clippedControls(page)).toEqual([]);
      expect(await clippedFileInputs(page)).toEqual([]);
    });
  }
});
