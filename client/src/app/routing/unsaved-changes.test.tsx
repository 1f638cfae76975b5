import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from 'contract/users/user.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { respondTo, fakeApi, json } from '#test/fake-api.ts';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { enter, press, renderAt } from '#test/render-at.tsx';
import { toast } from '#ui/feedback/toast.ts';
import EditUserScreen from '#features/users/edit-user-screen.tsx';
import { ProfileForm } from '#features/profile/profile-form.tsx';
import { userQuery } from '#session/session.queries.ts';
import { someUser } from '#test/render-user.tsx';

fakeApi();

let storedUser: User;
beforeEach(() => {
  storedUser = someUser();
  signInUser({ user: { ...sessionUser, is_staff: true } });
});

function ProfileScreen() {
  const { data } = useQuery(userQuery(sessionUser.id));
  return (
    <>
      <UnsavedBlocker />
      {data && <ProfileForm user={data} />}
    </>
  );
}

async function openProfile() {
  respondTo('getUser', () => json(storedUser));
  respondTo('updateUser', () => json({ msg: 'User Updated!', user: storedUser }));
  renderAt('/user-profile/:userId', ProfileScreen, `/user-profile/${sessionUser.id}`);
  await screen.findByLabelText('Phone Number');
}

async function openAdminForm() {
  const lock = {
    attempts: 0,
    locked_until: null,
    reason: null,
    last_failed_at: null,
    last_failed_from: null,
  };
  const overview = {
    may_manage: true,
    sessions: [],
    addresses: [],
    ip_records: [],
    log_records: [],
    invited_by: null,
    invited: [],
    staff_actions: [],
  };
  respondTo('getUserOverview', () => json({ user: storedUser, ...overview, lock: { ...lock, devices: [] } }));
  respondTo('adminUpdateUser', () => json({ msg: 'User Updated!', user: storedUser }));
  renderAt('/admin/user/:userId/edit', EditUserScreen, `/admin/user/${sessionUser.id}/edit`);
  await screen.findByLabelText('Phone Number');
}

const isUnloadPrevented = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

describe.each([
  ['the profile form', openProfile],
  ['the admin form', openAdminForm],
])('%s', (_, open) => {
  test('prevents unloading the page after an edit, until the edit is undone', async () => {
    await open();
    expect(isUnloadPrevented()).toBe(false);
    enter('Phone Number', '5551234');
    expect(isUnloadPrevented()).toBe(true);
    await userEvent.clear(screen.getByLabelText('Phone Number'));
    expect(isUnloadPrevented()).toBe(false);
  });

  test('prevents unloading the page while an image is to be removed, until the removal is undone', async () => {
    storedUser = someUser({ user_image: 'images/a.webp' });
    respondTo('getSignedUrl', () => json({ url: 'https://files.example/a.webp' }));
    await open();
    await press('Remove Image');
    expect(isUnloadPrevented()).toBe(true);
    await press('Keep the current image');
    expect(isUnloadPrevented()).toBe(false);
  });

  test('prevents unloading the page also after the record is refetched', async () => {
    await open();
    enter('Phone Number', '5551234');
    storedUser = { ...storedUser, username: 'lovelace' };
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue('lovelace'));
    expect(isUnloadPrevented()).toBe(true);
  });

  test('permits unloading the page after a save', async () => {
    await open();
    enter('Phone Number', '5551234');
    storedUser = { ...storedUser, phone_number: '5551234' };
    await press('Save Changes');
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('User Updated!'));
    await waitFor(() => expect(isUnloadPrevented()).toBe(false));
  });
});
