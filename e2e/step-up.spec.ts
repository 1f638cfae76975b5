import { expect, test } from './fixtures.ts';
import { director, password, signIn, signInNew } from './people.ts';

test('long after the sign-in a dialog asks for the password, and the action then continues', async ({
  page,
  expectAccessible,
}) => {
  const username = await signInNew(page, 'su');
  await page.goto('/profile');
  await page.getByLabel('Phone Number').fill('400 000 000');
  await page.getByLabel('Email', { exact: true }).fill(`new-${username}@example.org`);
  // The response of the server 15 minutes after the sign-in, until the password is confirmed.
  let isShown = false;
  await page.route('**/api/user/user/update/**', async (route) => {
    if (isShown) return route.continue();
    await route.fulfill({
      status: 403,
      json: {
        msg: 'Please confirm first that it is you.',
        code: 'reauthentication_required',
        request_id: 'r',
      },
    });
  });
  page.on('response', (response) => {
    isShown ||= response.url().endsWith('/reauthenticate/') && response.ok();
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'CONFIRM IT IS YOU' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Invalid credentials')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('User Updated!').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('form').getByText(`Waiting for confirmation at new-${username}@example.org`),
  ).toBeVisible();
  await expect(page.getByLabel('Phone Number')).toHaveValue('400 000 000');
});

test('an agent ends all sessions of a user', async ({ page, browser }) => {
  const elsewhere = await browser.newPage();
  const username = await signInNew(elsewhere, 'su');
  await signIn(page, director);
  await page.goto(`/admin/userlist?username=${username}`);
  await page.getByRole('link', { name: username, exact: true }).click();
  await page.getByRole('button', { name: 'End All Sessions' }).click();
  await page.getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText('No active sessions.')).toBeVisible();
  await elsewhere.goto('/profile');
  await expect(elsewhere).toHaveURL('/login');
  await elsewhere.close();
});
