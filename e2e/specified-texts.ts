/* oxlint-disable max-lines -- a list with a line for each text. */
/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { exampleLoanResult } from 'contract/loans/loans.ts';
import { consent, enterCredentials, signIn } from './people.ts';
import type { World, screens } from 'client/test/screens.ts';

export interface SpecifiedScreen {
  path: string;
  /** Brings the screen, once, to where it has the texts. */
  act?: (page: Page, world: World) => Promise<unknown>;
  /** Opens, at each width, what has the texts. */
  open?: (page: Page) => Promise<unknown>;
  /** One on each line. A text that ends in an ellipsis begins a longer one, and a text that begins with one is in a longer one. */
  texts: string;
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const openClosed = (name: RegExp) => async (page: Page) => {
  const button = page.getByRole('button', { name, expanded: false });
  if (await button.isVisible()) await button.click();
};
const openMenu = openClosed(/^(MENU|MORE)/);

/** No response of the server. */
const abort = (page: Page, url: string) => page.route(url, (route) => route.abort());

/** Changes the user in the server's answers. */
const changeUser = async (page: Page, changes: object) => {
  await page.route(ownUser, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...changes } });
  });
  await page.reload();
};

/** Requests never end, so that the state of waiting can be read. */
const hold = (page: Page, url: string) => page.route(url, () => undefined);
const respond = (page: Page, url: string | RegExp, status: number, json: object) =>
  page.route(url, (route) => route.fulfill({ status, json }));

const fillLogin = async (page: Page) => {
  await page.getByLabel('IDENTIFIER').fill('nobody');
  await page.locator('input[autocomplete="current-password"]').fill('a wrong password');
  await press('AUTHENTICATE')(page);
};

const fillRegistration = async (page: Page, email: string, passwords: readonly string[]) => {
  await page.getByLabel('IDENTIFIER').fill('nobody');
  await page.getByLabel('EMAIL').fill(email);
  const fields = await page.locator('input[autocomplete="new-password"]').all();
  for (const [index, field] of fields.entries()) await field.fill(passwords[index] ?? '');
  await press('INITIATE PROFILE')(page);
};
const right = ['correct horse battery', 'correct horse battery'];

const fillResend = async (page: Page) => {
  await page.getByLabel('Username').fill('nobody');
  await page.locator('input[autocomplete="current-password"]').fill('a password');
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.org');
  await press('Resend Email')(page);
};

const sendResetLink = async (page: Page) => {
  await page.getByLabel('EMAIL').fill('nobody@example.org');
  await press('Send Reset Link')(page);
};

/** By keyboard, because a toast that moves over a control would receive the click of the pointer. */
const deleteFirst = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .press('Enter');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .press('Enter');
};

const savePhone = async (page: Page) => {
  await page.getByLabel('Phone Number').fill('400 000 000');
  await press('Save Changes')(page);
};

const loan = '/finance/loan-calculator';
const terms = '?amount=500000&months=24&rate=6&compounding=monthly';
const calculation = '**/api/v1/finance/calculate-principal/';
const profileUpdate = '**/api/user/user/update/**';
const verification = '**/api/user/verify-email/**';

const ownUser = /\/api\/user\/user\/[\w-]+\/$/;
const signedUrl = '**/api/core/get-signed-url/**';

/** The user's details fail, also when they are read again after 1, 2 and 3 seconds. */
const failTimer = async (page: Page, forget: boolean) => {
  await respond(page, ownUser, 400, {});
  if (forget) await page.addInitScript(() => localStorage.removeItem('logoutTime'));
  await page.clock.install();
  await page.reload();
  await expect(async () => {
    await page.clock.runFor(1_000);
    expect(await page.getByText(/Auto-logout/).count()).toBe(1);
  }).toPass();
};

const changePassword = async (page: Page) => {
  await page.getByLabel('New Password', { exact: true }).fill('another correct horse');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('another correct horse');
  await press('Save Changes')(page);
};

const terminate = press('TERMINATE SESSION');

/** Texts that the specification quotes, by the screen on which they stand. Decision 020 lists those that no screen shows. */
export const specifiedTexts: Record<keyof typeof screens, readonly SpecifiedScreen[]> = {
  guest: [
    {
      path: '/',
      act: (page) =>
        expect(page.getByRole('button', { name: 'MORE' })).toContainText('MORE', { useInnerText: true }),
      open: openMenu,
      texts: `
        ACCESS / GUEST
        INITIATE PROFILE
        CORE
        INTEL
        LOAN OPS
        INITIALIZE`,
    },
    {
      path: '/login',
      texts: `
        SYSTEM ACCESS
        IDENTIFIER
        CREDENTIALS
        AUTHENTICATE
        INITIATE REGISTRATION
        CREDENTIALS LOST?
        RETURN TO CORE`,
    },
    {
      path: '/login',
      act: press('AUTHENTICATE'),
      texts: `
        IDENTIFIER REQUIRED
        CREDENTIALS REQUIRED`,
    },
    {
      path: '/login',
      act: async (page) => {
        await hold(page, '**/api/user/login/');
        await fillLogin(page);
      },
      texts: 'TRANSMITTING...',
    },
    { path: '/login', act: fillLogin, texts: 'INVALID ACCESS CREDENTIALS' },
    {
      path: '/login',
      act: async (page) => {
        await respond(page, '**/api/user/login/', 500, {});
        await fillLogin(page);
      },
      texts: `
        ACCESS DENIED. RETRY
        An unexpected error occurred. Please try again.`,
    },
    {
      path: '/register',
      texts: `
        Accept All
        Reject All`,
    },
    {
      path: '/register',
      act: async (page) => {
        await consent(page);
        await press('INITIATE PROFILE')(page);
      },
      texts: `
        INITIATE PROFILE
        ACCESS SYSTEM
        RETURN TO CORE
        IDENTIFIER REQUIRED
        EMAIL REQUIRED
        CREDENTIALS REQUIRED`,
    },
    {
      path: '/register',
      act: (page) => fillRegistration(page, 'nobody', ['short', 'other']),
      texts: `
        INVALID EMAIL FORMAT
        CREDENTIALS MUST BE 8+ CHARACTERS
        CREDENTIALS MISMATCH`,
    },
    {
      path: '/register',
      act: async (page) => {
        await respond(page, '**/api/user/register/', 409, {
          msg: 'Taken.',
          code: 'conflict',
          details: {
            username: ['A user with that username already exists.'],
            email: ['A user with that email already exists.'],
          },
        });
        await fillRegistration(page, 'nobody@example.org', right);
      },
      texts: `
        IDENTIFIER ALREADY REGISTERED
        EMAIL ALREADY REGISTERED`,
    },
    {
      path: '/register',
      act: async (page) => {
        await respond(page, '**/api/user/register/', 500, {});
        await fillRegistration(page, 'nobody@example.org', right);
      },
      texts: `
        REGISTRATION FAILED. RETRY
        Registration failed. Please try again.`,
    },
    {
      path: '/register',
      act: async (page) => {
        await abort(page, '**/api/user/register/');
        await fillRegistration(page, 'nobody@example.org', right);
      },
      texts: 'An error occurred during registration.',
    },
    {
      path: '/register',
      act: async (page) => {
        await respond(page, '**/api/user/register/', 201, {
          msg: 'Registration successful. Please check your email for verification.',
        });
        await fillRegistration(page, 'nobody@example.org', right);
      },
      texts: `
        Registration successful. Please check your email for verification.
        Registration Successful!`,
    },
    {
      path: '/reset-password/nobody/nothing',
      act: async (page) => {
        await respond(page, '**/api/user/reset-password/**', 200, {
          msg: 'A temporary password has been sent to your email.',
        });
        await page.reload();
      },
      texts: '…temporary password has been sent…',
    },
    {
      path: '/email-verification-notice',
      texts: `
        Registration Successful!
        Go to Homepage`,
    },
    {
      path: '/verify-email/nobody/nothing',
      act: async (page) => {
        await hold(page, verification);
        await page.reload();
      },
      texts: 'Verifying email...',
    },
    {
      path: '/verify-email/nobody/nothing',
      act: async (page) => {
        await respond(page, verification, 400, {});
        await page.reload();
      },
      texts: 'Email verification failed. Token might have expired.',
    },
    {
      path: '/verify-email/nobody/nothing',
      act: async (page) => {
        await respond(page, verification, 200, { msg: 'Email verified successfully!' });
        await page.reload();
      },
      texts: 'Email verified successfully!',
    },
    {
      path: '/forgot-password',
      act: sendResetLink,
      texts: 'Password reset link sent successfully!',
    },
    {
      path: '/forgot-password',
      texts: `
        Send Reset Link
        Back to Home`,
    },
    {
      path: '/forgot-password',
      act: async (page) => {
        await hold(page, '**/api/user/password-reset/');
        await sendResetLink(page);
      },
      texts: 'Sending...',
    },
    {
      path: '/forgot-password',
      act: async (page) => {
        await respond(page, '**/api/user/password-reset/', 500, {});
        await sendResetLink(page);
      },
      texts: 'Failed to send password reset link.',
    },
    {
      path: '/forgot-password',
      act: async (page) => {
        await abort(page, '**/api/user/password-reset/');
        await sendResetLink(page);
      },
      texts: 'Something went wrong. Please try again.',
    },
    {
      path: '/resend-verification',
      act: async (page) => {
        await abort(page, '**/api/user/resend-verification-email/');
        await fillResend(page);
      },
      texts: 'Failed to resend verification email.',
    },
    {
      path: '/resend-verification',
      act: press('Resend Email'),
      texts: `
        Username
        Password
        Email
        Resend Email
        Please fill in all required fields: email, username, and password.`,
    },
    {
      path: '/resend-verification',
      act: async (page) => {
        await respond(page, '**/api/user/resend-verification-email/', 500, {});
        await fillResend(page);
      },
      texts: `
        Try Again
        An error occurred.`,
    },
    {
      path: '/resend-verification',
      act: async (page) => {
        await respond(page, '**/api/user/resend-verification-email/', 200, { msg: 'Sent.' });
        await fillResend(page);
      },
      texts: 'Resend Again',
    },
    {
      path: loan + terms,
      act: press('Calculate'),
      texts: `
        Back
        Total Loan Amount
        Loan Duration (Months)
        Annual Interest Rate (%)
        Compounding Frequency
        Calculate
        Clear Form
        Breakdown of Total Payments
        Calculation successful!`,
    },
    {
      path: loan + terms,
      act: async (page) => {
        await respond(page, calculation, 500, {});
        await press('Calculate')(page);
      },
      texts: `
        Calculation Error
        An error occurred.`,
    },
    ...(
      [
        [{ body: '{' }, 'An unexpected error occurred.'],
        [{ json: {} }, 'Loan calculation failed. Please try again.'],
        [{ status: 401, json: {} }, 'Unauthorized! Logging Out...'],
        [
          {
            json: {
              msg: '',
              data: { ...exampleLoanResult, amortization_schedule: [] },
            },
          },
          'No amortization schedule data available',
        ],
      ] as const
    ).map(([response, texts]) => ({
      path: loan + terms,
      act: async (page: Page) => {
        await page.route(calculation, (route) => route.fulfill(response));
        await press('Calculate')(page);
      },
      texts,
    })),
    {
      path: '/nothing/here',
      texts: `
        404
        ACCESS DENIED
        TARGET DATA NOT FOUND IN SYSTEM.
        RETURN TO CORE`,
    },
    {
      path: '/login',
      act: (page, { username }) => enterCredentials(page, username),
      texts: 'Welcome back :username',
    },
    {
      path: '/about',
      act: async (page) => {
        await respond(page, '**/api/user/logout/', 500, {});
        await terminate(page);
      },
      texts: 'An logout error occurred.',
    },
    { path: '/about', act: terminate, texts: 'Logged out successfully' },
  ],
  user: [
    {
      path: '/',
      open: openMenu,
      texts: `
        AGENT :username
        TERMINATE SESSION
        PROFILE…`,
    },
    {
      path: '/user-profile/:userId',
      act: press('Check Storage Usage'),
      texts: `
        Request History
        Feature Image
        New Password
        Confirm New Password
        Email
        Username
        Date Of Birth
        Country
        Country Code
        Phone Number
        Save Changes
        User Storage Usage
        Check Storage Usage
        Storage Breakdown`,
    },
    {
      path: '/user-profile/:userId',
      act: async (page) => {
        await hold(page, profileUpdate);
        await savePhone(page);
      },
      texts: 'Saving...',
    },
    {
      path: '/user-profile/:userId',
      act: async (page) => {
        await respond(page, profileUpdate, 500, {});
        await savePhone(page);
      },
      texts: 'An error occurred during user update.',
    },
    {
      path: '/user-profile/:userId',
      act: async (page) => {
        await respond(page, profileUpdate, 400, { msg: 'No.' });
        await savePhone(page);
      },
      texts: 'Error updating user: No.',
    },
    {
      path: '/user-profile/:userId',
      act: async (page) => {
        await abort(page, profileUpdate);
        await savePhone(page);
      },
      texts: 'Error updating user details',
    },
    {
      path: '/user-profile/:userId',
      act: async (page) => {
        await respond(page, signedUrl, 400, {});
        await changeUser(page, { id: '', user_image: 'users/image.png' });
        await savePhone(page);
      },
      texts: `
        User ID is missing, unable to update user
        Failed to generate signed URL.`,
    },
    {
      path: '/user-profile/:userId',
      act: async (page) => {
        await page.route(signedUrl, (route) => route.fulfill({ body: '{' }));
        await changeUser(page, { user_image: 'users/image.png' });
        await page.locator('input[type=file]').setInputFiles({
          name: 'image.png',
          mimeType: 'image/png',
          buffer: Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex'),
        });
      },
      texts: `
        Invalid image value. Please try again.
        Error fetching signed URL.`,
    },
    {
      path: '/user-profile/:userId',
      act: savePhone,
      texts: 'User Updated!',
    },
    {
      path: '/user-profile/:userId',
      act: async (page) => {
        await respond(page, '**/api/core/user/storage-usage/', 500, {});
        await press('Check Storage Usage')(page);
      },
      texts: 'Failed to fetch storage usage data.',
    },
    {
      path: '/user-profile/:userId?tab=friends',
      texts: `
        Received Requests…
        Sent Requests…
        Friends…
        Accept…
        Reject…`,
    },
    {
      path: '/user-profile/:userId?tab=history',
      texts: `
        Friend Request History
        Delete…`,
    },
    {
      path: '/user-profile/:userId',
      act: async (page, { username }) => {
        await page.route(ownUser, (route) =>
          route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.continue(),
        );
        await press('Delete My Account')(page);
        await page.getByRole('dialog').getByRole('textbox').fill(username);
        await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
      },
      texts: 'User deletion successful.',
    },
    {
      path: '/user-profile/:userId',
      act: async (page, { username, userId }) => {
        await signIn(page, username);
        await page.goto(`/user-profile/${userId}`);
        await respond(page, profileUpdate, 200, { msg: 'User Updated!' });
        await respond(page, '**/api/user/login/', 400, {});
        await changePassword(page);
      },
      texts: 'Error re-authenticating after password change',
    },
    {
      path: '/user-profile/:userId',
      act: async (page, { username, userId }) => {
        await signIn(page, username);
        await page.goto(`/user-profile/${userId}`);
        await respond(page, '**/api/core/user/storage-usage/', 401, {});
        await respond(page, '**/api/auth/token/refresh/', 401, {});
        await press('Check Storage Usage')(page);
      },
      texts: 'See you!',
    },
    {
      path: '/about',
      act: async (page, { username }) => {
        await signIn(page, username);
        await page.goto('/about');
        await expect(page.getByRole('timer')).toBeVisible();
        await failTimer(page, false);
      },
      texts: 'Could not refresh session timer. Auto-logout may be inaccurate.',
    },
    {
      path: '/about',
      act: (page) => failTimer(page, true),
      texts: 'Could not retrieve session information. Auto-logout disabled.',
    },
  ],
  staff: [
    {
      path: '/admin/dashboard',
      open: openMenu,
      texts: `
        COMMAND
        ONLINE
        WELCOME, AGENT director`,
    },
    {
      path: '/admin/dashboard',
      open: openClosed(/^Staff menu$/),
      texts: `
        Add Quiz Question
        Quiz Questions List
        Ip investigation
        Log investigation
        User List
        Category List
        Settings
        Reports
        Notifications`,
    },
    {
      path: '/admin/userlist?username=:username',
      texts: `
        Admin User list
        Is Staff
        Is Active
        Is Premium User
        Account Status
        Edit…
        Delete…`,
    },
    {
      path: '/admin/userlist?username=nobody-at-all',
      texts: 'No user record found. Please press clear button above.',
    },
    {
      path: '/admin/user/:userId/edit',
      texts: `
        Date updated
        Last login
        Is Staff
        Is Active
        Is Premium User
        Save Changes`,
    },
    {
      path: '/admin/ip-address?user=nobody-at-all',
      texts: `
        IP Investigation
        No IP record found. Try adjusting your filter.`,
    },
    {
      path: '/admin/log?message=nobody-at-all',
      texts: `
        Log Investigation
        No log record found. Try adjusting your filter.`,
    },
    ...(
      [
        ['/admin/userlist', /\/api\/user\/users/, 'Failed to fetch users.'],
        ['/admin/ip-address', '**/api/user/ipaddress/', 'Failed to fetch IP data'],
        ['/admin/log', '**/api/logging/logs/', 'Failed to fetch logs'],
      ] as const
    ).map(([path, url, texts]) => ({
      path,
      act: async (page: Page) => {
        // Another failure is retried first.
        await respond(page, url, 400, {});
        await page.reload();
      },
      texts,
    })),
    { path: '/admin/log?message=:username', texts: 'Click to read…' },
    {
      path: '/admin/log?message=nobody-at-all',
      open: async (page) => {
        const select = page.getByRole('dialog').getByLabel('Level');
        if (await page.getByText('WARNING', { exact: true }).or(select).first().isHidden())
          await page
            .getByRole('button', { name: /^Filter/ })
            .first()
            .click();
      },
      texts: `
        ALL
        DEBUG
        INFO
        WARNING
        ERROR
        CRITICAL`,
    },
    {
      path: '/admin/log?message=:username',
      act: async (page) => {
        // A row without fields, at which the screen throws.
        await respond(page, '**/api/logging/logs/', 200, {
          totalLog: 1,
          numOfPages: 1,
          page: 1,
          data: [null],
        });
        await page.reload();
      },
      texts: `
        SYSTEM ERROR DETECTED...
        RETURN TO CORE`,
    },
    ...(
      [
        ['/admin/ip-address?user=:username', '**/api/user/ipaddress/delete/', 'Failed to delete IP(s)'],
        ['/admin/log?message=:username', '**/api/logging/logs/delete/', 'Failed to delete log(s)'],
      ] as const
    ).map(([path, url, texts]) => ({
      path,
      act: async (page: Page) => {
        await respond(page, url, 500, {});
        await deleteFirst(page);
      },
      texts,
    })),
    {
      path: '/admin/userlist?username=:username',
      act: async (page) => {
        await page.route(ownUser, (route) =>
          route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.continue(),
        );
        await deleteFirst(page);
      },
      texts: ':username has been deleted',
    },
    { path: '/admin/ip-address?user=:username', act: deleteFirst, texts: 'Ip deleted successfully' },
    { path: '/admin/log?message=:username', act: deleteFirst, texts: 'Log(s) deleted successfully' },
  ],
};

export function linesOf(texts: string, world: World): string[] {
  return texts
    .split('\n')
    .map((line) => line.trim().replace(':username', world.username))
    .filter(Boolean);
}
