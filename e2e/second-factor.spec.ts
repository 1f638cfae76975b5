/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { addTotp, confirmTotp } from 'contract/second-factors/second-factors.ts';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from './fixtures.ts';
import {
  callAs,
  director,
  enterCredentials,
  mailedPath,
  createNewUser,
  press,
  signIn,
  signInNew,
} from './people.ts';

/** Adds Chromium's virtual authenticator. Resolves to a function that sets whether its user confirms requests. */
async function addAuthenticator(page: Page): Promise<(isPresent: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (enabled) => {
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  };
}

/** The code a number of 30-second steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

const agent = (page: Page, username: string) => page.getByText(`AGENT ${username}`);

async function signOut(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: 'TERMINATE SESSION' }));
  await expect(page.getByRole('link', { name: 'ACCESS / GUEST' })).toBeVisible();
}

async function openFactors(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
}

async function addAuthenticatorApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await openFactors(page);
  await page
    .getByRole('region', { name: 'Add a second factor' })
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill('Phone');
  await page.getByRole('button', { name: 'Add Authenticator App' }).click();
  const dialog = page.getByRole('dialog', { name: 'ADD AN AUTHENTICATOR APP' });
  await expect(dialog.getByRole('figure', { name: 'QR code of the secret' })).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await press(dialog.getByRole('button', { name: 'Confirm' }));
  const codes = page.getByRole('dialog', { name: 'YOUR RECOVERY CODES' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  return { secret, recoveryCodes: await codes.getByRole('listitem').allInnerTexts() };
}

async function confirmPassword(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await enterCredentials(page, username);
}

test('a user adds a passkey, and signs in with it alone, from the field or by the button, or after the password', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  const setPresence = await addAuthenticator(page);
  const username = await signInNew(page, 'sf');
  await openFactors(page);
  await page
    .getByRole('region', { name: 'Add a second factor' })
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill('Laptop');
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'YOUR RECOVERY CODES' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await press(codes.getByRole('button', { name: 'I Have Them' }));
  await expect(page.getByRole('list', { name: 'Your second factors' })).toContainText('Laptop');
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);

  // The browser suggests the passkey in the identifier's field, and the user accepts it.
  await signOut(page);
  await page.goto('/login');
  await expect(agent(page, username)).toBeVisible();

  // A browser without suggestions has the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await signOut(page);
  await page.goto('/login');
  await press(page.getByRole('button', { name: 'USE A PASSKEY' }));
  await expect(agent(page, username)).toBeVisible();

  await setPresence(false);
  await signOut(page);
  await confirmPassword(page, username);
  await expect(page.getByText('One more step')).toBeVisible();
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await setPresence(true);
  await press(page.getByRole('button', { name: 'VERIFY' }));
  await expect(agent(page, username)).toBeVisible();
});

test('a user adds an authenticator app, signs in with its code or a recovery code, confirms a later action with one, and removes the app by the link in the email', async ({
  page,
  request,
  expectAccessible,
}) => {
  const username = await signInNew(page, 'sf');
  const { secret, recoveryCodes } = await addAuthenticatorApp(page);
  const [first = '', second = ''] = recoveryCodes;
  await press(page.getByRole('button', { name: 'I Have Them' }));
  await signOut(page);

  await confirmPassword(page, username);
  await expect(page.getByRole('textbox', { name: 'CODE' })).toBeFocused();
  await page.getByRole('textbox', { name: 'CODE' }).fill('000 000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('CODE REFUSED')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'CODE' })).toBeFocused();
  await expectAccessible();
  await page.getByRole('textbox', { name: 'CODE' }).fill(codeOf(secret, 1).replace(/(...)/, '$1 '));
  await page.keyboard.press('Enter');
  await expect(agent(page, username)).toBeVisible();

  await signOut(page);
  await confirmPassword(page, username);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('RECOVERY CODE').fill(first);
  await page.keyboard.press('Enter');
  await expect(agent(page, username)).toBeVisible();
  await openFactors(page);
  await expect(page.getByText('9 of 10 left')).toBeVisible();

  // Long after the sign-in a dialog asks for the second factor, and the action then continues.
  // The response of the server 15 minutes after the sign-in.
  let isOld = true;
  await page.route('**/api/user/second-factors/recovery-codes/', (route) =>
    isOld
      ? route.fulfill({
          status: 403,
          json: { msg: '', code: 'reauthentication_required', request_id: 'r' },
        })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Make New Codes' }).click();
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }));
  const dialog = page.getByRole('dialog', { name: 'CONFIRM IT IS YOU' });
  await expect(dialog.getByRole('textbox', { name: 'CODE' })).toBeFocused();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('RECOVERY CODE').fill(second);
  isOld = false;
  await press(dialog.getByRole('button', { name: 'Confirm' }));
  const codes = page.getByRole('dialog', { name: 'YOUR RECOVERY CODES' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expect(codes).not.toContainText(second);

  // As if somebody else had added it: the link removes it, and ends the session.
  await page.goto(await mailedPath(request, `>${username}@example.org`, 'not-me'));
  await expect(page.getByRole('heading', { name: 'YOUR ACCOUNT' })).toBeVisible();
  await page.getByRole('button', { name: 'This was not me' }).click();
  await expect(page.getByText('See you!')).toBeVisible();
  await expect(page.getByText('What was added is removed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'ACCESS SYSTEM' })).toBeVisible();
  await mailedPath(request, `>${username}@example.org`, 'reset-password');
});

test('staff reset the second factors of a user who has lost them', async ({ page }) => {
  const username = await createNewUser('sf');
  const user = await callAs(username);
  const { id, secret } = await user.call(addTotp, addTotp.bodyExample);
  await user.call(confirmTotp, { id, code: codeOf(secret) });

  await signIn(page, director);
  await page.goto(`/admin/userlist?username=${username}`);
  await page
    .getByRole('link', { name: new RegExp(username) })
    .first()
    .click();
  await page.getByRole('button', { name: 'Reset Second Factors' }).click();
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }));
  await expect(page.getByText('A sign-in of this user asks for none.')).toBeVisible();
  await signOut(page);
  await confirmPassword(page, username);
  await expect(agent(page, username)).toBeVisible();
});
