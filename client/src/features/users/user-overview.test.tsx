import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from 'contract/users/user.ts';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { enter, renderAt } from '#test/render-at.tsx';
import { id, signInAsStaff } from '#test/render-screen.tsx';
import { overview, someUser, unlocked } from '#test/render-user.tsx';
import { toast } from '#ui/feedback/toast.ts';
import UserOverviewScreen from './user-overview-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);
beforeEach(() => void respondTo('listUserNotes', () => json({ data: [] })));

const path = '/admin/user/:userId';
const at = '2026-01-31T03:02:00.000Z';
const ada = (details: Partial<User> = {}) => someUser({ id, username: 'ada', ...details });
const session = {
  id: '1',
  user_agent: 'curl/8',
  ip_address: '192.0.2.1',
  network: { asn: 64_500, name: 'Example Networks', country: 'AU' },
  current: true,
  created_at: at,
  last_used_at: at,
  expires_at: at,
};

const render = () => renderAt(path, UserOverviewScreen, path.replace(':userId', id));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('leads with the state, the acts, sessions, IP addresses and the timeline', async () => {
  respondTo('getUserOverview', () =>
    overview(ada({ login_attempts: 5 }), {
      sessions: [session],
      addresses: [
        {
          ip_address: '192.0.2.1',
          network: null,
          records: 12,
          last_at: at,
          accounts: 2,
          failures_before: 166,
        },
      ],
      ip_records: [
        { id: '1', user: 'ada', ip_address: '192.0.2.1', action: 'login', created_at: at, network: null },
      ],
      log_records: [
        { id: '2', message: 'ada signed in.', level: 'WARNING', from_proxy: false, created_at: at },
      ],
      invited_by: null,
      invited: [],
      staff_actions: [{ id: '3', action: 'getUser', actor: null, created_at: at }],
    }),
  );
  render();
  expect(await screen.findByText('curl at 192.0.2.1 (this one)')).toBeInTheDocument();
  expect(screen.getByText('Example Networks (AS64500), Australia')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '192.0.2.1' })).toHaveAttribute(
    'href',
    '/admin/timeline?ip_address=192.0.2.1',
  );
  expect(screen.getByText(/· 2 accounts/)).not.toHaveClass('text-warn');
  expect(screen.getByText('· signed in after 166 failures')).toHaveClass('text-warn');
  for (const name of ['End All Sessions ada', 'Suspend ada', 'Lock Out ada', 'Delete ada'])
    expect(screen.getByRole('button', { name })).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/admin/user/${id}/edit`);

  const timeline = within(screen.getByRole('region', { name: 'Timeline' }));
  // The IP and the log record of one second are one.
  expect(timeline.getAllByRole('listitem')).toHaveLength(2);
  expect(timeline.getByText('ada signed in.').closest('li')).toHaveTextContent('192.0.2.1');
  for (const [kind, text] of [
    ['IP', 'Login'],
    ['Log', 'ada signed in.'],
    ['By staff', 'View the record'],
  ] as const) {
    await userEvent.click(timeline.getByRole('radio', { name: kind }));
    expect(timeline.getByRole('listitem')).toHaveTextContent(text);
  }
});

test('locks a user out and lets them in again, and sends nothing else', async () => {
  respondTo('getUserOverview', ({ index }) => overview(ada({ is_active: index !== 1 })));
  const sent: unknown[] = [];
  respondTo('adminUpdateUser', async ({ request }) => {
    sent.push(Object.fromEntries(await request.clone().formData()));
    return json({ msg: 'User Updated!', user: ada() });
  });
  render();
  await press('Lock Out ada');
  await press('Lock out');
  await press('Activate ada');
  await screen.findByRole('button', { name: 'Lock Out ada' });
  expect(sent).toEqual([{ is_active: 'false' }, { is_active: 'true' }]);
  expect(vi.mocked(toast.info).mock.calls).toEqual([['Please verify that ada should be active.', 60_000]]);
});

test('of a locked user displays the reason and the end of the lock, and unlocks', async () => {
  const reason = '6 failed sign-ins in a row, the last from 198.51.100.9.';
  const lock = { ...unlocked, attempts: 6, locked_until: at, reason, last_failed_at: at };
  respondTo('getUserOverview', ({ index }) =>
    index === 0 ? overview(ada({ account_status: 'locked' }), { lock }) : overview(ada()),
  );
  const unlocks = respondTo('unlockUser', () => json({ msg: 'User unlocked.' }));
  render();
  expect(await screen.findByText(reason)).toBeInTheDocument();
  await press('Unlock ada');
  await waitFor(() => expect(screen.queryByText('ACCOUNT LOCKED')).not.toBeInTheDocument());
  expect(unlocks).toHaveLength(1);
  await waitFor(() => expect(screen.getByLabelText('ada')).toHaveFocus());
});

test('of the agent’s own account links to the profile, and offers no acts', async () => {
  signInUser({ user: { ...sessionUser, is_staff: true, is_superuser: true } });
  respondTo('getUserOverview', () =>
    overview(someUser({ is_staff: true }), {
      may_manage: false,
      second_factors: 1,
      lock: { ...unlocked, devices: [{ attempts: 5, locked_until: at }] },
    }),
  );
  render();
  expect(await screen.findByText(/^This is your own account/)).toBeInTheDocument();
  for (const text of [
    'A DEVICE IS LOCKED',
    'Sign-in has failed 5 times on a known device: it is locked until 2026-01-31 03:02:00 UTC.',
    'A sign-in needs one of them.',
  ])
    expect(document.body).toHaveTextContent(text);
  expect(screen.queryByRole('button', { name: /^(Lock Out|Delete|Suspend|End)/ })).not.toBeInTheDocument();
});

test('suspends a user with a reason and an end, and displays the suspension', async () => {
  const suspended = ada({
    account_status: 'suspended',
    suspended_until: '2026-12-03T10:00:00.000Z',
    suspension_reason: 'Guessing.',
  });
  respondTo('getUserOverview', ({ index }) => overview(index === 0 ? ada() : suspended));
  const sent = respondTo('suspendUser', () => json({ msg: 'ada is suspended.', user: suspended }));
  render();
  await press('Suspend ada');
  enter('Reason', 'Guessing.');
  await press('Suspend');
  expect(await screen.findByText('ACCOUNT SUSPENDED')).toBeInTheDocument();
  expect(sent[0]?.body).toMatchObject({ reason: 'Guessing.', ends_at: expect.stringMatching(/Z$/) });
});

test('asks for a reason where one is required, and then displays the user', async () => {
  respondTo('getUserOverview', ({ index }) =>
    index === 0 ? refusal('view_reason_required', 'State why.') : overview(ada()),
  );
  respondTo('createViewReason', () => json({ msg: 'Reason saved.', expires_at: '2026-12-03T10:00:00.000Z' }));
  render();
  await screen.findByLabelText('Why do you view this user?');
  enter('Why do you view this user?', 'Asked for help.');
  await press('Continue');
  expect(await screen.findByText('No active sessions.')).toBeInTheDocument();
});

test('of a server without overviews displays the state of the account alone', async () => {
  respondTo('getUserOverview', () => HttpResponse.json({}, { status: 404 }));
  respondTo('getUser', () => json(ada()));
  render();
  expect(await screen.findByText('Account status')).toBeInTheDocument();
  expect(screen.queryByText('Active Sessions')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Delete ada' })).toBeEnabled();
});

const findNote = () => screen.findByRole('textbox', { name: 'New note' });

test('asks before a note that is not saved is lost', async () => {
  respondTo('getUserOverview', () => overview(ada()));
  render();
  await userEvent.type(await findNote(), 'Asked for help by phone.');
  await userEvent.click(screen.getByRole('link', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(await findNote()).toHaveValue('Asked for help by phone.');
});

test('displays a note that the server has although its response was lost', async () => {
  respondTo('getUserOverview', () => overview(ada()));
  const notes: object[] = [];
  respondTo('listUserNotes', () => json({ data: notes }));
  respondTo('createUserNote', () => {
    notes.push({ id: '1', text: 'Called.', author: 'grace', created_at: at });
    return HttpResponse.error();
  });
  render();
  await userEvent.type(await findNote(), 'Called.');
  await press('Save Note');
  expect(await screen.findByText(/^The server cannot be reached/)).toBeInTheDocument();
  expect((await screen.findByText(/^grace/)).closest('li')).toHaveTextContent('Called.');
  expect(await findNote()).toHaveValue('Called.');
});
