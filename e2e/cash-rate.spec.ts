import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { childEnvironment } from 'server/test/child-environment.ts';
import { expect, test } from './fixtures.ts';
import { mailedPath, press, signInNew } from './people.ts';
import startServer from './server.ts';

// This story has its own server, because a change of the cash rate appears on screens of other stories.
let stopServer = async () => {};
const shared = { ...process.env };
test.beforeAll(async () => {
  stopServer = await startServer();
});
test.afterAll(async () => {
  await stopServer();
  Object.assign(process.env, shared);
});

const slug = 'rba-cash-rate-changes';

/** Imports the release's file with a change to 4.85 percent on the day. */
async function importChange(day: string, path: string): Promise<void> {
  const file = JSON.parse(await readFile(`content/datasets/${slug}/data.json`, 'utf8')) as {
    changes: [string, number][];
    coverage: [string, string];
  };
  file.changes.push([day, 4.85]);
  file.coverage[1] = day;
  await writeFile(path, JSON.stringify(file));
  const env = childEnvironment({ DATA_DIR: process.env['E2E_DATA_DIR'] ?? '' });
  await promisify(execFile)(process.execPath, ['server/dist/data-command.js', 'import', slug, path], { env });
}

const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

test('a borrower with a variable loan is notified of a change of the cash rate, and unsubscribes from the email', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}, info) => {
  const username = await signInNew(page, 'borrower');
  await page.goto('/profile');
  const preferences = page.getByRole('region', { name: 'Preferences' });
  const mail = preferences.getByRole('checkbox', { name: /^By mail, too/ });
  const bell = preferences.getByRole('checkbox', { name: /^Changes of the cash rate/ });
  await bell.uncheck();
  await expect(mail).toBeDisabled();
  await bell.check();
  // The page displays a change before it is saved, and a new page would cancel it. Changes are saved one after another.
  const saved = page.waitForResponse(
    (response) => response.request().postData()?.includes('cash_rate_mail') ?? false,
  );
  await mail.check();
  await saved;
  await onPhoneToo(expectNoSidewaysScroll);

  await page.goto('/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly');
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByLabel('Name').fill('Home');
  await page
    .getByRole('checkbox', { name: 'Variable rate: tell me what a change of the cash rate does to it' })
    .check();
  await expectAccessible();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/dashboard');
  const archive = page.getByRole('region', { name: 'Archive' });
  await expect(archive.getByText('Variable', { exact: true })).toBeVisible();
  await onPhoneToo(expectNoSidewaysScroll);

  await importChange(daysFromNow(2), info.outputPath('cash-rate.json'));
  await page.getByRole('button', { name: /^Notifications, 1 unread/ }).click();
  const latest = page.getByRole('region', { name: 'Latest notifications' });
  await expect(latest).toContainText('Cash rate 4.85%, up 0.25 points');
  await expect(latest).toContainText(
    'Home: your payment of 2,997.75 would become 3,078.59 (+80.84) a month. If your lender passes it on in full.',
  );
  await page.goto('/notifications');
  await page.getByRole('main').getByRole('link', { name: /^Open/ }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.goto(await mailedPath(page.request, `${username}@example.org`, 'unsubscribe'));
  await page.getByRole('button', { name: 'End this mail' }).click();
  await expect(page.getByText('You will get no more emails about changes of the cash rate.')).toBeVisible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.goto('/profile');
  await expect(mail).not.toBeChecked();
  await expect(bell).toBeChecked();
});
