import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exampleSignedIn } from 'contract/accounts/signed-in.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSession } from '#session/session.ts';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { catchAllRoute, renderRoutes } from '#test/render-at.tsx';
import LoginScreen from './login-screen.tsx';
import RegisterScreen from '../register-screen.tsx';

fakeApi();

const site = {
  version: '0.1.0',
  contact_email: 'desk@example.org',
  social_links: [],
  registration_open: true,
  openid_name: 'Example ID',
  has_mailbox: false,
  is_demo: false,
  banner: null,
};

beforeEach(() => {
  sessionStorage.clear();
  respondTo('getSite', () => json(site));
});

/** The address bar of the browser has the same URL as the router. */
function open(url: string) {
  window.history.replaceState(null, '', url);
  renderRoutes(
    [
      { path: '/login', Component: LoginScreen },
      { path: '/register', Component: RegisterScreen },
      catchAllRoute,
    ],
    url,
  );
}

describe('the sign-in with a provider', () => {
  test('is a link that leaves the app, with the name that the operator chose', async () => {
    open('/login');
    const link = await screen.findByRole('link', { name: 'USE Example ID' });
    expect(link).toHaveAttribute('href', '/api/user/login/oidc/');
  });

  test('redeems the code once, removes it from the URL, and returns to where the user was', async () => {
    sessionStorage.setItem('openid-return', JSON.stringify({ returnTo: '/dashboard' }));
    const requests = respondTo('loginOpenId', () => json(exampleSignedIn));
    open('/login?oidc=done#code=secret');
    await screen.findByText('arrived at /dashboard');
    expect(requests.map(({ body }) => body)).toEqual([{ code: 'secret' }]);
    expect(window.location.href).not.toContain('secret');
    expect(readSession()?.user.username).toBe('ada');
  });

  test('asks for the second factor, and says why it is refused', async () => {
    const second_factor = { token: 't', methods: ['totp'], passkey_options: null };
    respondTo('loginOpenId', () => json({ msg: 'Confirm.', second_factor }));
    open('/login?oidc=done#code=secret');
    expect(await screen.findByLabelText(/code/i)).toBeVisible();
  });

  test.each([
    ['cancelled', /was cancelled/],
    ['expired', /took too long/],
    ['failed', /did not prove who you are/],
    ['unavailable', /cannot be reached/],
    ['closed', /registration is closed/],
    ['link_required', /Sign in to it once/],
  ])('says a sentence for the code %s', async (code, text) => {
    open(`/login?oidc=${code}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  test('shows the reason of the server', async () => {
    respondTo('loginOpenId', () => refusal('account_suspended', 'Your account is suspended until Monday.'));
    open('/login?oidc=done#code=secret');
    expect(await screen.findByRole('alert')).toHaveTextContent('suspended until Monday');
  });
});

test('a new person chooses a username, and is signed in', async () => {
  localStorage.setItem('userConsent', 'accepted');
  const requests = respondTo('registerOpenId', () => json(exampleSignedIn));
  open('/register?via=oidc#code=secret');
  await userEvent.type(await screen.findByLabelText('IDENTIFIER'), 'ada{Enter}');
  await screen.findByText('arrived at /dashboard');
  expect(requests.map(({ body }) => body)).toEqual([{ code: 'secret', username: 'ada' }]);
});
