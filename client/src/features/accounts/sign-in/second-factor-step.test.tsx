import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { errorOf, renderAt } from '#test/render-at.tsx';
import LoginScreen from './login-screen.tsx';

vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthnAutofill: () => false,
  startAuthentication: () =>
    Promise.reject(new DOMException('in the browser’s own words', 'NotAllowedError')),
  WebAuthnAbortService: { cancelCeremony: () => undefined },
}));

fakeApi();

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  const challenge = { token: 'token', methods: ['totp', 'passkey'], passkey_options: {} };
  respondTo('login', () => json({ msg: 'One more step.', second_factor: challenge }));
  respondTo('getPasskeyLoginOptions', () => json({ token: 'token', options: {} }));
  renderAt('/login', LoginScreen);
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const failure = () => screen.findByText('ACCESS DENIED. RETRY');

async function givePassword() {
  type('IDENTIFIER', 'mata');
  type('CREDENTIALS', 'correct horse');
  press('AUTHENTICATE');
  await screen.findByLabelText('CODE');
}

test('an empty code is not sent, and the sign-in can be started again', async () => {
  const sent = respondTo('loginSecondFactor', () => refusal('invalid_code', 'Wrong.'));
  await givePassword();
  press('VERIFY');
  await waitFor(() => expect(errorOf('CODE')).toBe('CODE REQUIRED'));
  expect(sent).toEqual([]);
  press('START AGAIN');
  expect(await screen.findByLabelText('CREDENTIALS')).toBeInTheDocument();
});

test('a user who took too long returns to the password with the reason', async () => {
  const details = { token: ['Expired.'] };
  respondTo('loginSecondFactor', () =>
    HttpResponse.json({ msg: 'Too late.', code: 'invalid_code', details }, { status: 400 }),
  );
  await givePassword();
  type('CODE', '123456');
  press('VERIFY');
  expect((await failure()).closest('[role="alert"]')).toHaveTextContent('Too late.');
  expect(screen.getByLabelText('CREDENTIALS')).toBeInTheDocument();
});

test('a failed call keeps the code, and displays the reason until the user types', async () => {
  respondTo('loginSecondFactor', () => refusal('unavailable', 'Busy.'));
  await givePassword();
  type('CODE', '123456');
  press('VERIFY');
  expect((await failure()).closest('[role="alert"]')).toHaveTextContent('Busy.');
  expect(screen.getByLabelText('CODE')).toHaveValue('123456');
  type('CODE', '12345');
  await waitFor(() => expect(screen.queryByText('Busy.')).not.toBeInTheDocument());
});

test.each([
  ['instead of the password', () => press('USE A PASSKEY')],
  [
    'after it',
    async () => {
      await givePassword();
      press('Use a passkey');
      press('VERIFY');
    },
  ],
])('a passkey that is not presented %s has the app’s own message', async (_, ask) => {
  await ask();
  expect((await failure()).closest('[role="alert"]')).toHaveTextContent('No passkey was used.');
});
