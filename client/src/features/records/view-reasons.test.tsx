import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
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
const page = () => json({ data: [row], totalIp: 70, numOfPages: 7, page: 1 });
const open = () => renderAt('/admin/ip-address', IpRecordsScreen, '/admin/ip-address?user=user-');
const refused = () => refusal('view_reason_required', 'State a reason first.');
const label = 'Why do you make this search?';
const enter = (text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

test('states one for a search, whose other pages and export have the same, and another filter none', async () => {
  const searches = respondTo('listIpRecords', ({ body }) =>
    (body as { view_reason?: string }).view_reason ? page() : refused(),
  );
  const links = respondTo('linkIpRecordsExport', () =>
    json({ url: 'http://localhost/api/core/exports/1/token/' }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  open();
  await screen.findByLabelText(label);
  // What the server refuses as no reason is refused at the field.
  for (const empty of [' ', '\u200B\u200B', '\u3164']) {
    enter('Something.');
    enter(empty);
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Enter a reason.')).toBeInTheDocument();
  }
  expect(searches.map(({ body }) => 'view_reason' in (body as object))).not.toContain(true);
  enter('A report.');
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('row', { name: /user-1/ })).toBeInTheDocument();
  expect(searches.at(-1)?.body).toMatchObject({ user: 'user-', view_reason: 'A report.' });
  // The page remembers it, and nothing is saved.
  expect(screen.queryByText('Reason saved.')).not.toBeInTheDocument();
  const deletions = respondTo('deleteIpRecords', () => json({ msg: 'Ip deleted successfully', deleted: 1 }));
  fireEvent.click(screen.getAllByRole('checkbox')[0]!);
  fireEvent.click(screen.getByRole('button', { name: 'Select all 70 that match' }));
  await screen.findByText('70 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Delete selected' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete 70' }));
  await waitFor(() =>
    expect(deletions[0]?.body).toMatchObject({ filter: { user: 'user-' }, view_reason: 'A report.' }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(links).toHaveLength(1));
  expect(links[0]?.body).toMatchObject({ user: 'user-', view_reason: 'A report.' });
  cleanup();
  renderAt('/admin/ip-address', IpRecordsScreen, '/admin/ip-address?user=other');
  expect(await screen.findByLabelText(label)).toBeInTheDocument();
});

test('states one in the dialog of an export, which then begins', async () => {
  respondTo('listIpRecords', () => page());
  const links = respondTo('linkIpRecordsExport', ({ index }) =>
    index === 0 ? refused() : json({ url: 'http://localhost/api/core/exports/1/token/' }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  renderAt('/admin/ip-address', IpRecordsScreen, '/admin/ip-address?user=third');
  fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'A Reason Is Required' }));
  enter('A report.');
  fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(links).toHaveLength(2));
  expect(links[1]?.body).toMatchObject({ user: 'third', view_reason: 'A report.' });
});

test('states another one for a search whose reason the server refuses', async () => {
  const refusals = [
    refused,
    () =>
      HttpResponse.json(
        { code: 'validation_failed', msg: 'view_reason: Refused.', details: { view_reason: ['Refused.'] } },
        { status: 400 },
      ),
  ];
  const searches = respondTo('listIpRecords', ({ index }) => refusals[index]?.() ?? page());
  renderAt('/admin/ip-address', IpRecordsScreen, '/admin/ip-address?user=fourth');
  await screen.findByLabelText(label);
  enter('A first one.');
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Refused.')).toBeInTheDocument();
  enter('A second one.');
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('row', { name: /user-1/ })).toBeInTheDocument();
  expect(searches.at(-1)?.body).toMatchObject({ view_reason: 'A second one.' });
});
