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
  await expect(page.getByRole('region', { name: 'sample-loan.csv' })).toContainText(
    '49 rows from 20 January 2024',
  );
  await expect(page.getByText('222 rows from')).toBeVisible();
  const sent: string[] = [];
  page.on('request', (each) => {
    if (each.method() !== 'GET') sent.push(each.url());
  });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const result = page.getByRole('region', { name: 'Summary' });
  await expect(result).toContainText('4 OF 14 CHARGES DIFFER');
  await expect(result).toContainText('without your offset account: $603.56');
  await expect(result.getByRole('heading', { name: '$603.56' })).toBeFocused();
  await expect(result.getByRole('heading', { name: '$603.56' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: '15 Feb 2024: Explained' }).click();
  await expect(page.getByText('15 Jan 2024: 1 day × $385,051.96 × 6.14% ÷ 365')).toBeVisible();
  expect(sent).toEqual([]);
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByRole('link', { name: 'What this loan costs to its end' }).click();
  await expect(page).toHaveURL(/\/finance\/loan-calculator\?amount=[\d.]+&rate=6\.14/);
  await page.goBack();
  await expect(result).toContainText('4 OF 14 CHARGES DIFFER');
  await expect(page.getByText('49 rows, 14 interest charges')).toBeVisible();

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

const folder = 'engine/test/account-files';
const paths = (...names: string[]) => names.map((name) => `${folder}/${name}`);

test('a borrower chooses what the bank gives: files that overlap are joined, questions come first and are answered at the file, and a right loan is explained to the cent', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  await page.goto('/finance/check');
  const loan = page.getByLabel(/^Loan account/);
  const charged = page.getByLabel(/^Interest Was Last Charged On/);
  const check = page.getByRole('button', { name: 'Check', exact: true });
  const result = page.getByRole('region', { name: 'Summary' });
  const clear = async () => {
    const edit = page.getByRole('button', { name: /^Edit/ }).first();
    if (await edit.isVisible()) await edit.click();
    await page.getByRole('button', { name: 'Clear Form' }).click();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  };

  // Chosen in the wrong order, with other texts in the rows that both have.
  await loan.setInputFiles(paths('d35-2.csv', 'd35-1.csv'));
  await expect(page.getByRole('region', { name: 'd35-2.csv' })).toContainText(
    'joins d35-1.csv, 5 rows are in both',
  );
  await expect(page.getByText('every balance follows')).toBeVisible();
  await charged.fill('2024-04-17');
  await check.click();
  await expect(result).toContainText('EVERY CHARGE EXPLAINED');
  await clear();

  await loan.setInputFiles(paths('d40-1.csv', 'd40-2.csv'));
  const apart = page.getByRole('group', {
    name: /^d40-2\.csv does not join d40-1\.csv: \$2,953\.00 are missing/,
  });
  await expect(apart).toBeFocused();
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await charged.fill('2025-05-18');
  await check.click();
  await expect(page.getByText('Answer the questions at your files first.').first()).toBeVisible();
  await expect(apart).toBeFocused();
  await apart.getByRole('button', { name: 'One account' }).click();
  await expect(apart).toBeHidden();
  await check.click();
  await expect(result).toContainText('7 OF 8 CHARGES EXPLAINED, 1 NOT CHECKED');
  await clear();

  await loan.setInputFiles(paths('d63-1.csv'));
  await page.getByRole('button', { name: 'Take $1,030.90' }).click();
  await charged.fill('2023-04-11');
  await check.click();
  await expect(result).toContainText('EVERY CHARGE EXPLAINED');
  await clear();

  await loan.setInputFiles(paths('d65-1.csv'));
  await page.getByLabel('Order of Dates').selectOption('Day first: 5 July 2024');
  await charged.fill('2024-06-05');
  await check.click();
  await expect(result).toContainText('EVERY CHARGE EXPLAINED');
  await clear();

  await loan.setInputFiles(paths('d62-1.csv'));
  await expect(page.getByText('Row 8, Date: “31/02/2025” is not a date.')).toBeVisible();
  await check.click();
  await expect(page.getByText('Answer the questions at your files first.').first()).toBeVisible();
  await clear();

  await loan.setInputFiles(paths('d31-1.csv'));
  await page.getByLabel(/^Offset account/).setInputFiles(paths('d31-2.csv'));
  await expect(page.getByText('1 offset account: A from 1 file.')).toBeVisible();
  await charged.fill('2024-07-20');
  await check.click();
  await expect(result).toContainText('2 OF 8 CHARGES DIFFER');
  await expect(result).toContainText('without your offset account: $445.97');

  // A guest who follows the loan finds the check again after the sign-in.
  await page.getByRole('button', { name: 'Keep following this loan' }).click();
  await page.getByRole('link', { name: 'Sign in and follow' }).click();
  await enterCredentials(page, await createNewUser('follower'));
  const dialog = page.getByRole('dialog', { name: 'KEEP FOLLOWING THIS LOAN' });
  await dialog.getByLabel('Name').fill('Ours');
  await dialog.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ours' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'The bank’s interest' })).toContainText(
    '2 OF 8 CHARGES DIFFER',
  );
});
