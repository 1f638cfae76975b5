/// <reference lib="dom" />
import { dayIn } from 'contract/day-in.ts';
import { createCalculation } from 'contract/calculations/calculations.ts';
import { calculationMethod } from 'contract/calculations/method.ts';
import { loan } from './calculator.ts';
import { runSql } from './database.ts';
import { expect, test } from './fixtures.ts';
import { callAs, createNewUser, press, signIn } from './people.ts';

test('a user sees which figures a newer method changes, and keeps the old ones until accepting the new', async ({
  page,
  onPhoneToo,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const username = await createNewUser('method');
  const user = await callAs(username);
  const body = { ...createCalculation.bodyExample, name: 'The old one' };
  const { calculation } = await user.call(createCalculation, body);
  await runSql(
    `UPDATE calculations SET calculated = '{"method": 0, "on": "2020-02-29"}',
       summary = summary || '{"total_interest_paid": 1.5, "total_payments_made": 2000}' WHERE id = $1`,
    [calculation.id],
  );

  await signIn(page, username);
  await page.goto('/dashboard');
  const archive = page.getByRole('region', { name: 'Archive' });
  await expect(archive).toContainText('2 FIGURES CHANGED SINCE METHOD 0, 29 FEBRUARY 2020');
  await expect(archive.getByRole('row', { name: /^Total interest paid \$1\.50 \$/ })).toBeVisible();
  const figures = archive.getByRole('row', { name: /^The old one/ });
  await expect(figures.getByText('1.50', { exact: true })).toBeVisible();
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);

  await press(archive.getByRole('button', { name: /^ACCEPT NEW FIGURES/ }));
  await expect(archive).not.toContainText('FIGURES CHANGED');
  await expect(figures.getByText('1.50', { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(figures).toBeVisible();
  await expect(figures.getByText('1.50', { exact: true })).toHaveCount(0);
});

test('a copied link, a CSV and a printed page carry the method and the day', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // It stays the same day, in the reader's time zone, that of the test's browser.
  const now = new Date();
  await page.clock.setFixedTime(now);
  const today = dayIn('Australia/Sydney', now);
  await page.goto(`${loan}#what-if&extra=200`);
  await press(page.getByRole('button', { name: 'Copy Link' }));
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const end = `&method=${calculationMethod}&on=${today}`;
  expect(link.endsWith(`${loan}#what-if&extra=200${end}`)).toBe(true);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe(
    `amortization-schedule-method-${calculationMethod}-${today}.csv`,
  );
  await page.emulateMedia({ media: 'print' });
  const date = now.toLocaleDateString('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' });
  await expect(page.getByText(`Method ${calculationMethod}, ${date}`)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.goto('/about');
  await page.goto(link);
  await expect(page).toHaveURL(`${loan}#what-if&extra=200`);
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Saved');
  await expect(page.getByText('The link is from another method')).toHaveCount(0);
  await expect(page.getByText('Not all of the link was understood')).toHaveCount(0);
});

const paths = [
  loan,
  `${loan}#what-if&extra=200`,
  '/finance/take-home-pay#income=90000&year=2025-26',
  '/finance/switch#owed=420000&months=300&rate=6.5&compounding=monthly&offer=rate%3D5.9',
];
test('a link of any calculator names the different method that it was made with', async ({ page }) => {
  for (const path of paths) {
    await page.goto(`${path}${path.includes('#') ? '&' : '#'}method=0&on=2020-02-29`);
    await expect(
      page.getByText('Its figures were computed by method 0 on 29 February 2020.', { exact: false }),
    ).toBeVisible();
    await expect(page).not.toHaveURL(/method=/);
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('$');
    await expect(page.getByText('Not all of the link was understood')).toHaveCount(0);
  }
});
