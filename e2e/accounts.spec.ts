/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  consent,
  enterCredentials,
  mailbox,
  createUsers,
  newName,
  password,
  register,
  signInNew,
} from './people.ts';

function newAccount(): { username: string; email: string } {
  const username = newName('a');
  return { username, email: `${username}@example.org` };
}

async function fillRegistration(
  page: Page,
  { username, email }: { username: string; email: string },
): Promise<void> {
  await page.getByLabel('IDENTIFIER').fill(username);
  await page.getByLabel('EMAIL').fill(email);
  for (const field of await page.locator('input[autocomplete="new-password"]').all())
    await field.fill(password);
  await page.getByRole('button', { name: 'INITIATE PROFILE' }).click();
}

/** Reloads the mailbox until the email has arrived, and opens it. The job queue delivers it asynchronously. */
async function openMail(page: Page, row: Locator, content: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(mailbox());
    // The mailbox's pages are rendered by the server, so a new email appears only after a reload.
    expect(await row.count()).toBe(1);
    await row.getByRole('link').click();
    await page.waitForURL('/mailbox/*');
    expect(await content.count()).toBe(1);
  }).toPass();
}

/** Follows the link in the newest email to an email address. */
async function openMailedLink(page: Page, email: string, name: RegExp): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: email }).first();
  const link = page.getByRole('link', { name }).first();
  await openMail(page, row, link);
  await link.click();
}

/** Runs the checks while the page's clock is paused, so that a slow machine does not miss them. Then ends the countdown. */
async function duringCountdown(page: Page, check: () => Promise<void>): Promise<void> {
  const end = await page.evaluateHandle(() => {
    const stoppedAt = Date.now();
    Date.now = () => stoppedAt;
    return stoppedAt + 60_000;
  });
  await check();
  await page.evaluate((time) => void (Date.now = () => time), end);
}

async function createVerifiedUser(): Promise<{ username: string; email: string }> {
  const user = newAccount();
  await createUsers(user.username);
  return user;
}

async function logIn(page: Page, identifier: string, credentials = password): Promise<void> {
  await page.goto('/login');
  await enterCredentials(page, identifier, credentials);
}

const agent = (page: Page, username: string) => page.getByText(`AGENT ${username}`);

test.describe('a new user', () => {
  test('can read the consent dialog on a phone with text at 200 %, and answer it on a very low screen', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto('/register');
    const dialog = page.getByRole('dialog', { name: 'COOKIE CONSENT' });
    const reject = dialog.getByRole('button', { name: 'Reject All' });
    // The buttons stay in view where there is room.
    await expect(reject).toBeInViewport({ ratio: 1 });
    const enlarge = (percent: number) =>
      page.evaluate((size) => (document.documentElement.style.fontSize = size), `${percent}%`);
    await enlarge(200);
    await expect(reject).not.toBeInViewport();
    // The text has more than half of the screen.
    const text = (await dialog.getByRole('group').first().boundingBox())!;
    expect(812 - text.y).toBeGreaterThan(406);
    await reject.scrollIntoViewIfNeeded();
    await expect(reject).toBeInViewport({ ratio: 1 });

    // The width of 1280 by 1024 pixels at a zoom of 400 %.
    await enlarge(100);
    await page.setViewportSize({ width: 320, height: 256 });
    await page.evaluate(() => window.scrollTo(0, 0));
    // The page scrolls to it, so it is not squeezed between the fixed bars.
    await expect(reject).not.toBeInViewport();
    await reject.click();
    await expect(dialog.getByText('CONSENT IS REQUIRED')).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Accept All' }).click();
    await expect(dialog.getByText('TICK EVERY BOX TO ACCEPT')).toBeVisible();
    await consent(page);
    await expect(page.getByLabel('IDENTIFIER')).toBeFocused();
  });

  test('gives consent, registers, verifies the email address, signs in and signs out', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    const user = newAccount();
    await page.goto('/register');
    const dialog = page.getByRole('dialog', { name: 'COOKIE CONSENT' });
    // On a wide screen the answers stand side by side.
    const answers = ['Reject All', 'Select all', 'Accept All'].map((name) =>
      dialog.getByRole('button', { name }),
    );
    const tops = await Promise.all(answers.map(async (answer) => (await answer.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
    await expect(dialog.getByRole('checkbox')).toHaveCount(9);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Reject All' }).click();
    await expect(dialog.getByRole('alert')).toContainText(/consent is required/i);
    await dialog.getByRole('button', { name: 'Accept All' }).click();
    await expect(dialog).toBeVisible();
    await consent(page);

    await fillRegistration(page, user);
    await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
    await expect(page).toHaveURL('/email-verification-notice');
    await onPhoneToo(expectNoSidewaysScroll);

    await openMailedLink(page, user.email, /verify-email/);
    await expect(page.getByText('Email verified successfully!').first()).toBeVisible();
    await duringCountdown(page, expectAccessible);
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'SYSTEM ACCESS' })).toBeVisible();

    await logIn(page, user.email.toUpperCase());
    await expect(page.getByText(`Welcome back ${user.username}`)).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(agent(page, user.username)).toBeVisible();
    await expect(page.getByRole('timer')).toContainText(/239:|240:/);
    await onPhoneToo(expectNoSidewaysScroll);

    await page.getByRole('button', { name: 'TERMINATE SESSION' }).click();
    await expect(page.getByRole('link', { name: 'ACCESS / GUEST' })).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(
      await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('logoutTime')]),
    ).toEqual([null, null]);
  });

  test('finds the result of a guest saved after registering to save it, and no other user does', async ({
    page,
    context,
  }) => {
    const loan = '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly';
    const registerToSave = async () => {
      const user = newAccount();
      await page.goto(loan);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('link', { name: 'Register', exact: true }).click();
      await expect(page.getByText('Keep this loan, and see it again when the rate moves.')).toBeVisible();
      return user;
    };
    const user = await registerToSave();
    await consent(page);
    await fillRegistration(page, user);
    await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
    // Emails open in another tab.
    const tab = await context.newPage();
    await openMailedLink(tab, user.email, /verify-email/);
    await expect(tab.getByText('Email verified successfully!').first()).toBeVisible();
    await tab.getByRole('link', { name: 'ACCESS SYSTEM' }).first().click();
    await enterCredentials(tab, user.username);
    await expect(tab).toHaveURL(loan);
    await expect(tab.getByText('Calculation saved.')).toBeVisible();
    await expect(page).toHaveURL(loan);
    await expect(page.getByText('Calculation saved.')).toHaveCount(0);
    await tab.getByRole('button', { name: 'TERMINATE SESSION' }).click();
    await expect(tab.getByRole('link', { name: 'ACCESS / GUEST' })).toBeVisible();

    const other = await createVerifiedUser();
    await fillRegistration(page, await registerToSave());
    await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
    await logIn(page, other.username);
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('pendingSave'))).toBeNull();
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(0);
  });

  test('registers and signs in with an email address under an internationalized domain', async ({ page }) => {
    const username = newName('a');
    const email = `${username}@пример.рф`;
    await page.goto('/register');
    await consent(page);
    await fillRegistration(page, { username, email });
    await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
    await openMailedLink(page, `${username}@xn--e1afmkfd.xn--p1ai`, /verify-email/);
    await expect(page.getByText('Email verified successfully!').first()).toBeVisible();
    await logIn(page, email);
    await expect(agent(page, username)).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(`${username}@xn--e1afmkfd.xn--p1ai`);
  });

  test('can request another verification email when signing in unverified', async ({ page }) => {
    const user = newAccount();
    await register(page.request, user.username);
    await logIn(page, user.username);
    await expect(page).toHaveURL('/resend-verification');
    await expect(page.getByLabel('Username')).toHaveValue(user.username);
    await page.locator('input[autocomplete="current-password"]').fill(password);
    await page.getByLabel('Email', { exact: true }).fill(`new-${user.email}`);
    await page.getByRole('button', { name: 'Resend Email' }).click();
    await expect(page.getByRole('button', { name: 'Resend Again' })).toBeVisible();
    await openMailedLink(page, `new-${user.email}`, /verify-email/);
    await expect(page.getByText('Email verified successfully!').first()).toBeVisible();
  });
});

test.describe('a user', () => {
  test('is refused with a wrong password, and has to wait after too many attempts', async ({
    page,
    expectAccessible,
  }) => {
    const user = await createVerifiedUser();
    await logIn(page, user.username, 'not the password');
    await expect(page.getByText('INVALID ACCESS CREDENTIALS').first()).toBeVisible();
    await expectAccessible();
    for (let tries = 0; tries < 5; tries++) {
      const answer = page.waitForResponse('**/api/user/login/');
      await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
      await answer;
      if (tries === 3) await expect(page.getByText('That was the last attempt for now.')).toBeVisible();
    }
    await expect(page).toHaveURL('/');
    // The message stays until the wait is over, on every page.
    const wait = page.getByRole('alert').filter({ hasText: /^Too many requests\. Try again in 0:\d\d/ });
    await expect(wait).toBeVisible();
    const bar = wait.locator('.Toastify__progress-bar--animated');
    const displayMs = await bar.evaluate((clock) =>
      Number.parseFloat(getComputedStyle(clock).animationDuration),
    );
    expect(displayMs).toBeGreaterThan(30);
    await wait.getByRole('link', { name: 'reset your password' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });

  test('who signs out in one tab is signed out in the other', async ({ page, context }) => {
    const username = await signInNew(page, 'a');
    await page.goto('/');
    const other = await context.newPage();
    await other.goto('/about');
    await expect(agent(other, username)).toBeVisible();
    await page.getByRole('button', { name: 'TERMINATE SESSION' }).click();
    await expect(other.getByRole('link', { name: 'ACCESS / GUEST' })).toBeVisible();
  });

  test('who signs out without a connection loses the access token at once, and the session when the server is back', async ({
    page,
    context,
    request,
  }) => {
    await signInNew(page, 'a');
    const loaded = page.waitForEvent('requestfinished', (sent) => /toast-host.*\.js/.test(sent.url()));
    await page.goto('/');
    await loaded;
    const stored = () => page.evaluate(() => JSON.stringify(localStorage));
    const [access = ''] = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(await stored()) ?? [];
    const ask = () =>
      request.get('/api/core/user/storage-usage/', { headers: { authorization: `Bearer ${access}` } });
    expect((await ask()).status()).toBe(200);
    await context.setOffline(true);
    // The observer starts first, because a toast closes by itself.
    const explained = page.waitForFunction(() =>
      document.body.textContent.includes("It keeps the session's refresh token until"),
    );
    await page.getByRole('button', { name: 'TERMINATE SESSION' }).click();
    await explained;
    expect(await stored()).toContain('unsentLogouts');
    expect(await stored()).not.toContain(access);
    await context.setOffline(false);
    await expect.poll(stored, { timeout: 15_000 }).not.toContain('unsentLogouts');
    expect((await ask()).status()).toBe(401);
  });

  test('sees no toast over the navigation bar on the narrowest phone', async ({ page }) => {
    // The longest possible username.
    const username = newName('a').padEnd(30, 'x');
    await createUsers(username);
    await page.setViewportSize({ width: 320, height: 640 });
    const expectBarFree = async (text: string) => {
      // Both are measured in one call, because a toast closes by itself.
      const edges = await page.waitForFunction((expected) => {
        const toasts = [...document.querySelectorAll('.Toastify__toast')];
        const toast = toasts.find(({ textContent }) => textContent.includes(expected));
        const bar = document.querySelector('nav[aria-label="Main"]');
        if (!toast || !bar) return null;
        return { end: bar.getBoundingClientRect().bottom, start: toast.getBoundingClientRect().top };
      }, text);
      const { end, start } = (await edges.jsonValue())!;
      expect(end).toBeLessThan(start);
    };
    await logIn(page, username);
    await expectBarFree(`Welcome back ${username}`);
    await page.getByRole('button', { name: 'TERMINATE SESSION' }).click();
    await expectBarFree('Logged out successfully');
  });

  test('is signed out once, automatically, when the countdown ends', async ({ page }) => {
    await page.clock.install();
    const username = await signInNew(page, 'a');
    await page.goto('/');
    await expect(agent(page, username)).toBeVisible();
    const logouts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/logout/')) logouts.push(request.url());
    });
    await expect(page.getByRole('timer')).toContainText(/239:|240:/);
    await page.clock.fastForward('04:00:10');
    await expect(page.getByRole('link', { name: 'ACCESS / GUEST' })).toBeVisible();
    expect(logouts).toHaveLength(1);
  });

  test('who forgot the password signs in with a temporary one and must change it', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
    onPhoneToo,
  }) => {
    const user = await createVerifiedUser();
    await page.goto('/forgot-password');
    await page.getByRole('textbox').fill(user.email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Password reset link sent successfully!').first()).toBeVisible();

    await openMailedLink(page, user.email, /reset-password/);
    await expect(page.getByText('temporary password has been sent').first()).toBeVisible();
    await duringCountdown(page, expectAccessible);

    const row = page
      .getByRole('row')
      .filter({ hasText: user.email })
      .filter({ hasText: /temporary/i })
      .first();
    await openMail(page, row, page.locator('pre'));
    const mail = await page.locator('pre').innerText();
    const temporary = /^\s*([A-Z0-9-]{16,})\s*$/im.exec(mail)?.[1] ?? '';
    expect(temporary).not.toBe('');

    await logIn(page, user.username, ` ${temporary.replaceAll('-', '').toUpperCase()} `);
    await expect(agent(page, user.username)).toBeVisible();
    await page.getByRole('link', { name: 'Change it on your profile page.' }).click();
    await expect(page.getByRole('tab')).toHaveCount(0);
    // The screens that are blocked until then lead there, too.
    await page.goto('/notifications');
    await expect(page.getByRole('heading', { name: 'USER PROFILE' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const chosen = 'silver flute at noon';
    await page.getByLabel('New Password', { exact: true }).fill(chosen);
    await page.getByLabel('Confirm New Password').fill(chosen);
    await expectAccessible();
    await onPhoneToo(expectNoSidewaysScroll);
    await page.getByRole('button', { name: 'Save Password' }).click();
    await expect(page.getByRole('tab', { name: 'Security' })).toBeVisible();
    await expect(page.getByText('YOUR PASSWORD MUST BE CHANGED')).toBeHidden();
  });
});
