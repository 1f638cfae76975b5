import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

export const password = 'tin whistle at dawn';

/** The first superuser, there from the start. */
export const director = 'director';

/** The address with the token, as the start prints it. */
export const mailbox = () => process.env['E2E_MAILBOX'] ?? '';

/** Makes a verified account over the API and the mailbox: for stories that begin after that. */
export async function makePerson(request: APIRequestContext, username: string): Promise<void> {
  const email = `${username}@example.org`;
  const registered = await request.post('/api/user/register/', {
    data: { username, email, password, confirm_password: password },
  });
  expect(registered.status()).toBe(201);
  const path = await mailedPath(request, email, 'verify-email');
  expect((await request.get(`/api/user${path}/`)).status()).toBe(200);
}

/** The path of a link in the newest mail to an address that holds one. */
export async function mailedPath(request: APIRequestContext, email: string, kind: string): Promise<string> {
  let path = '';
  // The job queue delivers within moments.
  await expect(async () => {
    const list = await (await request.get(mailbox())).text();
    for (const row of list.split('<tr').filter((text) => text.includes(email))) {
      const address = /href="(\/mailbox\/[^"]+)"/.exec(row)?.[1] ?? '';
      const mail = await (await request.get(address)).text();
      path ||= new RegExp(`/${kind}/[\\w-]+/[\\w-]+`).exec(mail)?.[0] ?? '';
    }
    expect(path).not.toBe('');
  }).toPass();
  return path;
}

export async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('IDENTIFIER').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await expect(page.getByText(`AGENT ${username}`)).toBeVisible();
}

/** By keyboard, where a toast is about: one that comes or goes over a control takes the pointer's click. */
export async function press(control: Locator): Promise<void> {
  await control.press('Enter');
}
