/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { layoutLimits } from 'contract/layout.constants.ts';
import { expect, resize, test, viewports } from './fixtures.ts';
import { callAs, director, enterCredentials, createNewUser, press, signIn } from './people.ts';

async function failToSignIn(request: APIRequestContext, username: string, times: number): Promise<void> {
  for (let tries = 0; tries < times; tries++) {
    const data = { username_or_email: username, password: 'not the password' };
    expect((await request.post('/api/user/login/', { data })).ok()).toBe(false);
  }
}

const leftOf = async (control: Locator) => (await control.boundingBox())?.x ?? 0;

const question = (page: Page) => page.getByRole('alertdialog');

test('on a phone an agent finds a locked user, and unlocks, edits and deletes the account', async ({
  page,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  await page.setViewportSize(viewports.phone);
  const username = await createNewUser('s');

  await page.goto('/admin/userlist');
  await expect(page).toHaveURL('/login');
  await enterCredentials(page, director);
  // The sign-in returns to the page that required it. A new page closes the menu.
  await expect(page.getByRole('heading', { level: 1, name: 'Admin User list' })).toBeVisible();
  await page.getByRole('button', { name: 'MENU', exact: true }).click();
  await page.getByRole('link', { name: 'COMMAND' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`WELCOME, AGENT ${director}`);
  await expect(page.getByText('ONLINE')).toBeVisible();
  await expect(page.getByText(/^The health check passed/)).toBeVisible();
  const menu = page.getByRole('button', { name: 'Staff menu' });
  const { width = 0, height = 0 } = (await menu.boundingBox()) ?? {};
  expect([width >= 48, width]).toEqual([true, height]);
  await menu.click();
  await expectAccessible();
  await page.getByRole('dialog', { name: 'Staff Menu' }).getByRole('button', { name: 'Close' }).click();
  await expect(menu).toBeFocused();

  await menu.click();
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'User List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin User list' })).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search' }).fill(`${username}@example`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 user · page')).toBeVisible();
  await press(page.getByRole('button', { name: /^Clear Search/ }));
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Username').fill(username.toUpperCase());
  await page.getByLabel('Is Active').selectOption('True');
  await page.getByLabel('Account Status').selectOption('locked');
  // The lock lasts a minute, so slow steps come before it or after its end.
  await failToSignIn(request, username, 6);
  await page.getByRole('button', { name: 'Apply' }).click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: username }) });
  await expect(card).toContainText('Locked');
  await expect(page).toHaveURL(/username=.*&is_active=True&account_status=locked/);
  await expectNoSidewaysScroll();

  // A press anywhere on the card opens it.
  await card.getByText(/^Updated/).click();
  await expect(page.getByText(/failed sign-ins in a row/)).toBeVisible();
  await expectNoSidewaysScroll();
  await page.getByRole('button', { name: `Unlock ${username}` }).click();
  await expect(page.getByText('ACCOUNT LOCKED')).toBeHidden();
  await page
    .getByRole('navigation', { name: 'Screens of this user' })
    .getByRole('link', { name: 'Edit' })
    .click();
  await page.getByLabel('Phone Number').fill('400 000 000');
  await page.getByLabel('Is Premium User').check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('User Updated!')).toBeVisible();
  for (const right of ['active', 'a premium user'])
    await expect(page.getByText(`Please verify that ${username} should be ${right}.`)).toBeVisible();
  for (const label of ['Date updated', 'Last login'])
    await expect(page.getByLabel(label)).toHaveValue(/^[\d-]{10} [\d:]{8}$|^Never$/);
  await page.reload();
  await expect(page.getByLabel('Phone Number')).toHaveValue('400 000 000');

  await page.getByRole('link', { name: 'User list', exact: true }).click();
  await expect(page.getByText('No user record found. Please press clear button above.')).toBeVisible();
  await press(page.getByRole('button', { name: 'Clear Account Status: Locked' }));
  await expect(card).toContainText('Active');
  await expect(card).toContainText('Is Premium UserTrue');
  const deletion = card.getByRole('button', { name: `Delete ${username}` });
  await press(deletion);
  await expect(question(page)).toContainText(username);
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(deletion).toBeFocused();
  await press(deletion);
  await question(page).getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText(`${username} has been deleted`)).toBeVisible();
  await expect(page.getByText('No user record found. Please press clear button above.')).toBeVisible();
});

test('an agent investigates IP records on a phone and log records on a desktop, deletes some and exports the rest', async ({
  page,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  await page.setViewportSize(viewports.phone);
  const username = await createNewUser('s');
  for (let signIns = 0; signIns < 2; signIns++) await callAs(username);
  await failToSignIn(request, username, 4);
  await signIn(page, director);

  await page.goto(`/admin/ip-address?user=${username}`);
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(boxes).toHaveCount(6);
  // The button to delete is far enough from the checkbox for a thumb.
  const firstDeletion = page.getByRole('button', { name: /^Delete Login failed/ }).first();
  expect((await leftOf(firstDeletion)) - (await leftOf(boxes.first()))).toBeGreaterThan(200);
  await expectNoSidewaysScroll();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expectAccessible();
  await page.getByLabel('Action').selectOption('Login failed');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(boxes).toHaveCount(4);
  await boxes.first().check();
  // On the label, which has a text in a card.
  await boxes
    .nth(2)
    .locator('xpath=ancestor::label')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await question(page).getByRole('button', { name: 'Delete 3' }).click();
  await expect(page.getByText('Ip deleted successfully')).toBeVisible();
  await expect(boxes).toHaveCount(1);
  const lastDeletion = page.getByRole('button', { name: /^Delete Login failed/ });
  await press(lastDeletion);
  await question(page).getByRole('button', { name: 'Delete 1' }).click();
  await expect(page.getByText('No IP record found. Try adjusting your filter.')).toBeVisible();
  await page.goBack();
  await expect(boxes).toHaveCount(2);

  await resize(page, viewports.wide);
  await page.goto(`/admin/log?message=${username}`);
  const navigation = await page.getByRole('navigation', { name: 'Staff' }).boundingBox();
  expect(navigation).toMatchObject({ x: 0, width: layoutLimits.sideNavigationPx });
  await expect(boxes.first()).toBeVisible();
  await expectNoSidewaysScroll();
  const lines = await boxes.count();
  // A press anywhere on the row, or on the card on phones, opens it, and so does its button.
  await page.getByText(`Sign-in as ${username} failed`).first().click();
  const message = page.getByRole('dialog', { name: 'Log Message' });
  await expect(message).toContainText(username);
  await expectAccessible();
  await message.getByRole('button', { name: 'Close' }).click();
  const read = page.getByRole('button', { name: /^Click to read/ });
  for (const viewport of Object.values(viewports)) {
    await resize(page, viewport);
    await expect(message).toBeHidden();
    // With room for the words, not for an icon alone.
    const visible = () =>
      read.evaluateAll((buttons) =>
        buttons.map((button) => {
          const { left, right, width } = button.getBoundingClientRect();
          return left >= 0 && right <= window.innerWidth && width > 90;
        }),
      );
    await expect.poll(visible).toEqual(Array.from({ length: lines }, () => true));
    await read.first().click();
    await page.keyboard.press('j');
    await expect(read.nth(1)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(read.nth(1)).toBeFocused();
  }
  await resize(page, viewports.wide);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^log-records-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(lines + 1);
  expect(csv).toContain(username);

  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await question(page)
    .getByRole('button', { name: `Delete ${lines}` })
    .click();
  await expect(page.getByText('Log(s) deleted successfully')).toBeVisible();
  await expect(page.getByText('No log record found. Try adjusting your filter.')).toBeVisible();
  await press(page.getByRole('link', { name: 'Back' }));
  await expect(page).toHaveURL('/admin/dashboard');
});
