import type { Page } from '@playwright/test';
import { sendFriendRequest } from 'contract/friends/friends.ts';
import { expect, test } from './fixtures.ts';
import { callAs, director, createNewUser, press, signIn, signInNew } from './people.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const latest = (page: Page) => page.getByRole('region', { name: 'Latest notifications' });
const row = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Notices' }).getByRole('row').filter({ hasText: title });

/** The id of the signed-in user, from the browser's storage. A sign-in over the API, as from another device, would add a notification. */
const ownId = (page: Page) =>
  page.evaluate(() => {
    const { user } = JSON.parse(localStorage.getItem('user') ?? '') as { user: { id: string } };
    return user.id;
  });

test('staff send a notice to one user, whose bell displays it at once until it is withdrawn', async ({
  page,
  browser,
  expectAccessible,
}) => {
  const reader = await browser.newPage();
  const name = await signInNew(reader, 'reader');
  const title = `To ${name}`;
  await reader.goto('/');
  await expect(bell(reader)).toHaveAccessibleName('Notifications');

  await signIn(page, director);
  await page.goto('/admin/notifications');
  await page.getByRole('button', { name: 'New Notice' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Notice' });
  await press(dialog.getByRole('button', { name: 'Send' }));
  await expect(dialog.getByText('Required.')).toHaveCount(2);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Text').fill('<b>Not bold</b>\nSecond line');
  await dialog.getByLabel('Level').selectOption('Warning');
  await dialog.getByLabel('Audience').selectOption('One user');
  await dialog.getByLabel('Username').fill('nobody-of-this-name');
  await expect(dialog.getByRole('article')).toContainText('<b>Not bold</b>');
  await press(dialog.getByRole('button', { name: 'Send' }));
  await expect(dialog.getByText('There is no such user.')).toHaveCount(1);
  await expectAccessible();
  await dialog.getByLabel('Username').fill(name.toUpperCase());
  await press(dialog.getByRole('button', { name: 'Send' }));
  await expect(dialog).toHaveCount(0);
  await expect(row(page, title)).toContainText('Live');

  await expect(bell(reader)).toHaveAccessibleName('Notifications, 1 unread');
  await press(bell(reader));
  await expect(latest(reader)).toContainText('Second line');
  await press(latest(reader).getByRole('button', { name: `Mark as read ${title}` }));
  await expect(bell(reader)).toHaveAccessibleName('Notifications');
  await reader.keyboard.press('Escape');
  await expect(bell(reader)).toBeFocused();
  await expect(latest(reader)).toHaveCount(0);

  await page.reload();
  await expect(row(page, title).getByRole('cell').nth(7)).toHaveText('1');
  await row(page, title).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog').getByText('You can only change when it ends.')).toBeVisible();
  await page.getByRole('button', { name: 'CLOSE' }).click();
  await row(page, title).getByRole('button', { name: 'Withdraw' }).click();
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }));
  await expect(row(page, title)).toContainText('Withdrawn');
  await press(bell(reader));
  await expect(
    latest(reader).getByText('No notifications yet. Activity on your account will appear here.'),
  ).toBeVisible();
  await reader.close();
});

test('activity on an account is listed under the bell and on its own page, and can be switched off', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  await signInNew(page, 'ada');
  const [sender, other] = [await createNewUser('bo'), await createNewUser('cy')];
  const id = await ownId(page);
  await page.goto('/about');
  const ask = async (from: string) => {
    const asker = await callAs(from);
    await asker.call(sendFriendRequest, undefined, id);
  };
  await ask(sender);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await press(bell(page));
  await expectAccessible();
  await press(latest(page).getByRole('link', { name: 'Open Friend request' }));
  await expect(page.getByRole('heading', { name: 'Received Requests (1)' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await onPhoneToo(expectNoSidewaysScroll);

  await page.goto('/profile');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  const friendRequests = page.getByRole('checkbox', { name: 'Friend requests', exact: true });
  await friendRequests.click();
  await saved;
  await expect(friendRequests).not.toBeChecked();
  await ask(other);
  await page.goto('/notifications');
  const list = page.getByRole('list', { name: 'Notifications' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(sender);
  await onPhoneToo(expectNoSidewaysScroll);
  // It is part of the URL, so the current page changes with the navigation.
  await page.getByRole('checkbox', { name: 'Unread only' }).click();
  await expect(page.getByRole('checkbox', { name: 'Unread only' })).toBeChecked();
  await expect(page.getByText('You have no unread notifications.')).toBeVisible();
});

test('an empty list of notifications leaves no error in the console', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await signInNew(page, 'ada');
  await page.goto('/dashboard');
  await press(bell(page));
  await expect(
    latest(page)
      .getByText(/^No notifications yet|^Mark/)
      .first(),
  ).toBeVisible();
  await page.goto('/notifications?unread=true');
  await expect(page.getByRole('checkbox', { name: 'Unread only' })).toBeChecked();
  await expect(page.getByText(/^You have no unread notifications|^Page/).first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('the tabs of a browser share one stream of notifications', async ({ page, context }) => {
  const sender = await createNewUser('ask');
  const streams: string[] = [];
  context.on('request', (sent) => {
    if (sent.url().includes('/notifications/stream/')) streams.push(sent.url());
  });
  await signInNew(page, 'tab');
  const id = await ownId(page);
  await page.goto('/');
  await expect(bell(page)).toBeVisible();
  await expect.poll(() => streams.length).toBeGreaterThan(0);
  const opened = streams.length;
  const second = await context.newPage();
  await second.goto('/about');
  await expect(bell(second)).toBeVisible();
  const asker = await callAs(sender);
  await asker.call(sendFriendRequest, undefined, id);
  for (const tab of [page, second]) await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread');
  expect(streams).toHaveLength(opened);
  // The tab with the stream closes, and the other one opens a stream.
  await page.close();
  await expect.poll(() => streams.length).toBe(opened + 1);
  await press(bell(second));
  await press(latest(second).getByRole('button', { name: 'Mark All as Read' }));
  await expect(bell(second)).toHaveAccessibleName('Notifications');
});

test('a critical notice to everybody is a banner on every page until dismissed', async ({
  page,
  expectAccessible,
}) => {
  // A real one would appear on the pages of all other stories. The app asks for the site on pages that the server does not
  // render.
  await page.route('**/api/core/site/', async (route) => {
    const site = (await (await route.fetch()).json()) as object;
    const notice = { id: '01930a4e-7c00-7000-8000-000000000009', title: 'Phishing', text: '<b>Beware</b>' };
    await route.fulfill({ json: { ...site, banner: notice } });
  });
  const banner = page.getByRole('region', { name: 'Important notice' });
  await page.goto('/goodbye');
  await expect(banner).toContainText('<b>Beware</b>');
  await expectAccessible();
  await page.goto('/resend-verification');
  await press(banner.getByRole('button', { name: 'Dismiss' }));
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /@/ })).toBeVisible();
  await expect(banner).toHaveCount(0);
  // Pending requests may fail now.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
