/// <reference lib="dom" />
import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** The code of a calculator, and a link to its result. */
const links = [
  ['savings', '/finance/savings#opening=5000&deposit=500&months=120&rate=4.5&inflation=2.5', '$83,434.08'],
  ['buying', '/finance/buying#repay=2997.75&months=360&rate=6', '$499,999.56'],
  [
    'switch',
    '/finance/switch#owed=420000&months=300&rate=6.5&compounding=monthly&offer=rate%3D5.9',
    'LESS THAN STAYING',
  ],
  ['pay', '/finance/take-home-pay#income=90000&year=2026-27', '$71,000.00'],
] as const;

/** Stops the animations of the page at that time, in which their delays are included. */
const stopAnimations = (page: Page, ms: number) =>
  page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, ms);

test.describe('a visitor', () => {
  test('whose page is older than the server gets the new version with the next screen', async ({ page }) => {
    await page.goto('/');
    // As after an upgrade, when the screen's file has another name.
    await page.route('**/assets/about-screen-*.js', (route) => route.fulfill({ status: 404 }), {
      times: 1,
    });
    const reloaded = page.waitForEvent('load');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'INTEL' }).click();
    await reloaded;
    await expect(page).toHaveURL('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('whose connection fails for a moment still gets the screen', async ({ page }) => {
    await page.goto('/');
    let requests = 0;
    // This route stays until the end. Without any route, Playwright would disable interception during the next request.
    await page.route('**/assets/about-screen-*.js', (route) =>
      requests++ === 0 ? route.abort('connectionreset') : route.continue(),
    );
    const reloaded = page.waitForEvent('load');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'INTEL' }).click();
    await reloaded;
    await expect(page).toHaveURL('/about');
    await expect(page.getByRole('heading', { level: 1, name: 'ABOUT DECLASSIFIED' })).toBeVisible();
  });

  test('sees a message when the app cannot be loaded', async ({ page }) => {
    await page.route('**/assets/app-*.js', (route) => route.abort('connectionreset'));
    // A page that the server does not render.
    await page.goto('/goodbye');
    await expect(page.getByRole('alert')).toBeHidden();
    // It appears after 10 seconds, so that nobody sees it while the app loads.
    for (const [ms, isVisible] of [
      [9_990, false],
      [10_010, true],
    ] as const) {
      await stopAnimations(page, ms);
      await expect(page.getByText('Declassified could not be loaded yet.')).toBeVisible({
        visible: isVisible,
      });
    }
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('sees the error page when a screen cannot be loaded', async ({ page }) => {
    let loads = 0;
    page.on('load', () => loads++);
    await page.route('**/assets/resend-verification-screen-*.js', (route) => route.abort('connectionreset'));
    await page.goto('/resend-verification');
    await expect(page.getByRole('alert')).toContainText('SYSTEM ERROR DETECTED...');
    // The page reloads once, not in a loop.
    await expect.poll(() => loads).toBe(2);
    await page.unrouteAll();
    await page.getByRole('link', { name: 'RETURN TO CORE' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'INITIALIZE' })).toBeVisible();
  });

  test('sees that a screen is loading while its code takes long', async ({ page }) => {
    await page.goto('/');
    const requested = new Promise<Route>((take) => {
      void page.route('**/assets/about-screen-*.js', take);
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'INTEL' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-waiting');
    await expect(page.getByRole('link', { name: 'INITIALIZE' })).toBeVisible();
    await (await requested).continue();
    await expect(page.getByRole('heading', { level: 1, name: 'ABOUT DECLASSIFIED' })).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
  });

  test('who opens a link to a result sees that it is calculated until its figures are there', async ({
    page,
  }) => {
    for (const [code, link, figure] of links) {
      const requested = new Promise<Route>((take) => {
        void page.route(`**/assets/${code}-calculation-*.js`, take);
      });
      await page.goto(link);
      const result = page.getByRole('region', { name: 'Result' });
      await expect(result).toContainText('Calculating…');
      await expect(result).not.toContainText('start from an example');
      await (await requested).continue();
      await expect(result).toContainText(figure);
    }
  });

  test('sees no footer that moves when the screen arrives', async ({ page }) => {
    const requested = new Promise<Route>((take) => {
      void page.route('**/assets/resend-verification-screen-*.js', take);
    });
    await page.goto('/resend-verification');
    await expect(page.getByText('Loading…')).toBeVisible();
    await expect(page.getByRole('contentinfo')).not.toBeInViewport();
    await (await requested).continue();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('whose connection was lost gets the screen when it is back', async ({ page, context }) => {
    await page.goto('/');
    await context.setOffline(true);
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'INTEL' });
    await link.click();
    const error = page.getByRole('alert');
    await expect(error).toContainText('You are offline: calculators work, the rest will come back');
    const tryAgain = error.getByRole('button', { name: 'Try Again' });
    await tryAgain.click();
    await expect(tryAgain).toBeEnabled();
    await expect(error).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'ABOUT DECLASSIFIED' })).toBeVisible();
  });
});
