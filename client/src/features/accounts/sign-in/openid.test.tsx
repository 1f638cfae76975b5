import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exampleSignedIn } from 'contract/accounts/signed-in.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { accessToken } from '#test/fake-session.ts';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { catchAllRoute, enter, press, renderRoutes } from '#test/render-at.tsx';
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

async function signIn(): Promise<void> {
  enter('IDENTIFIER', 'ada');
  enter('CREDENTIALS', 'correct horse');
  await press('AUTHENTICATE');
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

  test('leads to the start page if where the user was cannot be read', async () => {
    sessionStorage.setItem('openid-return', '{');
    respondTo('loginOpenId', () => json(exampleSignedIn));
    open('/login?oidc=done#code=secret');
    expect(await screen.findByText('arrived at /')).toBeInTheDocument();
  });

  test('asks for the second factor, and says why it is refused', async () => {
    const second_factor = { token: 't', methods: ['totp'], passkey_options: null };
    respondTo('loginOpenId', () => json({ msg: 'Confirm.', second_factor }));
    open('/login?oidc=done#code=secret');
    expect(await screen.findByLabelText(/code/i)).toBeVisible();
  });

  test.each([
    ['cancelled', /was cancelled/],
    ['expired', /took too long, is over already.*Begin again with/],
    ['failed', /did not prove who you are/],
    ['unavailable', /cannot be reached/],
    ['closed', /registration is closed/],
    ['deleting', /is being deleted/],
    ['no_address', /did not tell us your email address/],
  ])('says a sentence for the code %s', async (code, text) => {
    open(`/login?oidc=${code}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  describe('with the email address of an account', () => {
    const asked = /Link Example ID’s Ada@example.org to your account/;
    const arrive = async () => {
      open('/login?oidc=link_required#code=secret&email=Ada%40example.org');
      await screen.findByText(asked);
      expect(window.location.href).not.toContain('secret');
    };

    test('says whose account waits, asks again after the sign-in, and links it then', async () => {
      respondTo('login', () => json({ ...exampleSignedIn, access: accessToken('new') }));
      const requests = respondTo('linkPendingIdentity', () => json({ msg: 'Account linked.' }));
      await arrive();
      await signIn();
      expect(await screen.findByText(/to your account ada\?/)).toHaveTextContent('Ada@example.org');
      expect(requests).toEqual([]);
      await userEvent.click(screen.getByRole('button', { name: 'Link the account' }));
      await screen.findByText(/^arrived at/);
      expect(requests.map(({ body }) => body)).toEqual([{ code: 'secret' }]);
    });

    test('links nothing if the user refuses after the sign-in', async () => {
      respondTo('login', () => json(exampleSignedIn));
      await arrive();
      await signIn();
      await screen.findByText(/to your account ada\?/);
      await userEvent.click(screen.getByRole('button', { name: 'Do not link it' }));
      expect(await screen.findByText(/^arrived at/)).toBeVisible();
    });

    test('asks nobody any more if the user refuses before it', async () => {
      respondTo('login', () => json(exampleSignedIn));
      await arrive();
      await userEvent.click(screen.getByRole('button', { name: 'Do not link it' }));
      expect(screen.queryByText(asked)).toBeNull();
      await signIn();
      await screen.findByText(/^arrived at/);
    });

    test('does not ask the user of an account with another address', async () => {
      const user = { ...exampleSignedIn.user, email: 'bob@example.org' };
      respondTo('login', () => json({ ...exampleSignedIn, user }));
      await arrive();
      await signIn();
      await screen.findByText(/^arrived at/);
      expect(toast.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('was not linked'));
    });
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

test('a new person whose address another account has is led to the sign-in', async () => {
  localStorage.setItem('userConsent', 'accepted');
  respondTo('registerOpenId', () => {
    const details = { email: ['email already exists'] };
    return Response.json(
      { msg: 'email already exists', code: 'conflict', details, request_id: 'r' },
      { status: 409 },
    );
  });
  open('/register?via=oidc#code=secret');
  await userEvent.type(await screen.findByLabelText('IDENTIFIER'), 'ada{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('EMAIL ALREADY REGISTERED');
  expect(alert).not.toHaveTextContent('email already exists');
  expect(within(alert).getByRole('link', { name: 'ACCESS SYSTEM' })).toHaveAttribute('href', '/login');
});

test('a new person whose address the provider has not verified enters the code from our email', async () => {
  localStorage.setItem('userConsent', 'accepted');
  const requests = respondTo('registerOpenId', ({ body }) => {
    const { email_code: code } = body as { email_code?: string };
    if (code === undefined) return json({ msg: 'Sent.', email: 'ada@example.org' });
    if (code === 'right') return json(exampleSignedIn);
    const details = { email_code: ['This is not the code.'] };
    return Response.json({ msg: 'Wrong.', code: 'invalid_code', details, request_id: 'r' }, { status: 400 });
  });
  open('/register?via=oidc#code=secret');
  await userEvent.type(await screen.findByLabelText('IDENTIFIER'), 'ada{Enter}');
  await userEvent.type(await screen.findByLabelText('CODE'), 'wrong{Enter}');
  await screen.findByText('This is not the code.');
  await userEvent.clear(screen.getByLabelText('CODE'));
  await userEvent.type(screen.getByLabelText('CODE'), 'right{Enter}');
  await screen.findByText('arrived at /dashboard');
  expect(requests.map(({ body }) => body)).toEqual([
    { code: 'secret', username: 'ada' },
    { code: 'secret', username: 'ada', email_code: 'wrong' },
    { code: 'secret', username: 'ada', email_code: 'right' },
  ]);
});
