import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { ApiError } from '#api/api-error.ts';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { enter, errorOf, press, renderRoutes } from '#test/render-at.tsx';
import { call } from '#session/call.ts';
import { sessionUser, signInUser, signOutInAnotherTab } from '#test/fake-session.ts';
import { SecondFactorNotice } from '#app/staff/second-factor-notice.tsx';
import { SessionWatch } from './session-watch.tsx';

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: () => Promise.resolve({ id: 'laptop-credential' }),
}));

fakeApi();

const user = (id: string) => ({ params: { userId: id } });
const errorFrom = (response: Promise<unknown>) => response.catch((error: unknown) => error as ApiError);

/** Opens a page. The server refuses `unlockUser` until the session has sent the password. */
function openPage(element: ReactNode = <SessionWatch />) {
  signInUser();
  respondTo('getUser', () => json(sessionUser));
  respondTo('listSecondFactors', () => json({ data: [], recovery_codes_left: 0 }));
  const passwords = respondTo('reauthenticate', ({ body }) =>
    (body as { current_password: string }).current_password === 'correct'
      ? json({ msg: '' })
      : refusal('invalid_credentials', 'Invalid credentials'),
  );
  const calls = respondTo('unlockUser', ({ request }) => {
    const isRecent = passwords.some(
      ({ body }) => (body as { current_password: string }).current_password === 'correct',
    );
    return isRecent
      ? json({ msg: new URL(request.url).pathname })
      : refusal('reauthentication_required', 'Please.');
  });
  renderRoutes([{ path: '/', element }], '/');
  return { calls, passwords };
}

const dialog = () => screen.findByRole('dialog', { name: 'CONFIRM IT IS YOU' });

test('two calls that need a recent sign-in ask for the password in one dialog, and then succeed', async () => {
  const { calls, passwords } = openPage();
  const pendingResponses = Promise.all([call('unlockUser', user('a')), call('unlockUser', user('b'))]);
  expect(await within(await dialog()).findByLabelText('Password')).toHaveFocus();
  await press('Confirm');
  await waitFor(() => expect(errorOf('Password')).toBe('Please enter your current password.'));
  enter('Password', 'wrong');
  await press('Confirm');
  await waitFor(() => expect(errorOf('Password')).toBe('Invalid credentials'));
  expect(screen.getByLabelText('Password')).toHaveValue('');
  enter('Password', 'correct');
  await press('Confirm');
  const responses = await pendingResponses;
  expect(responses.map(({ msg }) => msg)).toEqual([
    expect.stringContaining('/unlock/a/'),
    expect.stringContaining('/unlock/b/'),
  ]);
  expect([calls.length, passwords.length]).toEqual([4, 2]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('asks a user with a second factor for a code, and displays why the code is refused', async () => {
  const { calls } = openPage();
  const phone = { id: 'p', method: 'totp', name: 'Phone', created_at: '2026-01-31T02:03:04.567Z' };
  respondTo('listSecondFactors', () => json({ data: [phone], recovery_codes_left: 10 }));
  respondTo('reauthenticate', ({ index }) =>
    index === 0 ? refusal('unavailable', 'Busy.') : refusal('invalid_code', 'Wrong code.'),
  );
  const failure = errorFrom(call('unlockUser', user('a')));
  await within(await dialog()).findByLabelText('CODE');
  await press('Confirm');
  await waitFor(() => expect(errorOf('CODE')).toBe('Please enter the code.'));
  enter('CODE', '123456');
  await press('Confirm');
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  expect(screen.getByLabelText('CODE')).toHaveValue('123456');
  await press('Confirm');
  await waitFor(() => expect(errorOf('CODE')).toBe('Wrong code.'));
  expect(screen.getByLabelText('CODE')).toHaveValue('');
  await press('Cancel');
  await failure;
  expect(calls).toHaveLength(1);
});

test('asks a user with a passkey for the passkey, and displays why the server refuses it', async () => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  openPage();
  const laptop = { id: 'l', method: 'passkey', name: 'Laptop', created_at: '2026-01-31T02:03:04.567Z' };
  respondTo('listSecondFactors', () => json({ data: [laptop], recovery_codes_left: 0 }));
  respondTo('getPasskeyLoginOptions', () => json({ token: 'token', options: {} }));
  const requests = respondTo('reauthenticate', () => refusal('invalid_code', 'Not your passkey.'));
  const failure = errorFrom(call('unlockUser', user('a')));
  await within(await dialog()).findByText(/^Your device asks for your fingerprint/);
  await press('Confirm');
  expect(await screen.findByText('Not your passkey.')).toBeInTheDocument();
  expect(requests.map(({ body }) => body)).toEqual([
    { method: 'passkey', token: 'token', credential: { id: 'laptop-credential' } },
  ]);
  await press('Cancel');
  await failure;
});

function Users() {
  return useQuery({ queryKey: ['listUsers'], queryFn: () => call('listUsers', { query: {} }) }).data
    ?.totalUser;
}

test('a notice asks staff for the second factor that the server requires, and the refused queries are then refetched', async () => {
  respondTo('listUsers', ({ index }) =>
    index === 0 ? refusal('second_factor_required', 'Show it.') : json({ data: [], totalUser: 7 }),
  );
  openPage(
    <>
      <SessionWatch />
      <SecondFactorNotice />
      <Users />
    </>,
  );
  expect(await screen.findByRole('link', { name: 'add one' })).toHaveAttribute(
    'href',
    '/profile?tab=second-factor',
  );
  await press('Show My Second Factor');
  await within(await dialog()).findByLabelText('Password');
  enter('Password', 'correct');
  await press('Confirm');
  expect(await screen.findByText('7')).toBeInTheDocument();
  expect(screen.queryByText('STAFF NEED A SECOND FACTOR HERE')).not.toBeInTheDocument();
});

test('a call fails with the server’s message if the user cancels the dialog', async () => {
  const { calls } = openPage();
  const failure = errorFrom(call('unlockUser', user('a')));
  await dialog();
  await press('Cancel');
  expect(await failure).toMatchObject({ code: 'reauthentication_required', message: 'Please.' });
  expect(calls).toHaveLength(1);
});

test('a sign-out in another tab closes the dialog', async () => {
  const { calls } = openPage();
  const failure = errorFrom(call('unlockUser', user('a')));
  await dialog();
  act(() => signOutInAnotherTab());
  expect(await failure).toMatchObject({ code: 'reauthentication_required' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls).toHaveLength(1);
});
