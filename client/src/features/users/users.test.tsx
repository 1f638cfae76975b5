import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from 'contract/users/user.ts';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createGate, respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { renderAt } from '#test/render-at.tsx';
import { overview, someUser } from '#test/render-user.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { signInAsStaff, expectRefusal, listOf } from '#test/render-screen.tsx';
import { toast } from '#ui/feedback/toast.ts';
import EditUserScreen from './edit-user-screen.tsx';
import UserListScreen from './user-list-screen.tsx';

fakeApi();

const id = '01930a4e-7c00-7000-8000-000000000007';
const ada = (details: Partial<User> = {}) =>
  someUser({
    id,
    username: 'ada',
    email: 'ada@example.org',
    date_updated: '2026-01-31T02:03:04.567Z',
    ...details,
  });

const signInAs = (rank: { is_staff: boolean; is_superuser: boolean }) =>
  signInUser({ user: { ...sessionUser, ...rank } });

beforeEach(() => void signInAs({ is_staff: true, is_superuser: false }));

function press(name: string | RegExp) {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
const address = () => screen.getByTestId('search').textContent;

const openList = (search = '') => renderAt('/admin/userlist', UserListScreen, `/admin/userlist${search}`);
const page = (data: User[]) => json({ data, totalUser: data.length, numOfPages: 1, page: 1 });

const rowOf = async (username: string) =>
  (await screen.findByRole('link', { name: username })).closest('tr, li') as HTMLElement;

/** By the labels of a card, or the heads of the table's columns. */
function factsOf(row: HTMLElement) {
  const heads = row.closest('table')?.querySelectorAll('th') ?? within(row).getAllByRole('term');
  const values = row.querySelectorAll('td, dd');
  return Object.fromEntries([...heads].map((head, index) => [head.textContent, values[index]?.textContent]));
}

describe('the user list', () => {
  test('displays each user with the details that staff need, in a table and on a card', async () => {
    respondTo('listUsers', () => page([ada({ is_premium_user: true, account_status: 'locked' })]));
    openList();
    expect(screen.getByRole('heading', { level: 1, name: 'Admin User list' })).toBeInTheDocument();
    await rowOf('ada');
    for (const view of ['Table', 'Cards']) {
      fireEvent.click(screen.getByRole('radio', { name: view }));
      const row = await rowOf('ada');
      expect(factsOf(row)).toMatchObject({
        Email: 'ada@example.org',
        'Is Staff': 'False',
        'Is Active': 'True',
        'Is Premium User': 'True',
        'Account Status': 'Locked',
        Updated: '2026-01-31 02:03:04',
      });
      const edit = within(row).getByRole('link', { name: 'Edit ada' });
      expect(edit).toHaveAttribute('href', `/admin/user/${id}/edit`);
      // In the row itself, not in its menu.
      expect(within(row).getByRole('button', { name: 'Delete ada' }).closest('[popover]')).toBeNull();
    }
  });

  test('sends its filters and page in the query, and keeps the filters in the URL', async () => {
    const lists = respondTo('listUsers', () => page([ada()]));
    openList('?username=ad&page=2');
    await screen.findByRole('link', { name: 'ada' });
    expect(new URL(lists[0]!.request.url).search).toBe('?username=ad&page=2&page_size=25');
    press('Filter (1)');
    fireEvent.change(screen.getByLabelText('Is Active'), { target: { value: 'False' } });
    press('Apply');
    await waitFor(() => expect(address()).toBe('?username=ad&is_active=False'));
    press('Clear Username: ad');
    expect(address()).toBe('?is_active=False');
    expect(screen.getByLabelText('Username')).toHaveValue('');
  });

  test('finds a user by a part of the name or email, which survives another filter', async () => {
    const lists = respondTo('listUsers', () => page([ada()]));
    openList();
    await userEvent.type(screen.getByLabelText('Search'), 'jin{Enter}');
    await waitFor(() => expect(address()).toBe('?text=jin'));
    press('Filter');
    fireEvent.change(screen.getByLabelText('Is Active'), { target: { value: 'True' } });
    press('Apply');
    await waitFor(() => expect(address()).toBe('?text=jin&is_active=True'));
    await waitFor(() =>
      expect(new URL(lists.at(-1)!.request.url).search).toBe('?text=jin&is_active=True&page=1&page_size=25'),
    );
    press('Clear Search: jin');
    expect(address()).toBe('?is_active=True');
  });

  test('lists the users on cards if the user prefers them, and remembers that', async () => {
    respondTo('listUsers', () => page([ada()]));
    openList();
    const link = await screen.findByRole('link', { name: 'ada' });
    expect(link).toHaveAttribute('href', `/admin/user/${id}`);
    expect(screen.getByRole('radio', { name: 'Table' })).toBeChecked();
    fireEvent.click(screen.getByRole('radio', { name: 'Cards' }));
    expect(screen.getByRole('heading', { name: 'ada' })).toBeInTheDocument();
    expect(localStorage.getItem('view of users')).toBe('cards');
    cleanup();
    openList();
    expect(await screen.findByRole('heading', { name: 'ada' })).toBeInTheDocument();
  });

  test('ends the sessions of a user from the list', async () => {
    respondTo('listUsers', () => page([ada()]));
    const ended = respondTo('endUserSessions', () => json({ msg: 'Ended.' }));
    openList();
    fireEvent.click(await screen.findByRole('button', { name: 'End All Sessions ada' }));
    fireEvent.click(await screen.findByRole('button', { name: 'End sessions' }));
    await waitFor(() => expect(ended).toHaveLength(1));
  });

  test('keeps the focus in the form when it is applied, and takes it when the last filter is cleared', async () => {
    respondTo('listUsers', () => page([ada()]));
    openList();
    await userEvent.type(screen.getByLabelText('Username'), ' ad {Enter}');
    await waitFor(() => expect(address()).toBe('?username=ad'));
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue('ad'));
    expect(screen.getByLabelText('Username')).toHaveFocus();
    await screen.findByRole('button', { name: 'Clear Username: ad' });
    press('Clear Username: ad');
    await waitFor(() => expect(address()).toBe(''));
    await waitFor(() => expect(screen.getByLabelText('users')).toHaveFocus());
  });

  test('marks users who may not sign in, and does not let agents delete their own account', async () => {
    respondTo('listUsers', () =>
      page([someUser({ is_active: false, is_staff: true, account_status: 'disabled' })]),
    );
    openList();
    const row = await rowOf(sessionUser.username);
    expect(factsOf(row)).toMatchObject({
      'Is Staff': 'True',
      'Is Active': 'False',
      'Account Status': 'Disabled',
    });
    const remove = within(row).getByRole('button', { name: `Delete ${sessionUser.username}` });
    expect(remove).toHaveAccessibleDescription('You can delete your own account in your profile.');
  });

  test('keeps the users when they cannot be loaded again, and reports that beside them', async () => {
    respondTo('listUsers', ({ index }) => (index === 0 ? page([ada()]) : refusal('unavailable', 'Busy.')));
    openList();
    await screen.findByRole('link', { name: 'ada' });
    fireEvent(window, new Event('visibilitychange'));
    expect(within(await screen.findByRole('alert')).getByText('Failed to fetch users.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'ada' })).toBeInTheDocument();
  });

  test('reports that no user matches the filter, which can be cleared, and why loading failed', async () => {
    respondTo('listUsers', () => refusal('not_found', 'No user found for the given filters'));
    openList('?username=zz');
    const statuses = within(screen.getByLabelText('users')).getAllByRole('status');
    const region = statuses.findLast(({ textContent }) => textContent === '');
    expect(
      await screen.findByText('No user record found. Please press clear button above.'),
    ).toBeInTheDocument();
    expect(region).toHaveTextContent('No user record found.');
    respondTo('listUsers', () => refusal('unavailable', 'Busy.'));
    press('Clear Username: zz');
    expect(within(await screen.findByRole('alert')).getByText('Failed to fetch users.')).toBeInTheDocument();
    respondTo('listUsers', () => page([ada()]));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'ada' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('users')).toHaveFocus());
  });

  test('offers agents no deletion of agents, and nobody the deletion of their own account', async () => {
    respondTo('listUsers', () => page([ada({ is_staff: true })]));
    openList();
    expect(await screen.findByRole('button', { name: 'Delete ada' })).toBeDisabled();
  });
});

describe('the admin form', () => {
  const path = '/admin/user/:userId/edit';

  function openForm() {
    renderAt(path, EditUserScreen, path.replace(':userId', id));
    return screen.findByRole('button', { name: 'Save Changes' });
  }

  test.each([
    ['staff may not', { is_staff: true, is_superuser: false }, true],
    ['superusers may', { is_staff: true, is_superuser: true }, false],
  ])('%s make staff of a user', async (_, rank, isDisabled) => {
    signInAs(rank);
    respondTo('getUserOverview', () => overview(ada()));
    await openForm();
    expect(screen.getByLabelText(/^Is Staff/)).toHaveProperty('disabled', isDisabled);
    expect(screen.getByLabelText(/^Is Active/)).toBeEnabled();
  });

  test('sends what was edited, and asks for 60 seconds to verify each right that is set', async () => {
    signInAs({ is_staff: true, is_superuser: true });
    respondTo('getUserOverview', () => overview(ada({ is_premium_user: true })));
    const forms: FormData[] = [];
    respondTo('adminUpdateUser', async ({ request }) => {
      forms.push(await request.clone().formData());
      return json({ msg: 'User Updated!', user: ada({ is_premium_user: true, phone_number: '5551234' }) });
    });
    await openForm();
    fireEvent.change(screen.getByLabelText('Phone Number'), { target: { value: '5551234' } });
    installFakeClock();
    press('Save Changes');
    await waitUntil(() => vi.mocked(toast.success).mock.calls.length > 0);
    expect(Object.fromEntries(forms[0]!)).toEqual({ phone_number: '5551234', delete_image: 'false' });
    expect(vi.mocked(toast.info).mock.calls).toEqual(
      ['active', 'a premium user'].map((right) => [`Please verify that ada should be ${right}.`, 60_000]),
    );
  });

  test('has the times of the last update and sign-in, which nobody can change', async () => {
    respondTo('getUserOverview', () =>
      overview(ada({ date_updated: '2026-11-28T10:31:01.500Z', last_login: null })),
    );
    await openForm();
    for (const [label, time] of Object.entries({
      'Date updated': '2026-11-28 10:31:01',
      'Last login': 'Never',
    })) {
      expect(screen.getByLabelText(label)).toHaveValue(time);
      expect(screen.getByLabelText(label)).toHaveAttribute('readonly');
    }
  });

  test('is saved when it says so: the message waits for the record, with which the form has no edits', async () => {
    const recordGate = createGate();
    const reads = respondTo('getUserOverview', async ({ index }) => {
      if (index > 0) await recordGate.opened;
      return overview(ada());
    });
    respondTo('adminUpdateUser', () => json({ msg: 'User Updated!', user: ada() }));
    await openForm();
    fireEvent.change(screen.getByLabelText('Phone Number'), { target: { value: '5551234' } });
    press('Save Changes');
    await waitFor(() => expect(reads).toHaveLength(2));
    expect(toast.success).not.toHaveBeenCalled();
    recordGate.open();
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('User Updated!'));
  });

  test('updates the fields that were not edited when the record changes', async () => {
    respondTo('getUserOverview', ({ index }) =>
      overview(index === 0 ? ada() : ada({ is_active: false, username: 'lovelace' })),
    );
    await openForm();
    fireEvent.change(screen.getByLabelText('Phone Number'), { target: { value: '5551234' } });
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue('lovelace'));
    expect(screen.getByLabelText(/^Is Active/)).not.toBeChecked();
    expect(screen.getByLabelText('Phone Number')).toHaveValue('5551234');
  });

  test('reports why nothing was saved, beside the field and for the whole form', async () => {
    respondTo('getUserOverview', () => overview(ada()));
    respondTo('adminUpdateUser', () =>
      HttpResponse.json(
        { msg: 'Taken.', code: 'conflict', details: { username: ['Taken.'] } },
        { status: 409 },
      ),
    );
    await openForm();
    press('Save Changes');
    expect(await screen.findByRole('alert')).toHaveTextContent('Error updating user: Taken.');
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus());
    expect(screen.getByLabelText('Username')).toBeInvalid();
  });

  test('of an unknown user reports that, and links to the list', async () => {
    respondTo('getUserOverview', () => refusal('not_found', 'Not found.'));
    renderAt(path, EditUserScreen, path.replace(':userId', 'nonsense'));
    expect(await screen.findByRole('alert')).toHaveTextContent('No such user.');
    expect(screen.getByRole('link', { name: 'See all users' })).toHaveAttribute('href', '/admin/userlist');
    expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  });

  test('of a user whom another agent has deleted reports that after the next load', async () => {
    respondTo('getUserOverview', ({ index }) =>
      index === 0 ? overview(ada()) : refusal('not_found', 'Not found.'),
    );
    await openForm();
    fireEvent(window, new Event('visibilitychange'));
    expect(await screen.findByRole('alert')).toHaveTextContent('No such user.');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });

  test('deletes the user, and opens the list', async () => {
    const views = respondTo('getUserOverview', () => overview(ada()));
    respondTo('deleteUser', () => new HttpResponse(null, { status: 204 }));
    await openForm();
    press('Delete ada');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete user' }));
    expect(await screen.findByText('arrived at /admin/userlist')).toBeInTheDocument();
    expect(toast.success).toHaveBeenCalledWith('ada has been deleted');
    // A record that no longer exists is not requested.
    expect(views).toHaveLength(1);
  });

  test('that could not be loaded can be loaded again', async () => {
    respondTo('getUserOverview', ({ index }) =>
      index === 0 ? refusal('unavailable', 'Busy.') : overview(ada()),
    );
    renderAt(path, EditUserScreen, path.replace(':userId', id));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the user');
    press('Try Again');
    await screen.findByRole('button', { name: 'Save Changes' });
    expect(screen.getByLabelText('ada')).toContainElement(document.activeElement as HTMLElement);
  });

  test('of a user whom the agent may not manage is read-only', async () => {
    respondTo('getUserOverview', () => overview(ada({ is_superuser: true }), { may_manage: false }));
    expect(await openForm()).toBeDisabled();
    expect(screen.getByLabelText('Username')).toBeDisabled();
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  });
});

test('the list reports why a deletion was refused', () => {
  signInAsStaff();
  const answers = { listUsers: listOf(ada()) };
  return expectRefusal('/admin/userlist', 'deleteUser', answers, ['Delete ada', 'Delete user']);
});
