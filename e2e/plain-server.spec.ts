import type { Page } from '@playwright/test';
import { loan } from './calculator.ts';
import { expect, test } from './fixtures.ts';
import { enterCredentials, press } from './people.ts';
import { agent, grace, servePlainly } from './plain-server.ts';

/** Signs in and opens a page. Resolves to the calls of the page. */
async function openSignedIn(page: Page, path: string) {
  const calls = await servePlainly(page);
  await page.goto('/login');
  await enterCredentials(page, agent.username);
  await expect(page.getByText(`Welcome back ${agent.username}`)).toBeVisible();
  await page.waitForURL('/');
  await page.goto(path);
  return calls;
}

const confirm = (page: Page, name: string) =>
  press(page.getByRole('alertdialog').getByRole('button', { name }));

test('a guest of a server that knows only the specification registers, and reads the results of links', async ({
  page,
}) => {
  await servePlainly(page);
  await page.addInitScript(() => localStorage.setItem('userConsent', 'accepted'));
  await page.goto('/register');
  await page.getByLabel('IDENTIFIER').fill('ada');
  await page.getByLabel('EMAIL').fill('ada@example.org');
  for (const field of await page.locator('input[autocomplete="new-password"]').all())
    await field.fill('tin whistle at dawn');
  await page.getByRole('button', { name: 'INITIATE PROFILE' }).click();
  await expect(page).toHaveURL('/email-verification-notice');
  await expect(page.getByRole('main').getByText('ada@example.org')).toBeVisible();
  for (const [path, text] of [
    ['/verify-email/u/t', 'Email verified successfully!'],
    ['/reset-password/u/t', 'A temporary password has been sent.'],
    [loan, '$2,997.75'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
  }
});

test('a user of such a server signs in, saves the profile, signs out, and answers, deletes and sends friend requests', async ({
  page,
}) => {
  const calls = await openSignedIn(page, '/profile');
  await page.getByLabel('Phone Number').fill('400 000 000');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('User Updated!')).toBeVisible();
  await page.getByRole('button', { name: 'Check Storage Usage' }).click();
  await expect(page.getByText('3 / 10 records')).toBeVisible();
  await page.getByRole('button', { name: 'TERMINATE SESSION' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.goto('/login');
  await enterCredentials(page, agent.username);
  await expect(page.getByText(`Welcome back ${agent.username}`)).toBeVisible();
  await page.waitForURL('/');
  expect(calls.filter(({ headers }) => 'x-device-token' in headers)).toEqual([]);

  await page.goto('/profile?tab=friends');
  await page.getByRole('button', { name: 'Accept grace' }).click();
  await expect(page.getByText('Friend request accepted.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete request to mata' }).click();
  await expect(page.getByText('Friend request deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove nova' }).click();
  await confirm(page, 'Remove');
  await expect(page.getByText('Friend removed.')).toBeVisible();
  await page.getByLabel('Search users').fill('zoe');
  await page.getByRole('button', { name: 'Add zoe' }).click();
  await expect(page.getByText('Friend request sent.')).toBeVisible();
  await page.getByLabel('Search users').fill('');
  // Both have a request already, and only that of the user can be deleted.
  await page.goto('/profile?tab=history');
  await expect(page.getByRole('listitem').filter({ hasText: 'Sent on' })).toContainText('mata');
  await expect(page.getByRole('listitem').filter({ hasText: 'Received on' })).toContainText('grace');
  await expect(page.getByRole('button', { name: 'Delete request to mata' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Delete request from grace' })).toBeDisabled();
});

test('an agent of such a server edits and deletes a user, reads and deletes records, and reads that nothing matches', async ({
  page,
}) => {
  await openSignedIn(page, '/admin/userlist?page=2');
  await expect(page.getByText('30 users · page 2 of 3')).toBeVisible();
  await expect(page.getByText(/NaN/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit grace' }).click();
  await page.getByLabel('Phone Number').fill('400 000 000');
  await page.getByLabel('Is Premium User').check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('User Updated!')).toBeVisible();
  await expect(page.getByText('Please verify that grace should be a premium user.')).toBeVisible();
  await press(page.getByRole('button', { name: `Delete ${grace.username}` }));
  await confirm(page, 'Delete user');
  await expect(page.getByText('grace has been deleted')).toBeVisible();
  await servePlainly(page, {
    'GET /api/user/users': { status: 404, json: { msg: 'No user found for the given filters' } },
  });
  await page.goto('/admin/userlist');
  await expect(page.getByText('No user record found. Please press clear button above.')).toBeVisible();

  for (const { path, list, rows, deletion, message } of [
    {
      path: '/admin/ip-address',
      list: 'POST /api/user/ipaddress/',
      rows: '30 IP records',
      deletion: 'POST /api/user/ipaddress/delete/',
      message: 'Ip deleted successfully',
    },
    {
      path: '/admin/log',
      list: 'POST /api/logging/logs/',
      rows: '30 log records',
      deletion: 'POST /api/logging/logs/delete/',
      message: 'Log(s) deleted successfully',
    },
  ]) {
    const calls = await servePlainly(page);
    await page.goto(`${path}?page=2`);
    await expect(page.getByText(`${rows} · page 2 of 3`)).toBeVisible();
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await confirm(page, 'Delete 1');
    await expect(page.getByText(message)).toBeVisible();
    expect(calls.find(({ name }) => name === deletion)?.body).toMatch(/^\{"ids":\[\d\]\}$/);
    const msg = 'No records found for the given filters';
    await servePlainly(page, { [list]: { status: 404, json: { msg } } });
    await page.goto(path);
    await expect(page.getByText(/record found\. Try adjusting your filter\./)).toBeVisible();
  }
});
