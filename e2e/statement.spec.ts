import { expect, test } from './fixtures.ts';
import { createNewUser, enterCredentials, press } from './people.ts';

test('a borrower opens the sample of the guide, reads the verdict without sending anything, opens a charge to its days, returns to the result, and saves it by signing in', async ({
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
  page.on('request', (each) => {
    if (each.method() !== 'GET') sent.push(each.url());
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

  const username = await createNewUser('borrower');
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('link', { name: 'Sign in and save' }).click();
  await enterCredentials(page, username);
  await expect(page.getByText('Calculation saved.')).toBeVisible();
  await expect(result).toContainText('4 OF 14 CHARGES DIFFER');
  // The page asks before it is left, because it has a file.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Open / }).click();
  await expect(page).toHaveURL(/\/finance\/check#saved=/);
  await expect(result).toContainText('4 OF 14 CHARGES DIFFER');
});
