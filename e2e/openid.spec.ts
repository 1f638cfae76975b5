import type { Page } from '@playwright/test';
import { findFreePort } from 'server/test/free-port.ts';
import { startTestProvider, type TestProvider } from 'server/test/openid-provider.ts';
import { expect, test } from './fixtures.ts';
import { consent, createNewUser, enterCredentials, mailedText, newName, press } from './people.ts';
import { loan } from './calculator.ts';
import { startServerOf } from './server.ts';

// These stories have their own server, because no other story has a provider.
let stopServer = async () => {};
let provider: TestProvider;
const shared = { ...process.env };
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const port = String(await findFreePort());
  provider = await startTestProvider(`http://localhost:${port}`);
  stopServer = await startServerOf('.', { variables: { ...provider.environment, PORT: port } });
});
test.afterAll(async () => {
  await stopServer();
  await provider.stop();
  Object.assign(process.env, shared);
});

/** A person at the provider with this name. */
const personOf = (name: string) => ({
  sub: name,
  email: `${name}@example.org`,
  email_verified: true,
  name: 'Ada',
});

async function goThroughProvider(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'USE Example ID' }).click();
}

const account = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: `${name}@example.org` });

test('a visitor without an account gets one through the provider to save a result, which is saved, and its last way to sign in stays', async ({
  page,
  expectAccessible,
}) => {
  const name = newName('oidc');
  provider.account = personOf(name);
  await page.goto(loan);
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('link', { name: 'Sign in and save' }).click();
  await page.getByRole('link', { name: 'USE Example ID' }).click();
  await consent(page);
  await page.getByLabel('IDENTIFIER').fill(name);
  await expectAccessible();
  await page.getByRole('button', { name: 'INITIATE PROFILE' }).click();
  await expect(page).toHaveURL(loan);
  await expect(page.getByText('Calculation saved.')).toBeVisible();
  await page.goto('/profile?tab=identities');
  await expect(page.getByText('Your account has no password')).toBeVisible();
  await expectAccessible();
  await press(account(page, name).getByRole('button', { name: 'Unlink' }));
  await press(page.getByRole('button', { name: 'Unlink account' }));
  await expect(page.getByText('This is the last way to sign in to your account.')).toBeVisible();
  await expect(account(page, name)).toBeVisible();
});

test('a user signs in once in the usual way, agrees, and then signs in with the provider, too', async ({
  page,
  context,
  expectAccessible,
}) => {
  const name = await createNewUser('oidc');
  provider.account = personOf(name);
  await goThroughProvider(page);
  const theirs = `${name}@example.org`;
  await expect(page.getByText(`Link Example ID’s ${theirs} to your account`)).toBeVisible();
  await expectAccessible();
  await enterCredentials(page, name);
  await expect(page.getByText(`Link Example ID’s ${theirs} to your account ${name}?`)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Link the account' }).click();
  await expect(page.getByRole('banner').getByText(name)).toBeVisible();
  await page.goto('/profile?tab=identities');
  await expect(account(page, name)).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await context.clearCookies();
  await goThroughProvider(page);
  await expect(page.getByRole('banner').getByText(name)).toBeVisible();
});

test('a visitor whose address the provider has not verified proves it with a code from our email', async ({
  page,
  request,
  expectAccessible,
}) => {
  const name = newName('oidc');
  provider.account = { ...personOf(name), email_verified: false };
  await goThroughProvider(page);
  await consent(page);
  await page.getByLabel('IDENTIFIER').fill(name);
  await page.getByRole('button', { name: 'INITIATE PROFILE' }).click();
  await expect(page.getByText(`We sent a code to ${name}@example.org`)).toBeVisible();
  await expectAccessible();
  const code = await mailedText(request, `>${name}@example.org`, /\b\w{4}(?:-\w{4}){3}\b/);
  await page.getByLabel('CODE').fill(code);
  await page.getByRole('button', { name: 'INITIATE PROFILE' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a sign-in that is cancelled at the provider leads back, and says so', async ({ page }) => {
  provider.account = null;
  await goThroughProvider(page);
  await expect(page.getByText('The sign-in with Example ID was cancelled.')).toBeVisible();
  await expect(page.getByText('TEXT OF THE PROVIDER')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'AUTHENTICATE' })).toBeVisible();
});
