import { type APIRequestContext, expect, type Page } from '@playwright/test';

export const password = 'tin whistle at dawn';

/** The first superuser, there from the start. */
export const director = 'director';

/** Makes a verified account over the API and the mailbox: for stories that begin after that. */
export async function makePerson(request: APIRequestContext, username: string): Promise<void> {
  const email = `${username}@example.org`;
  const registered = await request.post('/api/user/register/', {
    data: { username, email, password, confirm_password: password },
  });
  expect(registered.status()).toBe(201);
  // The job queue delivers within moments.
  await expect(async () => {
    const link = await mailedLink(request, email);
    expect((await request.get(`/api${link}/`)).status()).toBe(200);
  }).toPass({ timeout: 20_000 });
}

async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  const list = await (await request.get('/mailbox')).text();
  const row = list.split('<tr').find((text) => text.includes(email)) ?? '';
  const address = /href="(\/mailbox\/[^"]+)"/.exec(row)?.[1] ?? '';
  const mail = await (await request.get(address)).text();
  const [, link = ''] = /(\/verify-email\/[\w-]+\/[\w-]+)/.exec(mail) ?? [];
  return link.replace('/verify-email', '/user/verify-email');
}

export async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('IDENTIFIER').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await expect(page.getByText(`AGENT ${username}`)).toBeVisible();
}
