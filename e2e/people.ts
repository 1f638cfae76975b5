/// <reference lib="dom" />
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { type Caller, signIn as signInOverApi } from 'server/src/commands/demo/caller.ts';
import { insertPeople } from 'server/src/commands/demo/people.queries.ts';
import { demoPassword } from 'server/src/commands/demo/people.ts';
import { inDatabase } from './database.ts';

/** The demonstration's, so that the helpers work for its people, too. */
export const password = demoPassword;

/** The first superuser, whom the server creates at its start. */
export const director = 'director';

/** The URL with the token, as the start prints it. */
export const mailbox = () => process.env['E2E_MAILBOX'] ?? '';

let names = 0;

/** Unique for each test, worker and width. */
export function newName(who: string): string {
  return `${who}-${process.pid.toString(36)}-${Date.now().toString(36)}${(names++).toString(36)}`;
}

/** Registers an account whose email address is not verified yet. */
export async function register(request: APIRequestContext, username: string): Promise<void> {
  const registered = await request.post('/api/user/register/', {
    data: { username, email: `${username}@example.org`, password, confirm_password: password },
  });
  expect(registered.status()).toBe(201);
}

/** Adds people as rows: to register each by email takes longer than many stories. */
export const createUsers = (...usernames: string[]): Promise<void> =>
  inDatabase((client) =>
    insertPeople(
      client,
      usernames.map((username) => ({ username })),
    ),
  );

/** Creates a person with a unique name. Resolves to the name. */
export async function createNewUser(who: string): Promise<string> {
  const username = newName(who);
  await createUsers(username);
  return username;
}

/** The path of the link in the newest email to an email address that contains one. */
export const mailedPath = (request: APIRequestContext, email: string, kind: string) =>
  mailedText(request, email, new RegExp(`/${kind}/[\\w-]+/[\\w-]+`));

/** What matches in the newest email to an email address in which something does. */
export async function mailedText(
  request: APIRequestContext,
  email: string,
  pattern: RegExp,
): Promise<string> {
  let text = '';
  // The job queue delivers asynchronously.
  await expect(async () => {
    const list = await (await request.get(mailbox())).text();
    for (const row of list.split('<tr').filter((line) => line.includes(email))) {
      const address = /href="(\/mailbox\/[^"]+)"/.exec(row)?.[1] ?? '';
      const mail = await (await request.get(address)).text();
      text ||= pattern.exec(mail)?.[0] ?? '';
    }
    expect(text).not.toBe('');
  }).toPass();
  return text;
}

const origin = () => process.env['E2E_URL'] ?? '';

export const callAs = (username: string): Promise<Caller> => signInOverApi(origin(), username);

/** Signs the browser in without the login screen: the next page of the app opens as this user. */
export async function signIn(page: Page, username: string): Promise<void> {
  // Any page of the origin gives access to its storage.
  await page.goto('/robots.txt');
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const { user, access, refresh, device } = await signInOverApi(origin(), username, userAgent);
  const items = { user: JSON.stringify({ user, access, refresh, clockOffsetMs: 0 }), device };
  await page.evaluate((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  }, items);
}

/** Signs in as a new person. Resolves to the name. */
export async function signInNew(page: Page, who: string): Promise<string> {
  const username = await createNewUser(who);
  await signIn(page, username);
  return username;
}

/** Signs in on the open login screen. */
export async function enterCredentials(page: Page, identifier: string, secret = password): Promise<void> {
  await page.getByLabel('IDENTIFIER').fill(identifier);
  await page.locator('input[autocomplete="current-password"]').fill(secret);
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
}

/**
 * Presses by keyboard, because a toast over a control would receive the click of the pointer. Waits as a click does: a
 * control that is busy, or not yet enabled, ignores the key.
 */
export async function press(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await control.press('Enter');
}

/** Gives consent in the dialog before a registration. */
export async function consent(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'COOKIE CONSENT' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(9);
  for (const box of await dialog.getByRole('checkbox').all()) {
    if (await box.isEnabled()) await box.check();
  }
  await dialog.getByRole('button', { name: 'Accept All' }).click();
}
