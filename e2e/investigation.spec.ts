import { expect, resize, test, viewports } from './fixtures.ts';
import { createNewUser, director, enterCredentials, password, signIn } from './people.ts';

const address = '203.0.113.7';
const blocked = '203.0.113.0/28';

test('an agent follows guesses from a user to a network, blocks it, and suspends the user', async ({
  page,
  request,
  browser,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const username = await createNewUser('guessed');
  const fail = (password_: string) =>
    request.post('/api/user/login/', {
      headers: { 'x-forwarded-for': address },
      data: { username_or_email: username, password: password_ },
    });
  for (let tries = 0; tries < 4; tries++) expect((await fail('a guess')).ok()).toBe(false);

  await signIn(page, director);
  await page.goto(`/admin/userlist?username=${username}`);
  await page.getByRole('link', { name: username, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeFocused();
  const addresses = page.getByRole('region', { name: 'IP Addresses' });
  await expect(addresses.getByRole('listitem').filter({ hasText: address })).toContainText('4 records');
  await expectNoSidewaysScroll();

  // Who else: the list opens without the user.
  await addresses.getByRole('link', { name: address }).click();
  await expect(page).toHaveURL(`/admin/ip-address?ip_address=${address}`);
  await expect(page.getByText('Login failed').first()).toBeVisible();
  await page
    .getByRole('link', { name: `Block ${address}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Block a Network' });
  await expect(dialog.getByText(`${address}: 1 IP address, 4 failed`)).toBeVisible();
  await expectAccessible();
  await resize(page, viewports.phone);
  await dialog.getByLabel('IP address or network').fill(blocked);
  await dialog.getByRole('button', { name: 'Count' }).click();
  await expect(
    dialog.getByText(`${blocked}: 1 IP address, 4 failed and 0 successful sign-ins`),
  ).toBeVisible();
  await expect(dialog.getByText('Nobody signed in from there.')).toBeVisible();
  await expectAccessible();
  await expectNoSidewaysScroll();
  await dialog.getByLabel('Reason').fill('Guesses passwords.');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('The network is blocked.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await resize(page, viewports.wide);

  // The same screen, from which the timeline and the networks lead on.
  await expect(page).toHaveURL(`/admin/ip-address?ip_address=${address}`);
  await page.goto(`/admin/timeline?ip_address=${address}`);
  await expect(page.getByRole('button', { name: /^4 × Login failed/ })).toBeVisible();
  await expectAccessible();
  await expectNoSidewaysScroll();
  await page.goto('/admin/network-blocks?by=network');
  await expect(page.getByRole('heading', { level: 1, name: 'Networks' })).toBeVisible();
  await expectAccessible();
  await expectNoSidewaysScroll();
  await page.getByText('Blocks', { exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(blocked);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 block · page')).toBeVisible();
  await expectAccessible();
  await expectNoSidewaysScroll();

  await expect.poll(async () => (await fail(password)).status()).toBe(403);
  expect((await (await fail(password)).json()).code).toBe('network_blocked');
  await page.getByRole('button', { name: `End Block ${blocked}` }).click();
  await page.getByRole('dialog', { name: 'End Block' }).getByLabel('Reason').fill('The story ends.');
  await page.getByRole('dialog', { name: 'End Block' }).getByRole('button', { name: 'End Block' }).click();
  await expect(page.getByText('The block has ended.')).toBeVisible();

  await page.goto(`/admin/user-named/${username}`);
  await page.getByRole('button', { name: `Suspend ${username}` }).click();
  await page.getByLabel('Reason').fill('Until you have a new password.');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(page.getByText('ACCOUNT SUSPENDED')).toBeVisible();
  await page.getByRole('textbox', { name: 'New note' }).fill('Asked for help by phone.');
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect(page.getByText('Asked for help by phone.').first()).toBeVisible();
  await expectAccessible();

  const own = await (await browser.newContext()).newPage();
  await own.goto(new URL('/login', page.url()).href);
  await enterCredentials(own, username);
  await expect(
    own.getByText(/Your account is suspended until .* Until you have a new password\./),
  ).toBeVisible();
  await own.context().close();
});
