import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { enter, errorOf, press, renderAt } from '#test/render-at.tsx';
import { signInUser } from '#test/fake-session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { emailFlag } from './email-flag.ts';
import RegisterScreen from './register-screen.tsx';

fakeApi();

const toasted = () => vi.mocked(toast.error).mock.calls.map(([text]) => text);

beforeEach(() => localStorage.setItem('userConsent', 'accepted'));

const password = 'correct horse battery';
const registered = () =>
  HttpResponse.json(
    {
      msg: 'Registration successful. Please check your email for verification.',
      user: { id: '01930a4e-7c00-7000-8000-000000000001', username: 'ada', email: 'ada@example.org' },
    },
    { status: 201 },
  );

const open = () => renderAt('/register', RegisterScreen);
const field = (label: string) => screen.getByLabelText(label);
const submit = () => userEvent.click(screen.getByRole('button', { name: 'INITIATE PROFILE' }));
async function fillIn(fields: Partial<Record<'name' | 'email' | 'password' | 'confirmation', string>> = {}) {
  const inputs = { name: 'ada', email: 'ada@example.org', password, confirmation: password, ...fields };
  if (inputs.name) enter('IDENTIFIER', inputs.name);
  if (inputs.email) enter('EMAIL', inputs.email);
  if (inputs.password) enter('CREDENTIALS', inputs.password);
  if (inputs.confirmation) enter('CONFIRM CREDENTIALS', inputs.confirmation);
}

describe('a form that is invalid before it is sent', () => {
  test('names each missing field, and focuses the first', async () => {
    const calls = respondTo('registerUser', registered);
    open();
    await submit();
    await waitFor(() => expect(errorOf('IDENTIFIER')).toBe('IDENTIFIER REQUIRED'));
    expect(errorOf('EMAIL')).toBe('EMAIL REQUIRED');
    expect(errorOf('CREDENTIALS')).toBe('CREDENTIALS REQUIRED');
    expect(errorOf('CONFIRM CREDENTIALS')).toBeNull();
    await waitFor(() => expect(field('IDENTIFIER')).toHaveFocus());
    expect(calls).toHaveLength(0);
  });

  test.each([
    ['an address without a domain', { email: 'ada@' }, 'EMAIL', 'INVALID EMAIL FORMAT'],
    [
      'seven characters',
      { password: 'seven77', confirmation: 'seven77' },
      'CREDENTIALS',
      'CREDENTIALS MUST BE 8+ CHARACTERS',
    ],
    ['another confirmation', { confirmation: `${password}?` }, 'CONFIRM CREDENTIALS', 'CREDENTIALS MISMATCH'],
    ['no confirmation', { confirmation: '' }, 'CONFIRM CREDENTIALS', 'CREDENTIALS MISMATCH'],
  ])('%s', async (_, fields, label, message) => {
    const calls = respondTo('registerUser', registered);
    open();
    await fillIn(fields);
    await submit();
    await waitFor(() => expect(errorOf(label)).toBe(message));
    expect(screen.getAllByText(/^[A-Z +8]{10,}$/, { selector: 'p' })).toHaveLength(1);
    expect(calls).toHaveLength(0);
  });

  test('clears an error as soon as its field is valid, and a mismatch also when the other password changes', async () => {
    open();
    await fillIn({ name: '', password: 'another password', confirmation: password });
    await submit();
    await waitFor(() => expect(errorOf('IDENTIFIER')).toBe('IDENTIFIER REQUIRED'));
    enter('IDENTIFIER', 'ada');
    await waitFor(() => expect(errorOf('IDENTIFIER')).toBeNull());

    expect(errorOf('CONFIRM CREDENTIALS')).toBe('CREDENTIALS MISMATCH');
    await userEvent.clear(field('CREDENTIALS'));
    enter('CREDENTIALS', password);
    await waitFor(() => expect(errorOf('CONFIRM CREDENTIALS')).toBeNull());
  });
});

describe('registerUser', () => {
  test('sends the four fields as multipart, trimmed except for the passwords', async () => {
    const calls = respondTo('registerUser', registered);
    open();
    await fillIn({
      name: ' ada ',
      email: ' ada@example.org ',
      password: ' pass word 1 ',
      confirmation: ' pass word 1 ',
    });
    await submit();
    await waitFor(() => expect(calls).toHaveLength(1));
    const { request } = calls[0]!;
    expect(request.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(Object.fromEntries(await request.formData())).toEqual({
      username: 'ada',
      email: 'ada@example.org',
      password: ' pass word 1 ',
      confirm_password: ' pass word 1 ',
    });
    // What is kept of the success must not come in the middle of the next test.
    await screen.findByText('arrived at /email-verification-notice');
  });

  test('success sets the email flag, which opens the notice page', async () => {
    respondTo('registerUser', registered);
    open();
    await fillIn();
    await submit();
    expect(await screen.findByText('arrived at /email-verification-notice')).toBeInTheDocument();
    expect(localStorage.getItem('emailFlag')).not.toBeNull();
    expect(toast.success).toHaveBeenCalledWith(
      'Registration successful. Please check your email for verification.',
    );
  });

  test('reports that it is running, and a second press sends nothing', async () => {
    const calls = respondTo('registerUser', async () => {
      await delay('infinite');
      return registered();
    });
    open();
    await fillIn();
    await submit();
    const button = await screen.findByRole('button', { name: 'TRANSMITTING...' });
    await waitFor(() => expect(calls).toHaveLength(1));
    await userEvent.click(button);
    await userEvent.type(field('EMAIL'), '{Enter}');
    expect(calls).toHaveLength(1);
  });
});

const taken = (details: Record<string, string[]>, msg: string) => () =>
  HttpResponse.json({ msg, code: 'conflict', details, request_id: 'r' }, { status: 409 });

async function refused(respond: () => Response) {
  respondTo('registerUser', respond);
  open();
  await fillIn();
  await submit();
  await waitFor(() => expect(document.querySelector('[role=alert], [aria-invalid=true]')).not.toBeNull());
}

describe('a registration that the server refuses', () => {
  test('reports a taken email address that is recognized by the message alone', async () => {
    await refused(() => refusal('conflict', 'This email already exists.'));
    expect(errorOf('EMAIL')).toBe('EMAIL ALREADY REGISTERED');
    expect(errorOf('IDENTIFIER')).toBeNull();
  });

  test('reports a taken username and email address, each beside its field only', async () => {
    const details = { username: ['username already exists'], email: ['email already exists'] };
    await refused(taken(details, 'username already exists; email already exists'));
    expect(errorOf('IDENTIFIER')).toBe('IDENTIFIER ALREADY REGISTERED');
    expect(errorOf('EMAIL')).toBe('EMAIL ALREADY REGISTERED');
    expect(toasted()).toEqual([]);
  });

  test('reports anything else as REGISTRATION FAILED. RETRY, with the reason as a toast', async () => {
    await refused(() => refusal('too_many_requests', 'Too many requests. Try again in a minute.'));
    expect(screen.getByRole('alert')).toHaveTextContent('REGISTRATION FAILED. RETRY');
    expect(toasted()).toEqual(['Too many requests. Try again in a minute.']);
    expect(field('CREDENTIALS')).toHaveValue(password);
  });

  test('reports a weak password beside its field only', async () => {
    await refused(() =>
      HttpResponse.json(
        {
          msg: 'Check the fields.',
          code: 'validation_failed',
          details: { password: ['Is a common password.', 'Is your username.'] },
        },
        { status: 400 },
      ),
    );
    expect(errorOf('CREDENTIALS')).toBe(
      'REGISTRATION FAILED. RETRY. Is a common password. Is your username.',
    );
    expect(toasted()).toEqual([]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test.each([
    [
      'a message without a code',
      () => HttpResponse.json({ msg: 'No registrations on Sundays.' }, { status: 403 }),
      'No registrations on Sundays.',
    ],
    [
      'a refusal without a reason',
      () => HttpResponse.json({}, { status: 500 }),
      'Registration failed. Please try again.',
    ],
    ['no answer at all', () => HttpResponse.error(), 'An error occurred during registration.'],
  ])('%s', async (_, respond, message) => {
    await refused(respond);
    expect(toasted()).toEqual([message]);
    expect(screen.getByRole('alert')).toHaveTextContent('REGISTRATION FAILED. RETRY');
  });

  test('clears the failure at the next attempt', async () => {
    await refused(() => refusal('unavailable', 'Not now.'));
    respondTo('registerUser', registered);
    await submit();
    expect(await screen.findByText('arrived at /email-verification-notice')).toBeInTheDocument();
  });
});

test('while an email address waits for its verification, the notice page replaces the form', () => {
  emailFlag.raise();
  open();
  expect(screen.getByText('arrived at /email-verification-notice')).toBeInTheDocument();
});

const registerInAnotherTab = () => act(() => emailFlag.raise());

describe('a registration in another tab is not announced as one of this tab', () => {
  test('whose form is not sent yet', () => {
    open();
    registerInAnotherTab();
    expect(field('IDENTIFIER')).toBeVisible();
  });

  test('whose form is being sent, or was refused', async () => {
    respondTo('registerUser', async () => {
      registerInAnotherTab();
      await delay(10);
      return taken({ username: ['username already exists'] }, 'username already exists')();
    });
    open();
    await fillIn();
    await submit();
    await waitFor(() => expect(errorOf('IDENTIFIER')).toBe('IDENTIFIER ALREADY REGISTERED'));
    registerInAnotherTab();
    expect(field('IDENTIFIER')).toHaveValue('ada');
  });

  test.each([
    ['works', () => json({ msg: '' }), 'You have an invitation.'],
    [
      'does not work',
      () => refusal('invalid_invitation', 'This invitation does not work.'),
      'INVITATION NOT ACCEPTED',
    ],
  ])('in which an invitation is opened that %s', async (_, check, text) => {
    emailFlag.raise();
    respondTo('checkInvitation', check);
    openWithInvitation('secret-7');
    expect(await screen.findByText(text)).toBeVisible();
  });

  test('whose invitation the registration refuses', async () => {
    emailFlag.raise();
    respondTo('checkInvitation', () => json({ msg: '' }));
    respondTo('registerUser', () => refusal('invalid_invitation', 'This invitation does not work.'));
    openWithInvitation('secret-8', true);
    await screen.findByText('You have an invitation.');
    await fillIn();
    await submit();
    expect(await screen.findByText('INVITATION NOT ACCEPTED')).toBeVisible();
  });
});

test.each([
  ['the link’s end', () => localStorage.setItem('emailFlag', String(Date.now() - 1))],
  [
    'a sign-in in another tab',
    () => {
      emailFlag.raise();
      signInUser();
    },
  ],
])('after %s the form is back', (_, end) => {
  end();
  open();
  expect(screen.queryByText(/arrived at/)).not.toBeInTheDocument();
});

test('links open the login and the landing page', () => {
  open();
  expect(screen.getByRole('link', { name: 'ACCESS SYSTEM' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'RETURN TO CORE' })).toHaveAttribute('href', '/');
});

test('password managers find the purpose of each field', () => {
  open();
  expect(field('IDENTIFIER')).toHaveAttribute('autocomplete', 'username');
  expect(field('EMAIL')).toHaveAttribute('autocomplete', 'email');
  expect(field('CREDENTIALS')).toHaveAttribute('autocomplete', 'new-password');
  expect(field('CONFIRM CREDENTIALS')).toHaveAttribute('autocomplete', 'new-password');
});

function openWithInvitation(token: string, isOpen = false) {
  const site = { version: '1', contact_email: 'desk@example.org', social_links: [], banner: null };
  const without = { openid_name: null, has_mailbox: false, is_demo: false };
  respondTo('getSite', () => HttpResponse.json({ ...site, ...without, registration_open: isOpen }));
  window.history.replaceState(null, '', `/register#invitation=${token}`);
  return open();
}

describe('an invitation', () => {
  test('opens closed registration, leaves the address bar at once, and is sent with the form', async () => {
    const checks = respondTo('checkInvitation', () => json({ msg: '' }));
    const calls = respondTo('registerUser', registered);
    openWithInvitation('secret-1').unmount();
    // As after the page was loaded again.
    open();
    expect(window.location.href).not.toContain('secret-1');
    expect(await screen.findByText('You have an invitation.')).toBeVisible();
    await fillIn();
    await submit();
    await waitFor(() => expect(calls).toHaveLength(1));
    const sent = await calls[0]?.request.formData();
    expect(sent?.get('invitation')).toBe('secret-1');
    await waitFor(() => expect(sessionStorage.getItem('invitation')).toBeNull());
    expect(checks.map(({ body }) => body)).toContainEqual({ invitation: 'secret-1' });
  });

  test.each([
    [false, 'Registration is by invitation.'],
    [true, 'You can register without an invitation.'],
  ])(
    'that does not work is refused with a reason, and registration is then open: %s',
    async (isOpen, text) => {
      respondTo('checkInvitation', () => json({ msg: '' }));
      respondTo('registerUser', () => refusal('invalid_invitation', 'This invitation does not work.'));
      openWithInvitation('secret-2', isOpen);
      await screen.findByText('You have an invitation.');
      await fillIn();
      await submit();
      expect(await screen.findByText('INVITATION NOT ACCEPTED')).toBeVisible();
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.queryByText('You have an invitation.')).toBeNull();
    },
  );

  test('that does not work is refused when its link is opened, and is forgotten', async () => {
    respondTo('checkInvitation', () => refusal('invalid_invitation', 'This invitation does not work.'));
    openWithInvitation('secret-3');
    await screen.findByText('INVITATION NOT ACCEPTED');
    await screen.findByText('Registration is by invitation.');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.queryByLabelText('IDENTIFIER')).toBeNull();
    expect(sessionStorage.getItem('invitation')).toBeNull();
  });

  test('that does not work covers its refusal with no consent, until the user goes on without it', async () => {
    respondTo('checkInvitation', () => refusal('invalid_invitation', 'This invitation does not work.'));
    localStorage.clear();
    openWithInvitation('secret-4', true);
    await screen.findByText('INVITATION NOT ACCEPTED');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Register without an invitation');
    expect(await screen.findByRole('dialog', { name: 'COOKIE CONSENT' })).toBeVisible();
  });

  test('that is opened while the page is displayed replaces the one before, and leaves the address bar at once', async () => {
    respondTo('checkInvitation', ({ body }) =>
      (body as { invitation: string }).invitation === 'good-5'
        ? json({ msg: '' })
        : refusal('invalid_invitation', 'This invitation does not work.'),
    );
    openWithInvitation('good-5');
    await screen.findByText('You have an invitation.');
    follow('bad-5');
    expect(await screen.findByText('INVITATION NOT ACCEPTED')).toBeVisible();
    expect(screen.queryByText('You have an invitation.')).toBeNull();
    follow('good-5');
    expect(await screen.findByText('You have an invitation.')).toBeVisible();
    expect(screen.queryByText('INVITATION NOT ACCEPTED')).toBeNull();
  });

  test('that the check refuses in any way is none', async () => {
    respondTo('checkInvitation', () => refusal('validation_failed', 'Must not be empty.'));
    openWithInvitation('');
    await screen.findByText('INVITATION NOT ACCEPTED');
    expect(screen.queryByText('You have an invitation.')).toBeNull();
    expect(sessionStorage.getItem('invitation')).toBeNull();
  });

  test('says to a user who is signed in that they are', async () => {
    respondTo('checkInvitation', () => json({ msg: '' }));
    signInUser();
    openWithInvitation('secret-6');
    expect(await screen.findByText(/^You are signed in as /)).toBeVisible();
  });
});

function follow(token: string) {
  window.history.pushState(null, '', `/register#invitation=${token}`);
  act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
  expect(window.location.href).not.toContain('invitation');
}
