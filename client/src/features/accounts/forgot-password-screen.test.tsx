import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay } from 'msw';
import { expect, test } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { enter, renderAt } from '#test/render-at.tsx';
import { toast } from '#ui/feedback/toast.ts';
import ForgotPasswordScreen from './forgot-password-screen.tsx';

fakeApi();

const open = () => renderAt('/forgot-password', ForgotPasswordScreen);
const field = () => screen.getByLabelText('Email');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }));
const sent = () => json({ msg: 'Password reset link sent successfully!' });

async function ask(email = 'ada@example.org') {
  open();
  await userEvent.click(field());
  await userEvent.paste(email);
  await send();
}

test('requests a link, displays the server’s message as a toast, and does not reveal whether the account exists', async () => {
  const calls = respondTo('requestPasswordReset', sent);
  await ask(' ada@example.org ');
  expect(await screen.findByText('CHECK YOUR EMAIL')).toBeInTheDocument();
  expect(toast.success).toHaveBeenCalledExactlyOnceWith('Password reset link sent successfully!');
  expect(screen.getByRole('status')).not.toHaveTextContent('successfully');
  expect(screen.getByRole('status')).toHaveTextContent('If an account has this email address');
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@example.org' }]);
});

test('reports that it is running, and a second press sends nothing', async () => {
  const calls = respondTo('requestPasswordReset', async () => {
    await delay('infinite');
    return sent();
  });
  await ask();
  await waitFor(() => expect(calls).toHaveLength(1));
  await userEvent.click(await screen.findByRole('button', { name: 'Sending...' }));
  expect(calls).toHaveLength(1);
});

test.each([
  ['', 'EMAIL REQUIRED'],
  ['ada', 'INVALID EMAIL FORMAT'],
])('the email address “%s” is refused before it is sent', async (email, message) => {
  const calls = respondTo('requestPasswordReset', sent);
  open();
  enter('Email', email);
  await send();
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(field()).toHaveFocus());
  expect(calls).toHaveLength(0);
});

test.each([
  ['the server’s own words', () => refusal('too_many_requests', 'Too many requests.'), 'Too many requests.'],
  [
    'a message without a code',
    () => HttpResponse.json({ msg: 'The mail server is down.' }, { status: 500 }),
    'The mail server is down.',
  ],
  [
    'a refusal without a reason',
    () => HttpResponse.json({}, { status: 500 }),
    'Failed to send password reset link.',
  ],
  ['no answer', () => HttpResponse.error(), 'Something went wrong. Please try again.'],
])('%s', async (_, respond, message) => {
  respondTo('requestPasswordReset', respond);
  await ask();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(field()).toHaveValue('ada@example.org');
});

test('links open the landing page and the login', () => {
  open();
  expect(field()).toHaveAttribute('type', 'email');
  expect(field()).toBeRequired();
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'ACCESS SYSTEM' })).toHaveAttribute('href', '/login');
});
