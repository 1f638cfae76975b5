import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from 'contract/users/user.ts';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, createGate, json, refusal } from '#test/fake-api.ts';
import { enter, errorOf, press } from '#test/render-at.tsx';
import { renderOnProfile, someUser } from '#test/render-user.tsx';
import { accessToken, sessionUser, signInUser } from '#test/fake-session.ts';
import { readSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ProfileForm } from './profile-form.tsx';
import { userQuery } from '#session/session.queries.ts';

fakeApi();

let stored: User;
beforeEach(() => {
  stored = someUser();
});

function Loaded() {
  const { data } = useQuery(userQuery(sessionUser.id));
  return data && <ProfileForm user={data} />;
}

async function open(details: Partial<User> = {}) {
  signInUser();
  stored = someUser(details);
  const reads = respondTo('getUser', () => json(stored));
  renderOnProfile(<Loaded />);
  await screen.findByLabelText('New Password');
  return reads;
}

const save = () => press('Save Changes');
const saved = () => json({ msg: 'User Updated!', user: stored });
const password = 'correct horse battery';
const fieldsOf = async ({ request }: { request: Request }) => Object.fromEntries(await request.formData());
const refusedFields = (details: Record<string, string[]>) =>
  HttpResponse.json({ msg: 'Some fields are wrong.', code: 'validation_failed', details }, { status: 400 });

async function changePassword() {
  enter('New Password', password);
  enter('Confirm New Password', password);
  await save();
}

describe('a save', () => {
  test('sends what was edited, and nothing that was not, so that a change by staff remains', async () => {
    const updates = respondTo('updateUser', saved);
    respondTo('getSignedUrl', () => json({ url: 'https://files.example/a.webp' }));
    const reads = await open({ user_image: 'images/a.webp' });
    enter('Username', ' mata.h ');
    stored = { ...stored, username: 'mata.h' };
    await save();
    await waitFor(() => expect(toast.success).toHaveBeenCalledExactlyOnceWith('User Updated!'));
    expect(await fieldsOf(updates[0]!)).toEqual({ username: 'mata.h', delete_image: 'false' });
    await waitFor(() => expect(reads).toHaveLength(2));
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue('mata.h'));
    enter('Phone Number', '5551234');
    await save();
    await waitFor(() => expect(updates).toHaveLength(2));
    expect(await fieldsOf(updates[1]!)).toEqual({ phone_number: '5551234', delete_image: 'false' });
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Christmas Island');
    await save();
    await waitFor(() => expect(updates).toHaveLength(3));
    // The code of both countries is the same.
    expect(await fieldsOf(updates[2]!)).toMatchObject({
      country_name: 'Christmas Island',
      country_code: '61',
    });
  });

  test('does not revert an email address that was confirmed after the form was opened', async () => {
    const updates = respondTo('updateUser', saved);
    await open({ pending_email: 'new@example.org' });
    enter('Phone Number', '5551234');
    stored = { ...stored, email: 'new@example.org', pending_email: null };
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('new@example.org'));
    expect(screen.getByLabelText('Phone Number')).toHaveValue('5551234');
    await save();
    await waitFor(() => expect(updates).toHaveLength(1));
    const sent = await fieldsOf(updates[0]!);
    expect(sent).toMatchObject({ phone_number: '5551234' });
    expect(sent).not.toHaveProperty('email');
  });

  test('keeps the input that is typed while it runs', async () => {
    const gate = createGate();
    const updates = respondTo('updateUser', async () => {
      await gate.opened;
      return saved();
    });
    await open();
    enter('Phone Number', '555');
    enter('Username', 'mata.h');
    await save();
    await screen.findByRole('button', { name: 'Saving...' });
    enter('Phone Number', '5551234');
    stored = { ...stored, phone_number: '555', username: 'mata.h' };
    gate.open();
    await screen.findByRole('button', { name: 'Save Changes' });
    expect(screen.getByLabelText('Phone Number')).toHaveValue('5551234');
    await save();
    await waitFor(() => expect(updates).toHaveLength(2));
    expect(await fieldsOf(updates[1]!)).toEqual({ phone_number: '5551234', delete_image: 'false' });
  });

  test('is labelled Saving... while it runs, and is sent once', async () => {
    const gate = createGate();
    const updates = respondTo('updateUser', async () => {
      await gate.opened;
      return saved();
    });
    await open();
    await save();
    await press('Saving...');
    gate.open();
    await screen.findByRole('button', { name: 'Save Changes' });
    expect(updates).toHaveLength(1);
  });

  test('reports a record without an id, and sends nothing', async () => {
    await open({ id: '' });
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('User ID is missing, unable to update user');
  });

  test('is refused beside the confirmation if that differs from the password', async () => {
    await open();
    enter('New Password', password);
    enter('Confirm New Password', 'another');
    await save();
    await waitFor(() => expect(errorOf('Confirm New Password')).toBe('CREDENTIALS MISMATCH'));
  });
});

describe('a failed save', () => {
  test('displays the errors beside the fields, focuses the first field, and keeps the input', async () => {
    respondTo('updateUser', () =>
      refusedFields({ phone_number: ['Too odd.'], username: ['It is', 'taken.'] }),
    );
    await open();
    enter('Phone Number', '5551234');
    enter('Username', 'other');
    await save();
    await waitFor(() => expect(errorOf('Username')).toBe('It is taken.'));
    expect(errorOf('Phone Number')).toBe('Too odd.');
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus());
    expect(screen.getByRole('alert')).toHaveTextContent('Error updating user: Some fields are wrong.');
    expect(screen.getByLabelText('Phone Number')).toHaveValue('5551234');
    expect(toast.success).not.toHaveBeenCalled();
  });

  test('reports a taken username beside its field, even if only the message names it', async () => {
    respondTo('updateUser', () =>
      HttpResponse.json({ msg: 'A user with that username already exists.' }, { status: 400 }),
    );
    await open();
    enter('Username', 'other');
    await save();
    await waitFor(() => expect(errorOf('Username')).toBe('A user with that username already exists.'));
  });

  test.each([
    ['a reason', () => refusal('conflict', 'Taken.'), 'Error updating user: Taken.'],
    [
      'a message without a code',
      () => HttpResponse.json({ msg: 'Not on Sundays.' }, { status: 400 }),
      'Error updating user: Not on Sundays.',
    ],
    ['no reason', () => new HttpResponse('', { status: 500 }), 'An error occurred during user update.'],
    ['no answer', () => HttpResponse.error(), 'Error updating user details'],
  ])('with %s is reported', async (_, respond, text) => {
    respondTo('updateUser', respond);
    await open();
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });
});

const choose = (name: string) =>
  userEvent.upload(screen.getByLabelText('Feature Image file'), new File([''], name, { type: 'image/png' }));

test('clears its errors at the next attempt', async () => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
  respondTo('updateUser', () => refusedFields({ user_image: ['It ends early.'] }));
  await open();
  await choose('broken.png');
  await save();
  expect(await screen.findByText('It ends early.')).toBeInTheDocument();
  await choose('whole.png');
  await waitFor(() => expect(screen.queryByText('It ends early.')).not.toBeInTheDocument());
  expect(screen.getByText('Error updating user: Some fields are wrong.')).toBeInTheDocument();
  enter('Phone Number', 'abc');
  await save();
  await waitFor(() => expect(errorOf('Phone Number')).not.toBeNull());
  await waitFor(() => expect(screen.queryByText(/Error updating user/)).not.toBeInTheDocument());
});

test('does not save an incomplete date as no date', async () => {
  const updates = respondTo('updateUser', saved);
  await open();
  const date = screen.getByLabelText<HTMLInputElement>('Date Of Birth');
  vi.spyOn(date.validity, 'badInput', 'get').mockReturnValue(true);
  enter('Date Of Birth', '');
  await save();
  await waitFor(() => expect(errorOf('Date Of Birth')).toBe('Complete this or clear it.'));
  await waitFor(() => expect(date).toHaveFocus());
  expect(updates).toHaveLength(0);
});

const login = () =>
  json({
    msg: '',
    access: accessToken('new'),
    refresh: 'refresh-new',
    device: 'device-new',
    user: sessionUser,
  });

describe('a change of password', () => {
  test('signs in again with the email address and the new password', async () => {
    const updates = respondTo('updateUser', saved);
    const logins = respondTo('login', login);
    await open();
    await changePassword();
    await waitFor(() => expect(readSession()?.refresh).toBe('refresh-new'));
    expect(logins[0]!.body).toEqual({ username_or_email: sessionUser.email, password });
    expect(await fieldsOf(updates[0]!)).toMatchObject({
      new_password: password,
      confirm_new_password: password,
    });
    await waitFor(() => expect(screen.getByLabelText('New Password')).toHaveValue(''));
  });

  test('asks for the current password if the user signed in with a passkey alone', async () => {
    const updates = respondTo('updateUser', ({ index }) =>
      index === 0
        ? HttpResponse.json(
            {
              msg: 'Please enter your current password.',
              code: 'reauthentication_required',
              details: { current_password: ['Please enter your current password.'] },
            },
            { status: 403 },
          )
        : saved(),
    );
    respondTo('login', login);
    await open();
    expect(screen.queryByLabelText('Current Password')).not.toBeInTheDocument();
    await changePassword();
    await waitFor(() => expect(errorOf('Current Password')).toBe('Please enter your current password.'));
    enter('Current Password', 'the present one');
    await save();
    await waitFor(() => expect(readSession()?.refresh).toBe('refresh-new'));
    expect(await fieldsOf(updates[1]!)).toMatchObject({
      new_password: password,
      current_password: 'the present one',
    });
    await waitFor(() => expect(screen.queryByLabelText('Current Password')).not.toBeInTheDocument());
  });

  test('ends the session and opens the login if that sign-in fails', async () => {
    respondTo('updateUser', saved);
    respondTo('login', () => refusal('too_many_requests', 'Too many requests.'));
    await open();
    await changePassword();
    expect(await screen.findByText('arrived at /login')).toBeInTheDocument();
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Error re-authenticating after password change');
    expect(readSession()).toBeNull();
  });
});

describe('the country', () => {
  test('stays as it was stored if it is not in the table of countries', async () => {
    const updates = respondTo('updateUser', saved);
    await open({ country_name: 'Atlantis', country_code: '999' });
    await waitFor(() =>
      expect(screen.getByLabelText('Country').querySelectorAll('option').length).toBeGreaterThan(250),
    );
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Austria');
    expect(screen.getByLabelText('Country Code')).toHaveValue('43');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Atlantis');
    expect(screen.getByLabelText('Country Code')).toHaveValue('999');
    await save();
    await waitFor(() => expect(updates).toHaveLength(1));
    expect(await fieldsOf(updates[0]!)).toEqual({ delete_image: 'false' });
  });
});
