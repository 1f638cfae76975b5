/// <reference lib="dom" />
import { expect, test } from './fixtures.ts';

test('a toast does not cover the control that was just clicked or has the focus', async ({ page }) => {
  await page.goto('/finance/loan-calculator');
  for (const [name, value] of [
    ['Total Loan Amount', '500000'],
    ['Loan Duration (Months)', '360'],
    ['Annual Interest Rate (%)', '6'],
  ] as const) {
    await page.getByLabel(name).fill(value);
  }
  const overlap = () =>
    page.evaluate(() => {
      const toast = document.querySelector('.Toastify__toast')?.getBoundingClientRect();
      const used = document.activeElement?.getBoundingClientRect();
      if (!toast || !used) return null;
      const width = Math.min(toast.right, used.right) - Math.max(toast.left, used.left);
      const height = Math.min(toast.bottom, used.bottom) - Math.max(toast.top, used.top);
      return width > 0 && height > 0;
    });
  // Scrolls the button to where toasts appear: below the bar, at the right edge.
  await page.setViewportSize({ width: 375, height: 500 });
  const calculate = page.getByRole('button', { name: 'Calculate', exact: true });
  await calculate.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().top - 190));
  await calculate.press('Enter');
  await expect(page.getByText('Calculation successful!')).toBeVisible();
  expect(await overlap()).toBe(false);
  await page.getByLabel('Total Loan Amount').focus();
  await page.getByLabel('Total Loan Amount').evaluate((field) => {
    window.scrollBy(0, field.getBoundingClientRect().top - 190);
  });
  await expect.poll(overlap).toBe(false);
});

test('on a phone a toast covers no figure of the result', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly');
  const toast = page.locator('.Toastify__toast');
  await expect(toast).toContainText('Calculation successful!');
  // The timer of a toast stops while the window has no focus.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page.getByRole('button', { name: 'See Result' }).press('Enter');
  await expect
    .poll(() =>
      page.evaluate(() => {
        const box = document.querySelector('.Toastify__toast')?.getBoundingClientRect();
        if (!box) return 'no toast';
        const figures = [...document.querySelectorAll('dd')].map((figure) => figure.getBoundingClientRect());
        return figures.filter((figure) => figure.bottom > box.top && figure.top < box.bottom).length;
      }),
    )
    .toBe(0);
});
