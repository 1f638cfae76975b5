import { runSql } from './database.ts';
import { expect, test } from './fixtures.ts';
import { press, signInNew } from './people.ts';

const terms = 'amount=600000&months=360&rate=6.85&compounding=monthly';
const sentence =
  'In August 2026 new variable loans of owner-occupiers cost 6.2% on average. Yours is 6.85%: about 0.7 points more, about $260 a month,';

test('a borrower reads what others pay under a loan, in the archive and a year later by the bell', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  const username = await signInNew(page, 'owner');
  await page.goto(`/finance/loan-calculator?${terms}`);
  const line = page.getByText('What others pay: 6.2% on average, and you pay 0.7 points more');
  await line.click();
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByText(/^An average ignores .* not an offer and not advice\./)).toBeVisible();
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByRole('link', { name: 'Stay or switch, with both rates' }).click();
  await expect(page).toHaveURL(/\/finance\/switch/);
  const rates = page.getByLabel('Rate (%)', { exact: true });
  await expect(rates.first()).toHaveValue('6.85');
  await expect(rates.nth(1)).toHaveValue('6.2');
  await page.goBack();

  await press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByLabel('Name').fill('Home');
  await page.getByRole('checkbox', { name: /^Variable rate/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/dashboard');
  const archive = page.getByRole('region', { name: 'Archive' });
  await archive.getByText('What others pay: 6.2% on average, and you pay 0.7 points more').click();
  await expect(archive.getByText(sentence)).toBeVisible();

  await runSql(
    `UPDATE calculations SET rate_day = current_date - interval '1 year'
     WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
    [username],
  );
  // The daily job, twice: it notifies once a year.
  for (let day = 0; day < 2; day++) await runSql(`SELECT graphile_worker.add_job('notify_rate_gaps')`, []);
  await page.getByRole('button', { name: /^Notifications, 1 unread/ }).click();
  const latest = page.getByRole('region', { name: 'Latest notifications' });
  await expect(latest).toContainText('Your rate is about 0.7 points above the average');
  await expect(latest).toContainText(`Home: ${sentence}`);
});
