import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import {
  respondWith,
  signInAsStaff,
  expectFieldRefusal,
  expectRefusal,
  expectRetry,
  id,
  listOf,
  openScreen,
  pressAll,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const path = '/admin/notifications';
const closed = { id, title: 'Closed', text: 'On Sunday.', level: 'info', starts_at: null, ends_at: null };
const noticesIn = (state: string) => ({ listNotices: listOf({ ...closed, state, read_count: 0 }) });

test('the list reports that it could not be loaded, and can be loaded again', () =>
  expectRetry(path, 'listNotices', 'Failed to fetch notices', /^No notice found/));

test('a withdrawn notice is marked, and its deleted author has no name', async () => {
  respondWith(noticesIn('withdrawn'));
  await openScreen(path);
  expect(await screen.findByText('Withdrawn')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('radio', { name: 'Cards' }));
  expect(screen.getByText('A deleted user')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Edit Closed' })).toBeNull();
});

test.each([
  ['withdrawNotice', 'live', ['Withdraw Closed', 'Withdraw']],
  ['updateNotice', 'live', ['Edit Closed', 'Save End']],
  ['deleteNotice', 'draft', ['Delete Closed', 'Delete notice']],
] as const)('the screen says why %s was refused', (name, state, presses) =>
  expectRefusal(path, name, noticesIn(state), presses),
);

test('an invalid end is reported beside its field', () => {
  const refused = { name: 'updateNotice', field: 'ends_at', label: 'Ends (UTC)' } as const;
  return expectFieldRefusal(path, refused, noticesIn('live'), ['Edit Closed', 'Save End']);
});

test('a critical notice to everybody is sent after a confirmation with the number of people it reaches', async () => {
  respondWith({ ...noticesIn('draft'), listUsers: { ...listOf(), totalUser: 20_004 } });
  const sent = respondTo('createNotice', () => json({ msg: 'Notice saved.' }));
  await openScreen(path);
  await pressAll(['New Notice', { label: 'Title', text: 'Phishing' }]);
  const text = screen.getByRole('textbox', { name: 'Text' });
  fireEvent.change(text, { target: { value: 'Beware.' } });
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  fireEvent.change(screen.getByLabelText('Level', { selector: 'dialog *' }), {
    target: { value: 'critical' },
  });
  const confirmation = await screen.findByRole('checkbox', { name: /^Send to 20,004 active users/ });
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  fireEvent.click(confirmation);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent).toHaveLength(1));
});
