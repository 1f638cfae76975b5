import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay } from 'msw';
import { expect, test, vi } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { enter, renderAt, renderRoutes } from '#test/render-at.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { storeRefusedSignIn } from './registration.ts';
import ResendVerificationScreen from './resend-verification-screen.tsx';

fakeApi();

const open = () => renderAt('/resend-verification', ResendVerificationScreen);
const field = (label: string) => screen.getByLabelText(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = () => json({ msg: 'Verification email sent. Please check your inbox.' });

const filled = { Username: 'ada', Password: ' pass word 1 ', Email: 'new@example.org' };

const values = () => Object.keys(filled).map((label) => (field(label) as HTMLInputElement).value);

async function send(fields: Record<string, string> = filled) {
  open();
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.click(field(label));
    await userEvent.paste(text);
  }
  await press('Resend Email');
}

test('sends username, password and the new email address, and replaces the form by the message', async () => {
  const calls = respondTo('resendVerificationEmail', sent);
  const closeAll = vi.spyOn(toast, 'closeAll');
  await send();
  const again = await screen.findByRole('button', { name: 'Resend Again' });
  expect(calls.map(({ body }) => body)).toEqual([
    { username: 'ada', password: ' pass word 1 ', new_email: 'new@example.org' },
  ]);
  expect(screen.queryByLabelText('Username')).not.toBeInTheDocument();
  await waitFor(() => expect(again).toHaveFocus());
  expect(again).toHaveAccessibleDescription(/Verification email sent\. Please check your inbox\./);
  // A toast of an earlier attempt would contradict it.
  expect(closeAll).toHaveBeenCalledOnce();
});

test('Resend Again displays the empty form', async () => {
  respondTo('resendVerificationEmail', sent);
  await send();
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Again' }));
  await screen.findByLabelText('Username');
  for (const label of Object.keys(filled)) expect(field(label)).toHaveValue('');
  await waitFor(() => expect(field('Username')).toHaveFocus());
  expect(screen.queryByText(/Verification email sent/)).not.toBeInTheDocument();
});

test('Resend Again works where the browser answers a method with a promise', async () => {
  const focus = Reflect.get(HTMLElement.prototype, 'focus');
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(async function focusLater(this: HTMLElement) {
    focus.call(this);
  });
  respondTo('resendVerificationEmail', sent);
  await send();
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Again' }));
  expect(await screen.findByLabelText('Username')).toHaveValue('');
});

test('Try Again displays the empty form after a failure, which is also a toast', async () => {
  respondTo('resendVerificationEmail', () => refusal('invalid_credentials', 'Invalid credentials'));
  await send();
  const again = await screen.findByRole('button', { name: 'Try Again' });
  expect(again).toHaveAccessibleDescription(/Invalid credentials/);
  expect(vi.mocked(toast.error).mock.calls).toEqual([['Invalid credentials']]);
  await userEvent.click(again);
  expect(await screen.findByLabelText('Username')).toHaveValue('');
  expect(screen.queryByText('Invalid credentials')).not.toBeInTheDocument();
});

test('reports that it is running, and a second press sends nothing', async () => {
  const calls = respondTo('resendVerificationEmail', async () => {
    await delay('infinite');
    return sent();
  });
  await send();
  await waitFor(() => expect(calls).toHaveLength(1));
  await userEvent.click(await screen.findByRole('button', { name: 'Sending...' }));
  expect(calls).toHaveLength(1);
});

test.each(Object.keys(filled))(
  'without %s a toast asks for all three, and nothing is sent',
  async (missing) => {
    const calls = respondTo('resendVerificationEmail', sent);
    await send(Object.fromEntries(Object.entries(filled).filter(([label]) => label !== missing)));
    await waitFor(() =>
      expect(vi.mocked(toast.error).mock.calls).toEqual([
        ['Please fill in all required fields: email, username, and password.'],
      ]),
    );
    expect(field(missing)).toBeInvalid();
    await waitFor(() => expect(field(missing)).toHaveFocus());
    expect(calls).toHaveLength(0);
  },
);

test('an invalid email address is reported beside its field, without a toast', async () => {
  const calls = respondTo('resendVerificationEmail', sent);
  await send({ ...filled, Email: 'nobody' });
  expect(await screen.findByText('INVALID EMAIL FORMAT')).toBeInTheDocument();
  expect(toast.error).not.toHaveBeenCalled();
  expect(calls).toHaveLength(0);
});

test.each([
  [
    'a message without a code',
    () => HttpResponse.json({ msg: 'Already verified.' }, { status: 409 }),
    'Already verified.',
  ],
  ['a refusal without a reason', () => HttpResponse.json({}, { status: 500 }), 'An error occurred.'],
  ['no answer', () => HttpResponse.error(), 'Failed to resend verification email.'],
])('%s', async (_, respond, message) => {
  respondTo('resendVerificationEmail', respond);
  await send();
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(vi.mocked(toast.error).mock.calls).toEqual([[message]]);
});

test('after a sign-in by email the three fields are filled in, and again after the result', async () => {
  const calls = respondTo('resendVerificationEmail', sent);
  storeRefusedSignIn('ada@example.org', 'pass word 1');
  open();
  const known = ['ada@example.org', 'pass word 1', 'ada@example.org'];
  expect(values()).toEqual(known);
  await press('Resend Email');
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Again' }));
  await screen.findByLabelText('Username');
  expect(values()).toEqual(known);
  const [username, password, new_email] = known;
  expect(calls.map(({ body }) => body)).toEqual([{ username, password, new_email }]);
});

test('after a sign-in by the username of the registration all fields are filled in', () => {
  storeRefusedSignIn('Ada', 'pass word 1');
  renderRoutes([{ path: '/resend-verification', Component: ResendVerificationScreen }], {
    pathname: '/resend-verification',
    state: { username: 'ada', email: 'ada@example.org' },
  });
  expect(values()).toEqual(['Ada', 'pass word 1', 'ada@example.org']);
});

test('after a sign-in by username Resend Again keeps what was sent', async () => {
  respondTo('resendVerificationEmail', sent);
  storeRefusedSignIn('ada', 'pass word 1');
  open();
  enter('Email', 'new@example.org');
  await press('Resend Email');
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Again' }));
  await screen.findByLabelText('Username');
  expect(values()).toEqual(['ada', 'pass word 1', 'new@example.org']);
});

test('after a sign-in by username only the email address is missing, and the password is forgotten when the screen closes', async () => {
  storeRefusedSignIn('ada', 'pass word 1');
  open();
  expect(
    [field('Username'), field('Password'), field('Email')].map((input) => (input as HTMLInputElement).value),
  ).toEqual(['ada', 'pass word 1', '']);
  cleanup();
  open();
  expect(field('Password')).toHaveValue('');
});
