import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay } from 'msw';
import { expect, test } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { renderAt } from '#test/render-at.tsx';
import ResetPasswordScreen from './reset-password-screen.tsx';

fakeApi();

const open = () => renderAt('/reset-password/:uid/:token', ResetPasswordScreen, '/reset-password/u-1/t-1');
const timer = () => screen.queryByRole('timer')?.textContent;
const sent = () => json({ msg: 'A temporary password has been sent to your email.' });

test('requests the temporary password once when it loads, without a body', async () => {
  const calls = respondTo('resetPassword', async () => {
    await delay('infinite');
    return sent();
  });
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Resetting password...');
  await waitFor(() => expect(calls).toHaveLength(1));
  const { request } = calls[0]!;
  expect(new URL(request.url).pathname).toBe('/api/user/reset-password/u-1/t-1/');
  expect(await request.text()).toBe('');
});

test('after a temporary password is sent, a countdown of 10 seconds leads to the login', async () => {
  installFakeClock();
  respondTo('resetPassword', sent);
  open();
  await waitUntil(timer);
  expect(screen.getByRole('status')).toHaveTextContent('A temporary password has been sent to your email.');
  expect(timer()).toBe('Redirecting to login in 10 seconds...');
  await advanceClock(9000);
  expect(timer()).toBe('Redirecting to login in 1 second...');
  await advanceClock(1000);
  expect(screen.getByText('arrived at /login')).toBeInTheDocument();
});

test('any other message stays, with links to continue', async () => {
  installFakeClock();
  respondTo('resetPassword', () => json({ msg: 'Ask your administrator.' }));
  open();
  await waitUntil(() => screen.queryByText('Ask your administrator.'));
  await advanceClock(60_000);
  expect(timer()).toBeUndefined();
  expect(screen.getByRole('link', { name: 'ACCESS SYSTEM' })).toBeInTheDocument();
});

test('a link that the server refuses displays the message and offers a new link', async () => {
  respondTo('resetPassword', () => refusal('invalid_link', 'This link is wrong, used up or expired.'));
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is wrong, used up or expired.');
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

test('a failure other than an invalid link can be tried again', async () => {
  respondTo('resetPassword', ({ index }) => (index === 0 ? HttpResponse.error() : sent()));
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred.');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('A temporary password has been sent to your email.')).toBeInTheDocument();
});
