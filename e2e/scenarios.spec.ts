/// <reference lib="dom" />
import type { Page, Route } from '@playwright/test';
import { chip, figure, loan, openRow, path } from './calculator.ts';
import { expect, test } from './fixtures.ts';

/** By how many pixels the page is wider than the window at this resize, before the charts are redrawn. */
async function overflowAtResize(page: Page, size: { width: number; height: number }): Promise<number> {
  const next = await page.evaluateHandle(() => ({
    overflow: new Promise<number>((resolve) => {
      const { documentElement: root } = document;
      const measure = () => resolve(root.scrollWidth - root.clientWidth);
      window.addEventListener('resize', measure, { once: true });
    }),
  }));
  await page.setViewportSize(size);
  return next.evaluate(({ overflow }) => overflow);
}

const each = (count: number, entry: (period: number) => string) =>
  Array.from({ length: count }, (_, index) => entry(index + 2)).join('&');

test.describe('a borrower who opens WHAT IF', () => {
  test('opens a link with the maximum of each list, with every payment and without scrolling sideways', async ({
    page,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    const lists = [
      each(20, (period) => `extra=10:${period}:${period + 100}`),
      each(60, (period) => `lump=25:${period}`),
      each(120, (period) => `rate_from=${period % 2 ? 6 : 7}:${period}`),
    ];
    await page.goto(`${loan}#what-if&${lists.join('&')}&start=2026-01-31&offset=1000`);
    for (const [title, most] of [
      ['Extra repayments', 20],
      ['Lump sums', 60],
      ['Rate changes', 120],
    ] as const) {
      await openRow(page, title);
      await expect(page.getByText(`At most ${most}.`)).toBeVisible();
    }
    await expect(page.getByRole('group', { name: 'Rate changes 120' })).toBeVisible();
    await expect(figure(page, 'Paid off in')).toContainText('30 years');
    await expectNoSidewaysScroll();
    // A drawn chart has a fixed width.
    await expect(page.getByRole('img', { name: /^Line chart/ })).toHaveAttribute('style', /width/);
    // Between the phone's cards and a screen that fits all eight columns.
    expect(await overflowAtResize(page, { width: 900, height: 900 })).toBe(0);
    const schedule = page.getByRole('region', { name: 'Amortization Schedule' });
    await onPhoneToo(expectNoSidewaysScroll, async () => {
      const hidden = await schedule.evaluate((panel) =>
        Math.max(...[...panel.querySelectorAll('*')].map((part) => part.scrollWidth - part.clientWidth)),
      );
      expect(hidden).toBeLessThanOrEqual(1);
    });
  });

  test('prints the options as sentences, with their figures', async ({ page }) => {
    await page.goto(`${loan}#what-if&extra=500&offset=10000`);
    await expect(figure(page, 'Saved')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(page.getByText('$500.00 extra with each payment from 1.')).toBeVisible();
    await expect(page.getByText('Offset account of $10,000.00.')).toBeVisible();
    await expect(figure(page, 'Saved')).toBeVisible();
    await expect(page.getByText('no tax is counted')).toBeVisible();
    await expect(page.getByLabel('Extra amount')).toBeHidden();
    await expect(page.getByText('Terms on this page')).toBeHidden();
    await expect(page.getByRole('rowheader', { name: '240', exact: true })).toBeVisible();
  });

  test('reaches the next screen before the URL contains the last change of the options', async ({ page }) => {
    await page.clock.install();
    await page.goto(`${loan}#what-if&extra=200`);
    await expect(figure(page, 'Saved')).toBeVisible();
    await page.clock.fastForward(1_000);
    const requested = new Promise<Route>((take) => {
      void page.route('**/assets/about-screen-*.js', take);
    });
    await openRow(page, 'Extra repayments');
    await page.getByLabel('Extra amount').fill('500');
    await expect(figure(page, 'Saved')).toHaveText('$199,502.45');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'INTEL' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-waiting');
    await page.clock.fastForward(1_000);
    await (await requested).continue();
    await expect(page.getByRole('heading', { level: 1, name: 'ABOUT DECLASSIFIED' })).toBeVisible();
    await expect(page).toHaveURL('/about');
  });

  test('opens a link with every option, and sees which part of it is invalid', async ({
    page,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await page.goto(
      `${path}?amount=500000&months=60&rate=6&compounding=monthly#what-if&extra=200&lump=20000:24&rate_from=6.5:37&offset=30000:500&fees=600:10&interest_only=12&balloon=10000&start=2026-01-31&days=actual_365&nonsense=1`,
    );
    await expect(page.getByText('Not understood: nonsense=1')).toBeVisible();
    await expect(page.getByLabel('Start date')).toHaveValue('2026-01-31');
    await expect(figure(page, 'Comparison rate')).toHaveText(/%$/);
    await expect(page.getByText(/^In today’s money/)).toBeVisible();
    await openRow(page, 'If Rates Move');
    await onPhoneToo(expectNoSidewaysScroll);
  });

  test('sees an error beside the field that it names, and keeps the figures', async ({ page }) => {
    await page.goto(`${loan}#what-if&extra=200`);
    const saved = figure(page, 'Saved');
    await expect(saved).toHaveText(/^\$\d/);
    const before = await saved.textContent();
    await openRow(page, 'Rate changes');
    for (const [rate, at] of [
      ['7', '60'],
      ['8', '30'],
    ] as const) {
      if (at === '30') await page.getByRole('button', { name: 'Add Rate Change' }).click();
      const entry = page.getByRole('group', { name: 'Rate changes' }).last();
      await entry.getByLabel('New rate (%)').last().fill(rate);
      if (at === '30') await expect(saved).not.toHaveText(before ?? '');
      await entry.getByLabel('From payment').last().fill(at);
    }
    await expect(page.getByLabel('From payment').last()).toHaveAccessibleDescription(
      /Must be later than the one before, 60/,
    );
    await expect(page.getByText('TERMS CHANGED')).toBeVisible();
    await expect(saved).toBeVisible();
    await openRow(page, 'Payments');
    await expect(chip(page, 'Rate changes')).toContainText('CHECK THIS');
  });

  test('moves the rate with the keyboard, keeps a scenario, and sees the difference from it', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(`${loan}#what-if`);
    await page.getByRole('button', { name: 'Keep This Scenario' }).click();
    await openRow(page, 'If Rates Move');
    await page.getByRole('slider').press('ArrowRight');
    await expect(page.getByLabel('Annual Interest Rate (%)')).toHaveValue('6.05');
    await expect(figure(page, 'Monthly Payment')).toHaveText('$3,013.84');
    const row = page.getByRole('row', { name: /^Regular payment/ });
    await expect(row).toContainText('−$16.09');
    await expect(page.getByRole('row', { name: /^\+2/ })).toContainText('$');
    await expect(page).toHaveURL(/rate=6\.05.*&keep=/);
    await expectAccessible();
  });

  test('finds the extra repayment that ends the loan by a day, and uses it', async ({ page }) => {
    await page.goto(`${loan}#what-if&start=2026-01-01`);
    await openRow(page, 'Paid Off by a Date');
    await page.getByLabel('Paid off by', { exact: true }).fill('2046-01-01');
    await page.getByRole('button', { name: 'Find Extra Repayment' }).click();
    await expect(page.getByText('extra with every payment ends the loan by 1 Jan 2046')).toBeVisible();
    await page.getByRole('button', { name: /^Use \$/ }).click();
    await expect(figure(page, 'Paid off in')).toHaveText('20 years, on 1 Jan 2046');
    await page.getByLabel('Paid off by', { exact: true }).fill('2026-01-20');
    await page.getByRole('button', { name: 'Find Extra Repayment' }).click();
    await expect(page.getByLabel('Paid off by', { exact: true })).toHaveAccessibleDescription(
      /^No payment is due by then/,
    );
  });
});

test('the fields and charts of WHAT IF are not loaded before a row is opened', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(loan);
  await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
  expect(scripts.filter((url) => /option-fields|what-if-details/.test(url))).toEqual([]);
  const loaded = page.waitForRequest(/option-fields/);
  await openRow(page, 'Lump sums');
  await loaded;
});
