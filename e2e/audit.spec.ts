import { expect, test } from './fixtures.ts';
import { director, createNewUser, signIn } from './people.ts';

test('a superuser reads and verifies the trail, follows an IP address and a user, and the user sees the access', async ({
  page,
  request,
  browser,
  expectAccessible,
}) => {
  const username = await createNewUser('watched');
  const wrong = { username_or_email: username, password: 'not the password' };
  await request.post('/api/user/login/', { data: wrong });

  // The prompt opens the user's file.
  await signIn(page, director);
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Command line/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Command', { exact: true }).fill(`user ${username}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
  const screens = page.getByRole('navigation', { name: 'Screens of this user' });
  await screens.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Phone Number').fill('400 000 000');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('User Updated!')).toBeVisible();
  // The notice of what to verify stays for a minute, and would cover buttons.
  const notice = page.getByRole('status').filter({ hasText: /^Please verify that/ });
  await notice.getByRole('button', { name: 'close' }).click();
  await screens.getByRole('link', { name: 'Overview' }).click();
  const latest = page.getByRole('region', { name: 'Timeline' });
  await latest.getByText('By staff', { exact: true }).click();
  await expect(latest).toContainText('User update');

  await latest.getByRole('link', { name: `Timeline of ${username}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Timeline of ${username}` })).toBeVisible();
  await expect(page.getByText(`Sign-in as ${username} failed: wrong password.`)).toBeVisible();
  await page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('link', { name: '127.0.0.1' })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Accounts' })).toContainText(director);
  await page.getByRole('link', { name: 'IP records from 127.0.0.1' }).click();
  await expect(page.getByRole('link', { name: /accounts? from this IP address/ })).toBeVisible();

  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Audit Trail' }).click();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('THE TRAIL IS INTACT')).toBeVisible();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Target').fill(username);
  await page.getByLabel('Action').selectOption('User update');
  await page.getByRole('button', { name: 'Apply' }).click();
  const record = page.getByRole('row').filter({ hasText: `User update of ${username} by ${director}` });
  await expect(record).toContainText('Phone number: from nothing to 400 000 000');
  await record.getByRole('button', { name: /^Click to read/ }).click();
  const opened = page.getByRole('dialog', { name: 'Audit Record' });
  await expect(opened).toContainText('Phone number: from nothing to 400 000 000');
  await expectAccessible();
  await opened.getByRole('link', { name: 'log records' }).click();
  await expect(page.getByText(`${director} changed the account of ${username}: phone_number.`)).toBeVisible();

  const own = await (await browser.newContext()).newPage();
  await signIn(own, username);
  await own.goto('/profile');
  const accesses = own.getByRole('list', { name: 'Access by staff' });
  await expect(accesses).toContainText('An agent changed your record');
  await expect(accesses).toContainText('An agent viewed your record');
  await expect(accesses).not.toContainText(director);
  await own.context().close();
});
