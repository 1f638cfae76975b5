/// <reference lib="dom" />
import { createCalculation } from 'contract/calculations/calculations.ts';
import { befriend } from 'server/src/commands/demo/world.ts';
import { expect, test } from './fixtures.ts';
import { callAs, createNewUser, createUsers, enterCredentials, press, signIn, signInNew } from './people.ts';

const loan = '/finance/loan-calculator?amount=500000&months=360&rate=6.25&compounding=monthly';

test('a signed-in user opens the dashboard from the landing page and sees the loans first, then the objectives', async ({
  page,
}) => {
  await signInNew(page, 'lander');
  await page.goto('/');
  await page.getByRole('main').getByRole('link').first().press('Enter');
  await expect(page).toHaveURL('/dashboard');
  const parts = page.getByRole('heading', { level: 2 });
  await expect(parts).toHaveText(['My loans', 'Objectives', 'Archive', 'Unread Notices', 'Training']);
  await expect(page.getByText('Follow your home loan:')).toBeVisible();
});

test.describe('a saver of calculations', () => {
  test('saves a scenario and opens it again with identical figures', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await signInNew(page, 'keeper');
    await page.goto('/dashboard');
    await expect(page.getByText('Your saved calculations will appear here.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Unread Notices' })).toBeVisible();

    await page.goto(`${loan}#what-if&payments=fortnightly&extra=200:3&rate_from=7.1:40&offset=20000`);
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('Fortnightly Payment');
    const figures = await result.locator('dl').first().innerText();
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByLabel('Name')).toHaveValue('$500,000 over 30 years at 6.25%');
    await page.getByLabel('Name').fill('The house');
    await page.getByLabel('Notes').fill('With the offset account.');
    await expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto('/dashboard');
    await expect(page.getByText('With the offset account.')).toBeVisible();
    await onPhoneToo(expectNoSidewaysScroll);
    await page.getByRole('link', { name: 'Open The house' }).click();
    await expect(result).toContainText('Fortnightly Payment');
    await expect.poll(() => result.locator('dl').first().innerText()).toBe(figures);
  });

  test('renames, duplicates, finds and deletes a calculation', async ({ page, expectAccessible }) => {
    await createUsers('archivist');
    await signIn(page, 'archivist');
    await page.goto('/finance/savings#opening=0&deposit=500&months=120&rate=4.5&inflation=2.5');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByLabel('Name').press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('/dashboard');
    const archive = page.getByRole('region', { name: 'Archive' });
    await press(archive.getByRole('button', { name: /^More actions for/ }));
    await press(archive.getByRole('button', { name: /^Rename/ }));
    await page.getByLabel('Name').fill('Rainy days');
    await page.getByLabel('Name').press('Enter');
    await press(archive.getByRole('button', { name: 'More actions for Rainy days' }));
    await expectAccessible();
    const insets = await archive.locator('.action-menu:popover-open .button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const text = document.createRange();
        text.selectNodeContents(button);
        return text.getBoundingClientRect().left - button.parentElement!.getBoundingClientRect().left;
      }),
    );
    expect(insets.length).toBeGreaterThan(2);
    for (const inset of insets) expect(inset).toBeGreaterThanOrEqual(12);
    const colorOf = (name: string) =>
      archive.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color);
    expect(await colorOf('Delete Rainy days')).not.toBe(await colorOf('Rename Rainy days'));
    await press(archive.getByRole('button', { name: 'Duplicate Rainy days' }));
    await expect(archive.getByRole('link', { name: 'Rainy days (copy)', exact: true })).toBeVisible();
    await archive.getByRole('searchbox').fill('copy');
    await archive.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL('/dashboard?text=copy');
    await expect(archive.getByRole('link', { name: 'Rainy days', exact: true })).toHaveCount(0);
    await press(archive.getByRole('button', { name: 'More actions for Rainy days (copy)' }));
    await press(archive.getByRole('button', { name: 'Delete Rainy days (copy)' }));
    // The confirmation opens beside the menu's button, which gets the focus back afterwards.
    await page.keyboard.press('Escape');
    await expect(archive.getByRole('button', { name: 'More actions for Rainy days (copy)' })).toBeFocused();
    await page.keyboard.press('Enter');
    await press(archive.getByRole('button', { name: 'Delete Rainy days (copy)' }));
    await page.getByRole('button', { name: 'Delete calculation' }).press('Enter');
    await expect(archive.getByText('No calculation matches.')).toBeVisible();
    await archive.getByRole('searchbox').fill('');
    await archive.getByRole('searchbox').press('Enter');
    await expect(archive.getByRole('link', { name: 'Rainy days', exact: true })).toHaveCount(1);
  });

  test('compares saved loans side by side, up to four', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    await createUsers('comparer');
    const comparer = await callAs('comparer');
    const terms = { total_loan_amount: '500000', duration_months: '360', compounding_frequency: 'monthly' };
    const save = (name: string, rate: string, options?: object) =>
      comparer.call(createCalculation, {
        name,
        kind: options ? 'scenario' : 'loan',
        input: { ...terms, annual_interest_rate: rate, ...options },
      });
    await save('Six', '6');
    await save('Seven', '7');
    await save('Extra', '6', { extra_payments: [{ amount: '200' }], interest_only_periods: 12 });
    for (const name of ['Four', 'Five']) await save(name, '5');
    await signIn(page, 'comparer');
    await page.goto('/dashboard');
    const choose = (name: string) => page.getByRole('checkbox', { name: `Compare ${name}` });
    await choose('Six').check();
    await expect(page.getByText('Tick two to compare.')).toBeVisible();
    await choose('Seven').check();
    await choose('Extra').check();
    await press(page.getByRole('button', { name: 'Compare', exact: true }));
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await expect(comparison.getByRole('row', { name: /^Six/ })).toContainText('$2,997.75 a month');
    await expect(comparison.getByRole('row', { name: /^Seven/ })).toContainText('$3,326.51 a month');
    await expect(comparison.getByRole('row', { name: /^Seven/ })).toContainText('30 years');
    await expect(comparison.getByRole('row', { name: /^Extra/ })).toContainText('a month at first');
    await expect(comparison.getByRole('img', { name: /^Line chart/ })).toHaveAccessibleName(
      /Six, Seven, Extra/,
    );
    await comparison.getByText('Balances as a table').click();
    await expect(comparison.getByRole('row', { name: /^1 \$493,859/ })).toBeVisible();
    await expectAccessible();
    await onPhoneToo(expectNoSidewaysScroll);
    await choose('Four').check();
    await expect(choose('Five')).toBeDisabled();
    await comparison.getByRole('button', { name: 'End Comparison' }).click();
    await expect(choose('Six')).not.toBeChecked();
    await expect(comparison).toHaveCount(0);
  });

  test('shares a calculation with a friend, who saves a copy', async ({ page }) => {
    await createUsers('sharer', 'reader');
    await befriend(await callAs('sharer'), await callAs('reader'));
    await signIn(page, 'sharer');
    await page.goto(loan);
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByLabel('Name').fill('Ours');
    await page.getByLabel('Name').press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('/dashboard');
    await press(page.getByRole('button', { name: 'More actions for Ours' }));
    await press(page.getByRole('button', { name: 'Share Ours' }));
    await page.getByRole('checkbox', { name: 'reader' }).check();
    await page.getByRole('button', { name: 'Share with reader' }).press('Enter');
    await expect(page.getByText('shared with reader')).toBeVisible();

    await signIn(page, 'reader');
    await page.goto('/dashboard');
    await expect(page.getByText('from sharer')).toBeVisible();
    await press(page.getByRole('button', { name: 'More actions for Ours' }));
    await press(page.getByRole('button', { name: 'Save a copy Ours' }));
    await expect(page.getByRole('link', { name: 'Ours', exact: true })).toHaveCount(2);
  });
});

test('a user creates, updates and deletes an objective, and sees what it takes to reach it', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  await signInNew(page, 'planner');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Set an objective' }).click();
  await page.getByLabel('Title').fill('Deposit');
  await page.getByLabel('Amount to Save').fill('$10,000');
  await page.getByLabel('By', { exact: true }).fill('2020-01-31');
  await page.getByLabel('Title').press('Enter');
  await expect(page.getByLabel('By', { exact: true })).toHaveAccessibleDescription(
    'Must not be in the past.',
  );
  await expect(page.getByLabel('By', { exact: true })).toBeFocused();
  // Ten whole months and a day, of which midnight may take one.
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() + 10, day.getUTCDate() + 1);
  const inTenMonths = day.toISOString().slice(0, 10);
  await page.getByLabel('By', { exact: true }).fill(inTenMonths);
  await expectAccessible();
  await page.getByLabel('Title').press('Enter');
  const row = page.getByRole('row').filter({ hasText: 'Deposit' });
  await expect(row).toContainText('$1,000.00 a month');
  await press(row.getByRole('button', { name: 'Update Deposit' }));
  await page.getByLabel('Saved so Far').fill('2,500.50');
  await page.getByLabel('Title').press('Enter');
  await expect(row).toContainText('25.01%');
  await expect(row.getByRole('progressbar')).toHaveAttribute('value', '25.01');
  await onPhoneToo(expectNoSidewaysScroll);
  await press(row.getByRole('button', { name: 'More actions for Deposit' }));
  await press(row.getByRole('button', { name: 'Delete Deposit' }));
  await page.getByRole('button', { name: 'Delete objective' }).press('Enter');
  await expect(row).toHaveCount(0);
});

test('a visitor sees a description of the screen, and finds the result saved after the sign-in', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Behind the Sign-in')).toBeVisible();
  const username = await createNewUser('visitor');
  await page.goto(`${loan}#what-if&extra=200`);
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  const signInAndSave = page.getByRole('link', { name: 'Sign in and save' });
  // The dialog's buttons are as high as those of every dialog, not as the links above the result.
  expect((await signInAndSave.boundingBox())?.height).toBe(40);
  await signInAndSave.click();
  await enterCredentials(page, username);
  await expect(page).toHaveURL(`${loan}#what-if&extra=200`);
  await expect(page.getByText('Calculation saved.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(1);
});
