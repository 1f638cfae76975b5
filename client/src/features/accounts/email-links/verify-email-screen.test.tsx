import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { renderAt } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { emailFlag } from '../email-flag.ts';
import VerifyEmailScreen from './verify-email-screen.tsx';

fakeApi();

const open = () => renderAt('/verify-email/:uid/:token', VerifyEmailScreen, '/verify-email/u-1/t-1');
const verified = () => json({ msg: 'Email verified successfully!' });
const timer = () => screen.queryByRole('timer')?.textContent;
const failed = 'Email verification failed. Token might have expired.';

test('verifies once when it loads, and reports the progress', async () => {
  const calls = respondTo('verifyEmail', async () => {
    await delay('infinite');
    return verified();
  });
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Verifying email...');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(new URL(calls[0]!.request.url).pathname).toBe('/api/user/verify-email/u-1/t-1/');
});

describe('verifyEmail', () => {
  beforeEach(() => void installFakeClock());

  test('after a success, a countdown of 5 seconds leads to the login', async () => {
    respondTo('verifyEmail', verified);
    open();
    await waitUntil(timer);
    expect(screen.getByRole('status')).toHaveTextContent('Email verified successfully!');
    expect(timer()).toBe('Redirecting to login in 5 seconds...');
    await advanceClock(1000);
    expect(timer()).toBe('Redirecting to login in 4 seconds...');
    await advanceClock(3000);
    expect(timer()).toBe('Redirecting to login in 1 second...');
    await advanceClock(1000);
    expect(screen.getByText('arrived at /login')).toBeInTheDocument();
  });

  test('the countdown is announced once, at its beginning', async () => {
    respondTo('verifyEmail', verified);
    open();
    await waitUntil(timer);
    const announcement = screen.getByRole('status').textContent;
    expect(announcement).toContain('5 seconds');
    await advanceClock(3000);
    expect(screen.getByRole('status').textContent).toBe(announcement);
    expect(screen.getByRole('timer')).toHaveAttribute('aria-live', 'off');
  });

  test('a user who stops the countdown stays, with the focus on the link to the login', async () => {
    respondTo('verifyEmail', verified);
    open();
    await waitUntil(timer);
    screen.getByRole('button', { name: 'Stay here' }).click();
    await advanceClock(60_000);
    expect(timer()).toBeUndefined();
    expect(screen.getByRole('link', { name: 'ACCESS SYSTEM' })).toHaveFocus();
  });

  test('success clears the email flag', async () => {
    emailFlag.raise();
    respondTo('verifyEmail', verified);
    open();
    await waitUntil(timer);
    expect(localStorage.getItem('emailFlag')).toBeNull();
  });
});

describe('signed in', () => {
  const user = { ...sessionUser, pending_email: 'next@example.org' };

  test('a pending email address is confirmed with a button that names it and the account', async () => {
    signInUser();
    respondTo('getUser', () => json(user));
    const calls = respondTo('verifyEmail', verified);
    open();
    const question = await screen.findByText(/The email of the account/);
    expect(question).toHaveTextContent('The email of the account mata becomes next@example.org.');
    expect(calls).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm this email' }));
    expect(await screen.findByText('Email verified successfully!')).toBeInTheDocument();
    expect(screen.getByText(/Redirecting to your profile in 5 seconds/)).toBeInTheDocument();
    expect(calls).toHaveLength(1);
  });

  test('without a pending email address the link is used at once', async () => {
    signInUser();
    respondTo('getUser', () => json({ ...user, pending_email: null }));
    respondTo('verifyEmail', verified);
    open();
    expect(await screen.findByText('Email verified successfully!')).toBeInTheDocument();
  });
});

describe('failures', () => {
  test('a link that the server refuses is reported and offers a new link', async () => {
    emailFlag.raise();
    const calls = respondTo('verifyEmail', () => refusal('invalid_link', failed));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(failed);
    expect(screen.getByRole('link', { name: 'Send the link again' })).toHaveAttribute(
      'href',
      '/resend-verification',
    );
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(calls).toHaveLength(1);
    expect(localStorage.getItem('emailFlag')).not.toBeNull();
  });

  test('a changed email address requires a sign-in to its account, which then continues here', async () => {
    respondTo('verifyEmail', () => refusal('sign_in_required', 'Please sign in.'));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Please sign in to this account first, then open the link again.',
    );
    expect(screen.queryByRole('link', { name: /Send the link again/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Sign in and confirm' }));
    expect(screen.getByText('arrived at /login from /verify-email/u-1/t-1')).toBeInTheDocument();
  });

  test.each([
    ['a server in trouble', () => refusal('unavailable', 'Not now.'), 'Not now.'],
    ['no answer', () => HttpResponse.error(), 'The server did not answer.'],
    ['too many tries', () => refusal('too_many_requests', 'Too many requests.'), 'Too many requests.'],
  ])('%s is reported, and can be tried again', async (_, respond, reason) => {
    respondTo('verifyEmail', ({ index }) => (index === 0 ? respond() : verified()));
    open();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(failed);
    expect(alert).toHaveTextContent(reason);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Email verified successfully!')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
