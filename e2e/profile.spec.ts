/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { enterCredentials, mailedPath, password, press, signInNew } from './people.ts';

async function openProfile(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Your profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'USER PROFILE' })).toBeFocused();
  await expect(page.getByLabel('Username')).toBeVisible();
}

const block = (page: Page) => page.getByRole('region', { name: 'Feature Image' });
const image = (page: Page) => block(page).getByRole('img');

async function save(page: Page): Promise<void> {
  const answer = page.waitForResponse('**/api/user/user/update/**');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  expect((await answer).status()).toBe(200);
  await expect(page.getByText('User Updated!').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
}

async function drop(page: Page, bytes: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }));
      return transfer;
    },
    [...bytes],
  );
  await block(page).dispatchEvent('drop', { dataTransfer });
}

test('a user changes details, image and email address, and undoes the change of the address', async ({
  page,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  const username = await signInNew(page, 'p');
  await openProfile(page);
  const storage = page.getByRole('region', { name: 'User Storage Usage' });
  await press(storage.getByRole('button', { name: 'Check Storage Usage' }));
  const used = storage.getByText(/^\d+ \/ 1,000 records$/);
  const before = await used.innerText();

  await page.getByLabel('Date Of Birth').fill('1990-12-10');
  await page.getByLabel('Country', { exact: true }).selectOption('Kazakhstan 2');
  await expect(page.getByLabel('Country Code')).toHaveValue('77');
  await page.getByLabel('Phone Number').fill('701 234 5678');
  const picture = await page.screenshot();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Image' }).click();
  // The content counts, not the name.
  await (await chooser).setFiles({ name: 'me.HEIC', mimeType: 'image/heic', buffer: picture });
  await expect(block(page)).toContainText('me.HEIC will be uploaded when you save.');
  const previewWidth = () =>
    page.getByAltText('Preview').evaluate((element) => (element as HTMLImageElement).naturalWidth);
  await expect.poll(previewWidth).toBeGreaterThan(0);
  await onPhoneToo(expectNoSidewaysScroll);
  await save(page);
  await expect(used).not.toHaveText(before);
  await page.reload();
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('Kazakhstan 2');
  await expect(page.getByLabel('Date Of Birth')).toHaveValue('1990-12-10');
  await expect(page.getByLabel('Phone Number')).toHaveValue('701 234 5678');
  const imageWidth = () => image(page).evaluate((element) => (element as HTMLImageElement).naturalWidth ?? 0);
  await expect.poll(imageWidth).toBeGreaterThan(0);
  const first = await image(page).getAttribute('src');

  await drop(page, picture);
  await expect(block(page)).toContainText('dropped.png will be uploaded when you save.');
  await save(page);
  await expect(image(page)).not.toHaveAttribute('src', /^blob:/);
  await expect.poll(imageWidth).toBeGreaterThan(0);
  expect(await image(page).getAttribute('src')).not.toBe(first);
  await page.getByRole('button', { name: 'Remove Image' }).click();
  await save(page);
  await expect(block(page).getByRole('img', { name: 'No image' })).toBeVisible();

  await page.getByLabel('Email', { exact: true }).fill(`new-${username}@example.org`);
  await save(page);
  const waiting = `Waiting for confirmation at new-${username}@example.org`;
  await expect(page.getByRole('status').filter({ hasText: waiting })).toBeVisible();
  await expect(page.getByRole('form').getByText(waiting)).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(`${username}@example.org`);
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.goto(await mailedPath(request, `new-${username}@example.org`, 'verify-email'));
  await expect(page.getByText(`The email of the account ${username}`)).toBeVisible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByRole('button', { name: 'Confirm this email' }).click();
  await expect(page.getByText('Email verified successfully!').first()).toBeVisible();
  await page.getByRole('link', { name: 'YOUR PROFILE', exact: true }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(`new-${username}@example.org`);

  await page.goto(await mailedPath(request, `>${username}@example.org`, 'undo-email-change'));
  // The toast lasts 5 seconds. On a busy machine it might end before the click returns.
  const restored = page.getByRole('button', { name: 'Restore my previous email address' }).click();
  await expect(page.getByText('See you!')).toBeVisible();
  await restored;
  await expect(page.getByRole('link', { name: 'Reset the password' })).toBeVisible();
  await page.getByRole('link', { name: 'ACCESS SYSTEM' }).click();
  // The person who requested the change may know the password.
  await enterCredentials(page, username);
  await expect(page.getByText('INVALID ACCESS CREDENTIALS')).toBeVisible();
});

test('a user changes the password, sees the stored data, ends a session, exports the data and deletes the account', async ({
  page,
  request,
  expectAccessible,
}) => {
  const username = await signInNew(page, 'p');
  const credentials = { username_or_email: username, password };
  await request.post('/api/user/login/', { data: credentials, headers: { 'user-agent': 'curl/8.5.0' } });
  await page.goto('/profile');

  await press(page.getByRole('tab', { name: 'Security' }));
  const sessions = page.getByRole('region', { name: 'Sessions', exact: true });
  await sessions.getByRole('button', { name: 'End curl' }).click();
  const question = page.getByRole('alertdialog', { name: 'END THIS SESSION?' });
  await expect(question).toContainText('curl');
  await question.getByRole('button', { name: 'End session' }).click();
  await expect(sessions.getByText('curl')).toHaveCount(0);
  const devices = page.getByRole('region', { name: 'Known Devices', exact: true });
  await press(devices.getByRole('button', { name: 'Forget curl' }));
  await press(page.getByRole('button', { name: 'Forget device' }));
  await expect(devices.getByText('curl')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Sign-ins' }).getByText('Signed in')).toHaveCount(2);
  await press(page.getByRole('tab', { name: 'Profile' }));

  const storage = page.getByRole('region', { name: 'User Storage Usage' });
  await press(storage.getByRole('button', { name: 'Check Storage Usage' }));
  await expect(storage.getByText(/^\d \/ 1,000 records$/)).toBeVisible();
  await expect(storage.getByRole('img', { name: /^Doughnut chart: IP records/ })).toBeVisible();
  await expectAccessible();
  await storage.getByRole('button', { name: 'Minimize' }).click();
  await expect(storage.getByText('Storage Breakdown')).toBeHidden();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await storage.getByRole('button', { name: 'Expand' }).click();
  // Only the view slides up, not its content a second time.
  const slides = await storage.evaluate(
    (card) => card.getAnimations({ subtree: true }).filter((one) => one instanceof CSSAnimation).length,
  );
  expect(slides).toBeLessThanOrEqual(1);
  await expect(storage.getByText('Storage Breakdown')).toBeVisible();

  const newPassword = 'silver flute at noon';
  const session = () => page.evaluate(() => localStorage.getItem('user'));
  const before = await session();
  await page.getByLabel('New Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm New Password').fill(newPassword);
  await save(page);
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue('');
  await expect.poll(session).not.toBe(before);
  await expect(page.getByText(`AGENT ${username}`)).toBeVisible();

  const download = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Export My Data' }));
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { user: object };
  expect(file.user).toMatchObject({ username, email: `${username}@example.org` });

  await press(page.getByRole('tab', { name: 'Friends' }));
  await expect(page).toHaveURL(/\?tab=friends$/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Friends' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');

  await press(page.getByRole('button', { name: 'Delete My Account' }));
  const dialog = page.getByRole('dialog', { name: 'DELETE YOUR ACCOUNT' });
  await expectAccessible();
  await dialog.getByRole('textbox').fill(username);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('User deletion successful.')).toBeVisible();
  await expect(page).toHaveURL('/goodbye');
  await expect(page.getByRole('heading', { name: 'GOODBYE' })).toBeVisible();
  // Seven days from now, in the browser's time zone.
  await expect(page.getByText(/It works until \d+ \w+ \d{4}, \d+:\d\d [ap]m/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'ACCESS / GUEST' })).toBeVisible();
  await expectAccessible();
  const newCredentials = { data: { ...credentials, password: newPassword } };
  expect((await request.post('/api/user/login/', newCredentials)).status()).toBe(400);

  await page.goto(await mailedPath(request, `>${username}@example.org`, 'undo-deletion'));
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account is back.')).toBeVisible();
  // The owner sets a new password: somebody else may have set this one and asked for the deletion.
  expect((await request.post('/api/user/login/', newCredentials)).status()).toBe(400);
  await mailedPath(request, `>${username}@example.org`, 'reset-password');
});

test('a tab keeps unsaved input while another tab is open', async ({ page }) => {
  await signInNew(page, 'p');
  await page.goto('/profile');
  await page.getByLabel('Phone Number').fill('400 000 000');
  await press(page.getByRole('tab', { name: 'Friends' }));
  await expect(page.getByRole('heading', { name: 'Friends (0)' })).toBeVisible();
  await press(page.getByRole('tab', { name: 'Profile' }));
  await expect(page.getByLabel('Phone Number')).toHaveValue('400 000 000');
});

test('only the owner can open a profile, and the confirmation of an email address continues after the login', async ({
  page,
  request,
  expectAccessible,
}) => {
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  const username = await signInNew(page, 'p');
  await page.goto('/user-profile/01930a4e-7c00-7000-8000-00000000000f');
  await expect(page.getByRole('heading', { level: 1, name: 'ACCESS DENIED' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'GO TO YOUR PROFILE' }).click();
  await page.getByLabel('Email', { exact: true }).fill(`new-${username}@example.org`);
  await save(page);
  const path = await mailedPath(request, `new-${username}@example.org`, 'verify-email');
  await page.getByRole('button', { name: 'TERMINATE SESSION' }).click();
  await expect(page.getByRole('link', { name: 'ACCESS / GUEST' })).toBeVisible();
  await page.goto(path);
  await expect(page.getByText('Please sign in to this account first')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Sign in and confirm' }).click();
  await enterCredentials(page, username);
  await page.getByRole('button', { name: 'Confirm this email' }).click();
  await expect(page.getByText('Email verified successfully!').first()).toBeVisible();
});

test('unsaved input in the profile is not lost without a confirmation', async ({
  page,
  expectAccessible,
}) => {
  await signInNew(page, 'p');
  await openProfile(page);
  const start = new URL('/', page.url()).href;
  const profile = page.url();
  const phone = page.getByLabel('Phone Number');
  const question = page.getByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' });
  await phone.fill('400 000 000');

  const link = page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'INTEL' });
  await link.press('Enter');
  await expect(question.getByRole('heading')).toBeFocused();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(link).toBeFocused();
  await page.evaluate(() => window.history.back());
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(profile);
  await page.keyboard.press('Escape');
  await expect(phone).toHaveValue('400 000 000');

  const opened = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await opened;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(start);
  await page.goForward();
  await expect(phone).toHaveValue('');
  await phone.fill('not a number');
  await link.press('Enter');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await phone.fill('400 000 000');
  await link.press('Enter');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(phone).toHaveValue('400 000 000');
});
