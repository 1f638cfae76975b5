import { anyWidth, expect, test } from './fixtures.ts';

test(
  'a reader reads a dataset by keyboard, narrows it and lays another over it',
  anyWidth,
  async ({ page }) => {
    await page.goto('/data');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('DATA CORE');
    await page.getByRole('link', { name: 'Inflation in Australia' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inflation in Australia');
    const reader = page.getByRole('slider', { name: 'Read a value' });
    await expect(reader).toHaveAttribute('aria-valuetext', '2024: 3.1616 per cent a year');
    await reader.press('ArrowLeft');
    await expect(reader).toHaveAttribute('aria-valuetext', '2023: 5.597 per cent a year');

    await page.getByLabel('From', { exact: true }).fill('2020');
    await page.getByLabel('From', { exact: true }).press('Enter');
    await expect(page).toHaveURL('/data/inflation-australia?from=2020');
    await expect(page.getByText('All 5 values as a table')).toBeVisible();
    await page.getByLabel('Lay over it').selectOption('Cash rate target');
    await expect(page).toHaveURL('/data/inflation-australia?from=2020&with=rba-cash-rate-changes');
    await page.reload();
    await expect(page.getByLabel('Lay over it')).toHaveValue('rba-cash-rate-changes');
    const csv = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    expect((await csv).suggestedFilename()).toBe('inflation-australia.csv');
  },
);

test('a borrower sees what a loan would have cost since 1990', anyWidth, async ({ page }) => {
  await page.goto('/data');
  const panel = page.getByRole('region', { name: 'What would my loan have cost since 1990?' });
  await expect(panel).toContainText('known to 20 Feb 2026');
  await panel.getByLabel('Amount').fill('100,000');
  await panel.getByRole('link', { name: 'Open in the workshop' }).click();
  await expect(page.getByLabel('Annual Interest Rate (%)')).toHaveValue('19.75');
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('$1,');
});

test(
  'a tax table is read by income year, and an unknown dataset leads to those there are',
  anyWidth,
  async ({ page }) => {
    await page.goto('/data/income-tax-residents?from=2025-07');
    await expect(page.getByRole('row', { name: /2025-26 \$0 0%/ })).toBeVisible();
    await page.goto('/data/no-such');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('NO SUCH DATASET');
  },
);
