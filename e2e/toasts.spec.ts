/// <reference lib="dom" />
import { expect, test } from './fixtures.ts';

test('a toast lies over nothing that was just pressed or is typed in', async ({ page }) => {
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
  // Where toasts come: below the bar, at the right edge.
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
