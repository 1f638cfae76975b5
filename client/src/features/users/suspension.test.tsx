import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from 'contract/users/user.ts';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import { id, signInAsStaff } from '#test/render-screen.tsx';
import { someUser } from '#test/render-user.tsx';
import EditUserScreen from './edit-user-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);
beforeEach(() => void respondTo('listUserNotes', () => json({ data: [] })));

const path = '/admin/user/:userId/edit';
const ada = (details: Partial<User> = {}) => someUser({ id, username: 'ada', ...details });
const lock = {
  attempts: 0,
  locked_until: null,
  reason: null,
  last_failed_at: null,
  last_failed_from: null,
  devices: [],
};
const overview = (user: User) =>
  json({
    user,
    may_manage: true,
    second_factors: 0,
    sessions: [],
    lock,
    addresses: [],
    ip_records: [],
    log_records: [],
    staff_actions: [],
  });

function openForm() {
  renderAt(path, EditUserScreen, path.replace(':userId', id));
  return screen.findByRole('button', { name: 'Save Changes' });
}

test('suspends a user with a reason and an end, and displays the suspension', async () => {
  const suspended = ada({
    account_status: 'suspended',
    suspended_until: '2026-12-03T10:00:00.000Z',
    suspension_reason: 'Guessing.',
  });
  respondTo('getUserOverview', ({ index }) => overview(index === 0 ? ada() : suspended));
  const sent = respondTo('suspendUser', () => json({ msg: 'ada is suspended.', user: suspended }));
  await openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Suspend ada' }));
  await userEvent.type(screen.getByLabelText('Reason'), 'Guessing.');
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('ACCOUNT SUSPENDED')).toBeInTheDocument();
  expect(sent[0]?.body).toMatchObject({ reason: 'Guessing.', ends_at: expect.stringMatching(/Z$/) });
});

test('asks for a reason where one is required, and then displays the user', async () => {
  respondTo('getUserOverview', ({ index }) =>
    index === 0 ? refusal('view_reason_required', 'State why.') : overview(ada()),
  );
  respondTo('createViewReason', () => json({ msg: 'Reason saved.', expires_at: '2026-12-03T10:00:00.000Z' }));
  renderAt(path, EditUserScreen, path.replace(':userId', id));
  await userEvent.type(await screen.findByLabelText('Why do you view this user?'), 'Asked for help.');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeInTheDocument();
});
