import { expect, test } from './fixtures.ts';

test('a borrower opens the sample of the guide, reads the verdict without sending anything, opens a charge to its days, and returns to the result', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  await page.goto('/arsenal/guides/how-to-check-your-banks-interest');
  await page.getByRole('link', { name: 'load the sample' }).click();
  await expect(page.getByText('49 rows from 20 January 2024')).toBeVisible();
  await expect(page.getByText('222 rows from')).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const result = page.getByRole('region', { name: 'Summary' });
  await expect(result).toContainText('4 OF 14 CHARGES DIFFER');
  await expect(result).toContainText('without your offset account: $603.56');
  await page.getByRole('button', { name: '15 Feb 2024' }).click();
  await expect(page.getByText('15 Jan 2024: 1 day × $385,051.96 × 6.14% ÷ 365')).toBeVisible();
  expect(sent).toEqual([]);
  await onPhoneToo(expectAccessible, expectNoSidewaysScroll);
  await result.getByRole('link', { name: 'What this loan costs to its end' }).click();
  await expect(page).toHaveURL(/\/finance\/loan-calculator\?amount=[\d.]+&rate=6\.14/);
  await page.goBack();
  await expect(result).toContainText('4 OF 14 CHARGES DIFFER');
  await expect(page.getByText('49 rows from 20 January 2024')).toBeVisible();
});
