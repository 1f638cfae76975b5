import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import type { InitialEntry } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { respondTo, bearerOf, fakeApi, createGate, json, refusal } from '#test/fake-api.ts';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { RequireSession } from '#app/routing/require-session.tsx';
import { catchAllRoute, renderRoutes } from '#test/render-at.tsx';
import { accessToken, sessionUser, signInUser } from '#test/fake-session.ts';
import { readSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import LoginScreen from './login-screen.tsx';

fakeApi();

beforeEach(() => {
  installFakeClock();
});

function open(at: InitialEntry = '/login') {
  const forStaff = { ...catchAllRoute, path: '/admin/*' };
  renderRoutes(
    [
      { path: '/login', Component: LoginScreen },
      { element: <RequireSession access="staff" />, children: [forStaff] },
      catchAllRoute,
    ],
    at,
  );
}

const identifier = () => screen.getByLabelText('IDENTIFIER');
const credentials = () => screen.getByLabelText('CREDENTIALS');
const button = () => screen.getByRole('button', { name: /AUTHENTICATE|TRANSMITTING|ACCESS/ });
const isVisible = (text: string) => screen.queryByText(text) !== null;
const isAt = (path: string) => isVisible(`arrived at ${path}`);

function type(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } });
}

/** Fills the form and sends it. */
async function submit(name = 'Mata', password = 'correct horse') {
  type(identifier(), name);
  type(credentials(), password);
  await act(async () => fireEvent.click(button()));
}

const signIn = () =>
  json({
    msg: 'Welcome back mata',
    access: accessToken('new'),
    refresh: 'refresh-new',
    device: 'device-new',
    user: sessionUser,
  });

const tooMany = () =>
  refusal('too_many_requests', 'Too many requests. Try again in 60 seconds.', { 'retry-after': '60' });

const messageAlone = (msg: string, status: number) => HttpResponse.json({ msg }, { status });

describe('the form', () => {
  test('is titled SYSTEM ACCESS and links to the registration, the password reset and the landing page', () => {
    open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('SYSTEM ACCESS');
    for (const [name, path] of [
      ['INITIATE REGISTRATION', '/register'],
      ['CREDENTIALS LOST?', '/forgot-password'],
      ['RETURN TO CORE', '/'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
    }
  });

  test('requires both fields, focuses the first missing one, and sends nothing', async () => {
    const logins = respondTo('login', signIn);
    open();
    await act(async () => fireEvent.click(button()));
    await waitUntil(() => isVisible('IDENTIFIER REQUIRED'));
    expect(screen.getByText('CREDENTIALS REQUIRED')).toBeInTheDocument();
    expect(identifier()).toHaveFocus();
    expect(identifier()).toBeInvalid();
    expect(logins).toHaveLength(0);
  });

  test('clears each error when its field changes, and displays it again at the next attempt only', async () => {
    open();
    await act(async () => fireEvent.click(button()));
    await waitUntil(() => isVisible('IDENTIFIER REQUIRED'));
    type(identifier(), 'm');
    await waitUntil(() => !isVisible('IDENTIFIER REQUIRED'));
    expect(screen.getByText('CREDENTIALS REQUIRED')).toBeInTheDocument();
    type(identifier(), '');
    await advanceClock(1_000);
    expect(screen.queryByText('IDENTIFIER REQUIRED')).not.toBeInTheDocument();
  });

  test('is labelled TRANSMITTING... while it runs, and is sent once', async () => {
    const gate = createGate();
    const logins = respondTo('login', async () => {
      await gate.opened;
      return refusal('invalid_credentials', 'Invalid credentials');
    });
    open();
    expect(button()).toHaveTextContent('AUTHENTICATE');
    await submit();
    await waitUntil(() => logins.length === 1);
    expect(button()).toHaveTextContent('TRANSMITTING...');
    await act(async () => fireEvent.click(button()));
    gate.open();
    await waitUntil(() => button().textContent === 'AUTHENTICATE');
    expect(logins).toHaveLength(1);
  });
});

describe('a sign-in', () => {
  test('is sent by Enter in the password field', async () => {
    // The user event waits for timers. In this order, because a restored function may be a timer of the fake clock.
    vi.restoreAllMocks();
    vi.useRealTimers();
    const logins = respondTo('login', signIn);
    open();
    type(identifier(), 'Mata');
    await userEvent.type(credentials(), 'correct horse{Enter}');
    await waitFor(() => expect(logins).toHaveLength(1));
  });

  test('is stored, welcomes the user by name, and opens the landing page after half a second', async () => {
    const logins = respondTo('login', signIn);
    open();
    await submit('  Mata@Example.com ', ' spaced out ');
    await waitUntil(readSession);
    expect(logins[0]!.body).toEqual({ username_or_email: 'Mata@Example.com', password: ' spaced out ' });
    expect(bearerOf(logins[0]!)).toBeNull();
    expect(readSession()).toEqual({
      user: sessionUser,
      access: accessToken('new'),
      refresh: 'refresh-new',
      clockOffsetMs: 0,
    });
    await waitUntil(() => vi.mocked(toast.success).mock.calls.length > 0);
    expect(toast.success).toHaveBeenCalledExactlyOnceWith('Welcome back mata');
    await advanceClock(499);
    expect(isAt('/')).toBe(false);
    await advanceClock(1);
    expect(isAt('/')).toBe(true);
  });

  test.each([
    'no JSON',
    'null',
    '{"work":5,"expiresAtMs":9000000000000}',
    '{"work":"/finance/savings","username":5,"expiresAtMs":9000000000000}',
    '{"work":"//evil.example/","expiresAtMs":9000000000000}',
  ])('opens the landing page where the browser stores as a result to be saved %s', async (stored) => {
    localStorage.setItem('pendingSave', stored);
    respondTo('login', signIn);
    open();
    await submit();
    await waitUntil(readSession);
    await advanceClock(500);
    expect(isAt('/')).toBe(true);
    expect(localStorage.getItem('pendingSave')).toBeNull();
  });

  test('stores the device token, and the next sign-in sends it', async () => {
    const logins = respondTo('login', ({ index }) =>
      index === 0 ? signIn() : refusal('invalid_credentials', 'Invalid credentials'),
    );
    open();
    await submit();
    await waitUntil(readSession);
    act(() => {
      localStorage.removeItem('user');
      window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    });
    await submit();
    await waitUntil(() => logins.length === 2);
    expect(logins.map(({ request }) => request.headers.get('x-device-token'))).toEqual([null, 'device-new']);
  });

  test('that already exists opens the landing page after half a second', async () => {
    const logins = respondTo('login', signIn);
    signInUser();
    open();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'ACCESS GRANTED' })));
    await advanceClock(499);
    expect(logins).toHaveLength(0);
    expect(isAt('/')).toBe(false);
    await advanceClock(1);
    expect(isAt('/')).toBe(true);
  });

  test.each([
    ['/user-profile/1?tab=friends', '/user-profile/1?tab=friends'],
    ['//elsewhere.example', '/'],
    ['/\\\\elsewhere.example', '/'],
    ['/\t/elsewhere.example', '/'],
    ['https://elsewhere.example', '/'],
  ])('asked for by %s leads to %s', async (returnTo, path) => {
    open({ pathname: '/login', state: { returnTo } });
    act(() => void signInUser());
    await advanceClock(500);
    expect(isAt(path)).toBe(true);
  });

  test.each([
    ['staff', true, '/admin/userlist?username=a'],
    ['a plain user', false, '/'],
  ])('of %s (staff: %s) at a page for staff leads on to %s', async (_, isStaff, path) => {
    open('/admin/userlist?username=a');
    expect(screen.getByRole('heading', { name: 'SYSTEM ACCESS' })).toBeInTheDocument();
    act(() => void signInUser({ user: { ...sessionUser, is_staff: isStaff } }));
    await advanceClock(500);
    expect(isVisible('ACCESS GRANTED')).toBe(false);
    expect(
      isVisible('That page is for agents, the staff of this site. Your account is not one of theirs.'),
    ).toBe(!isStaff);
    await advanceClock(500);
    const refused = vi.mocked(toast.error).mock.calls;
    expect(refused).toEqual(
      isStaff
        ? []
        : [['That page is for agents, the staff of this site. Your account is not one of theirs.']],
    );
    expect(isAt(path)).toBe(true);
  });

  test.each([
    ['whose it was', sessionUser.id, '/profile?tab=friends'],
    ['anybody else', 'another-id', '/'],
  ])(
    'after a lost session leads %s to the page it was lost on, or else to the start',
    async (_, owner, path) => {
      open({ pathname: '/login', state: { returnTo: '/profile?tab=friends', owner } });
      expect(isVisible('YOUR SESSION HAS ENDED')).toBe(true);
      act(() => void signInUser());
      expect(isVisible('YOUR SESSION HAS ENDED')).toBe(false);
      await advanceClock(500);
      expect(isAt(path)).toBe(true);
    },
  );
});

describe('a sign-in refused by a message without a code', () => {
  test('for wrong credentials displays INVALID ACCESS CREDENTIALS', async () => {
    respondTo('login', () => messageAlone('Error: Invalid credentials.', 400));
    open();
    await submit();
    await waitUntil(() => isVisible('INVALID ACCESS CREDENTIALS'));
    expect(screen.getByRole('alert')).not.toHaveTextContent('Error:');
  });

  test.each([
    ['an unverified account', 'Sorry! Your account is not verified.', 403, '/resend-verification'],
    ['too many attempts', 'Too many requests, slow down.', 429, '/'],
  ])('for %s leads on with the message', async (_, msg, status, path) => {
    respondTo('login', () => messageAlone(msg, status));
    open();
    await submit();
    await waitUntil(() => isAt(path) || isVisible(msg));
    await advanceClock(1_500);
    expect(isAt(path)).toBe(true);
    expect(toast.error).toHaveBeenCalledExactlyOnceWith(msg);
  });
});

describe('a refused sign-in', () => {
  test('for wrong credentials displays INVALID ACCESS CREDENTIALS until the user types', async () => {
    respondTo('login', () => refusal('invalid_credentials', 'Invalid credentials'));
    open();
    await submit();
    await waitUntil(() => isVisible('INVALID ACCESS CREDENTIALS'));
    expect(screen.getByRole('alert')).toHaveTextContent('INVALID ACCESS CREDENTIALS');
    type(credentials(), 'another');
    await waitUntil(() => !isVisible('INVALID ACCESS CREDENTIALS'));
    await advanceClock(10_000);
    expect(screen.getByRole('button', { name: 'AUTHENTICATE' })).toBeInTheDocument();
  });

  test.each([
    [
      'a disabled account',
      () => refusal('account_disabled', 'This account is disabled.'),
      'This account is disabled.',
    ],
    [
      'a server in trouble',
      () => refusal('unavailable', 'Busy. Try again in 2 seconds.'),
      'Busy. Try again in 2 seconds.',
    ],
    ['a message without a code', () => messageAlone('The vault is shut.', 503), 'The vault is shut.'],
    [
      'an answer without a reason',
      () => HttpResponse.text('<html>', { status: 502 }),
      'An unexpected error occurred. Please try again.',
    ],
    ['a lost network', () => HttpResponse.error(), 'An unexpected error occurred. Please try again.'],
  ])('for %s says ACCESS DENIED. RETRY, and why', async (_, fail, reason) => {
    respondTo('login', fail);
    open();
    await submit();
    await waitUntil(() => isVisible('ACCESS DENIED. RETRY'));
    expect(screen.getByRole('alert')).toHaveTextContent(reason);
    await advanceClock(10_000);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('for an unverified account opens the screen that resends the email, with the reason', async () => {
    const reason = 'Your account is not verified. Please verify your email first.';
    respondTo('login', () => refusal('account_not_verified', reason));
    open();
    await submit();
    await waitUntil(() => isAt('/resend-verification'));
    expect(toast.error).toHaveBeenCalledExactlyOnceWith(reason);
  });

  test('for too many attempts opens the landing page after 1.5 seconds, with the reason', async () => {
    respondTo('login', tooMany);
    open();
    await submit();
    await waitUntil(() => isVisible('ACCESS DENIED. RETRY'));
    await advanceClock(1_499);
    expect(isAt('/')).toBe(false);
    await advanceClock(1);
    expect(isAt('/')).toBe(true);
    expect(toast.error).toHaveBeenCalledExactlyOnceWith(expect.anything(), 58_500);
    render(vi.mocked(toast.error).mock.calls[0]?.[0]);
    expect(screen.getByText(/^Too many requests\. Try again in/)).toHaveTextContent('0:59');
    await advanceClock(9_000);
    expect(screen.getByText(/^Too many requests\. Try again in/)).toHaveTextContent('0:50');
    expect(screen.getByRole('link', { name: 'reset your password' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  test('reports the last attempt, and counts down to the next one', async () => {
    const msg = 'Invalid credentials. That was the last attempt for now.  Try again in 60 seconds.';
    respondTo('login', () => refusal('invalid_credentials', msg, { 'retry-after': '60' }));
    open();
    await submit();
    await waitUntil(() => isVisible('INVALID ACCESS CREDENTIALS'));
    expect(screen.getByRole('alert')).toHaveTextContent('That was the last attempt for now. ');
    expect(screen.getByRole('alert')).toHaveTextContent('1:00');
    await advanceClock(60_000);
    expect(screen.getByRole('alert')).toHaveTextContent('You can try again now, or reset your password.');
  });

  test('clears its flag as soon as a new login begins, which then does not navigate', async () => {
    const gate = createGate();
    respondTo('login', async ({ index }) => {
      if (index === 0) return tooMany();
      await gate.opened;
      return refusal('invalid_credentials', 'Invalid credentials');
    });
    open();
    await submit();
    await waitUntil(() => isVisible('ACCESS DENIED. RETRY'));
    await act(async () => fireEvent.click(button()));
    await waitUntil(() => isVisible('TRANSMITTING...'));
    await advanceClock(5_000);
    expect(isAt('/')).toBe(false);
    gate.open();
    await waitUntil(() => isVisible('INVALID ACCESS CREDENTIALS'));
    await advanceClock(5_000);
    expect(isAt('/')).toBe(false);
    expect(toast.error).not.toHaveBeenCalled();
  });
});
