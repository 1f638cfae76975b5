import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import IpRecordsScreen from './ip-records-screen.tsx';

fakeApi();

beforeEach(() => {
  signInUser({ user: { ...sessionUser, is_staff: true } });
  respondTo('listRecordDeletions', () => json({ data: [] }));
});

const row = {
  id: '01930a4e-7c00-7000-8000-000000000001',
  user: 'user-1',
  ip_address: '192.0.2.1',
  action: 'login_failed',
  created_at: '2026-01-31T02:03:01.567Z',
  network: null,
};
const page = () => json({ data: [row], totalIp: 1, numOfPages: 1, page: 1 });
const open = () => renderAt('/admin/ip-address', IpRecordsScreen, '/admin/ip-address?user=user-');
const users = [1, 2].map((number) => ({
  id: `01930a4e-7c00-7000-8000-00000000001${number}`,
  username: `user-${number}`,
}));
const refused = () =>
  HttpResponse.json(
    { msg: 'State a reason first.', code: 'view_reason_required', users, request_id: 'r' },
    { status: 403 },
  );
const respondToReasons = () =>
  respondTo('createViewReason', () => json({ msg: 'Reason saved.', expires_at: '2026-12-03T10:00:00.000Z' }));
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

test('states one for all users whom a search has found, and then displays them', async () => {
  respondTo('listIpRecords', ({ index }) => (index === 0 ? refused() : page()));
  const reasons = respondToReasons();
  open();
  expect(await screen.findByText('The search has found user-1 and user-2.')).toBeInTheDocument();
  type('Why do you view these users?', 'A report.');
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('row', { name: /user-1/ })).toBeInTheDocument();
  expect(reasons.map(({ body }) => body)).toEqual([{ reason: 'A report.' }, { reason: 'A report.' }]);
  expect(reasons.map(({ request }) => new URL(request.url).pathname.split('/').at(-2))).toEqual(
    users.map(({ id }) => id),
  );
});

test('states one for each user in the dialog of an export, which then begins', async () => {
  respondTo('listIpRecords', () => page());
  const url = 'http://localhost/api/core/exports/1/token/';
  const links = respondTo('linkIpRecordsExport', ({ index }) => (index === 0 ? refused() : json({ url })));
  const reasons = respondToReasons();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'A Reason Is Required' }));
  fireEvent.click(dialog.getByRole('button', { name: 'State a reason for each' }));
  type('Why do you view user-1?', 'A report.');
  type('Why do you view user-2?', 'A question.');
  fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(links).toHaveLength(2));
  expect(reasons.map(({ body }) => body)).toEqual([{ reason: 'A report.' }, { reason: 'A question.' }]);
});
