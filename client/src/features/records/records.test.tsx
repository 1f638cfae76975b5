import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { IpRecord, LogRecord } from 'contract/records/records.ts';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { respondTo, fakeApi, createGate, json, refusal } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { toast } from '#ui/feedback/toast.ts';
import IpRecordsScreen from './ip-records-screen.tsx';
import LogRecordsScreen from './log-records-screen.tsx';

fakeApi();

beforeEach(() => {
  signInUser({ user: { ...sessionUser, is_staff: true } });
  respondTo('listRecordDeletions', () => json({ data: [] }));
});

const record = (id: number, user: string | null = `user-${id}`): IpRecord => ({
  id: `01930a4e-7c00-7000-8000-00000000000${id}`,
  user,
  ip_address: `192.0.2.${id}`,
  action: 'login_failed',
  created_at: `2026-01-31T02:03:0${id}.567Z`,
  network: null,
});

const records = [record(1), record(2), record(3, null), record(4)];
const page = (data: IpRecord[] = records, number = 1) =>
  json({ data, totalIp: 70, numOfPages: 7, page: number });

const openIps = (search = '') => renderAt('/admin/ip-address', IpRecordsScreen, `/admin/ip-address${search}`);
const rowBoxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Login/ });
const allBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
const ticked = () =>
  rowBoxes()
    .map(({ checked }) => Number(checked))
    .join('');
function press(name: string | RegExp) {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
const address = () => screen.getByTestId('search').textContent;

const openLogs = (search = '') => renderAt('/admin/log', LogRecordsScreen, `/admin/log${search}`);

describe('the IP investigation', () => {
  test('shows the user, the action, the IP address and the time in UTC, also for an unknown user', async () => {
    respondTo('listIpRecords', () => page());
    openIps();
    expect(await screen.findByRole('heading', { level: 1, name: 'IP Investigation' })).toBeInTheDocument();
    const row = await screen.findByRole('row', { name: /user-1/ });
    expect(row).toHaveTextContent('2026-01-31 02:03:01');
    expect(row).toHaveTextContent('Login failed');
    expect(screen.getByRole('row', { name: /Unknown user/ })).toHaveTextContent('192.0.2.3');
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin/dashboard');
    expect(screen.getByText('70 IP records · page 1 of 7')).toBeInTheDocument();
  });

  test('displays more rows on a page, and opens the last page at once', async () => {
    const lists = respondTo('listIpRecords', ({ body }) => page(records, (body as { page: number }).page));
    openIps('?user=ada');
    await screen.findByText('70 IP records · page 1 of 7');
    press('Last');
    await waitFor(() => expect(address()).toBe('?user=ada&page=7'));
    fireEvent.change(screen.getByLabelText('Rows a page'), { target: { value: '50' } });
    await waitFor(() => expect(lists.at(-1)?.body).toEqual({ user: 'ada', page: 1, page_size: 50 }));
    expect(address()).toBe('?user=ada&page_size=50');
  });

  test('reads the filter, the sort and the page from the URL, and writes them to it', async () => {
    const lists = respondTo('listIpRecords', ({ body }) => page(records, (body as { page: number }).page));
    openIps('?user=ada&sort=oldest&page=7');
    await screen.findByText('70 IP records · page 7 of 7');
    expect(lists[0]?.body).toEqual({ user: 'ada', sort: 'oldest', page: 7, page_size: 25 });
    press('Next');
    await screen.findByText('70 IP records · page 1 of 7');
    await waitFor(() => expect(screen.getByLabelText('IP records')).toHaveFocus());
    expect(address()).toBe('?user=ada&sort=oldest');
    press('Previous');
    await waitFor(() => expect(address()).toBe('?user=ada&sort=oldest&page=7'));

    press(/^Filter/);
    const form = within(await screen.findByRole('dialog'));
    expect(form.getByLabelText('User')).toHaveValue('ada');
    fireEvent.change(form.getByLabelText('Action'), { target: { value: 'login' } });
    fireEvent.change(form.getByLabelText('Created after'), { target: { value: '2026-01-31' } });
    fireEvent.click(form.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(lists.at(-1)?.body).toEqual({
        user: 'ada',
        action: 'login',
        created_after: '2026-01-31',
        sort: 'oldest',
        page: 1,
        page_size: 25,
      }),
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    press('Clear Action: Login');
    expect(address()).toBe('?user=ada&created_after=2026-01-31&sort=oldest');
    press('Clear');
    expect(address()).toBe('');
    await waitFor(() => expect(screen.getByLabelText('IP records')).toHaveFocus());
  });

  test('sorts by the headers of its columns', async () => {
    respondTo('listIpRecords', () => page());
    openIps();
    const head = await screen.findByRole('columnheader', { name: /Created at/ });
    expect(head).toHaveAttribute('aria-sort', 'descending');
    press(/^Created at/);
    await waitFor(() => expect(head).toHaveAttribute('aria-sort', 'ascending'));
    press(/^User/);
    await waitFor(() => expect(address()).toBe('?sort=a-z'));
  });

  test('keeps the old rows, marked as busy, until the new ones are loaded, and ignores an outdated response', async () => {
    const gate = createGate();
    const lists = respondTo('listIpRecords', async ({ body }) => {
      const { page: number } = body as { page: number };
      if (number === 2) await gate.opened;
      return number === 1 ? page() : page([record(number)], number);
    });
    openIps();
    await screen.findByText('user-1');
    press('Page 2');
    await waitFor(() => expect(screen.getByLabelText('IP records')).toHaveAttribute('aria-busy', 'true'));
    await waitFor(() => expect(lists).toHaveLength(2));
    expect(screen.getByText('user-1')).toBeInTheDocument();
    press('Page 3');
    await screen.findByText('user-3');
    expect(lists[1]?.request.signal.aborted).toBe(true);
    expect(screen.getByLabelText('IP records')).toHaveAttribute('aria-busy', 'false');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    gate.open();
  });

  test('selects rows, ranges and the page, and deletes the selected rows after a confirmation of their number', async () => {
    respondTo('listIpRecords', ({ index }) => page(index > 0 ? [record(4)] : records));
    const deletions = respondTo('deleteIpRecords', () =>
      json({ msg: 'Ip deleted successfully', deleted: 3 }),
    );
    openIps();
    await screen.findByText('user-1');
    fireEvent.click(rowBoxes()[0]!);
    fireEvent.click(rowBoxes()[2]!, { shiftKey: true });
    expect(ticked()).toBe('1110');
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    expect(allBox().indeterminate).toBe(true);
    fireEvent.click(allBox());
    expect(ticked()).toBe('1111');
    expect(allBox()).toMatchObject({ checked: true, indeterminate: false });
    fireEvent.click(rowBoxes()[3]!);

    press('Delete selected');
    expect(await screen.findByRole('alertdialog', { name: 'Delete 3 IP records?' })).toBeInTheDocument();
    expect(deletions).toHaveLength(0);
    press('Delete 3');
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Ip deleted successfully'));
    expect(deletions[0]?.body).toEqual({ ids: records.slice(0, 3).map(({ id }) => id) });
    await waitFor(() => expect(screen.queryByText('user-1')).not.toBeInTheDocument());
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('IP records')).toHaveFocus());
  });

  test('deletes all matches on every page by sending the filter and the time of the latest match', async () => {
    respondTo('listIpRecords', () => page());
    const deletions = respondTo('deleteIpRecords', () =>
      json({ msg: 'Ip deleted successfully', deleted: 70 }),
    );
    const { router } = openIps('?user=ada&sort=oldest');
    await screen.findByText('user-1');
    fireEvent.click(allBox());
    press('Select all 70 that match');
    expect(await screen.findByText('70 selected')).toBeInTheDocument();
    await act(() => router.navigate('/admin/ip-address'));
    expect(screen.queryByText('70 selected')).toBeNull();
    await act(() => router.navigate(-1));
    press('Delete selected');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete 70' }));
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Ip deleted successfully'));
    expect(deletions.map(({ body }) => body)).toEqual([
      { filter: { user: 'ada' }, until: records[0]!.created_at },
    ]);
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  test('shows the progress and the end of a deletion that goes on after its response, and refetches the rows', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const lists = respondTo('listIpRecords', () => page());
    const states = [
      [],
      [{ id: 'a', matched: 250_000, deleted: 0, complete: null }],
      [{ id: 'a', matched: 250_000, deleted: 83_000, complete: null }],
      [{ id: 'a', matched: 250_000, deleted: 83_000, complete: null }],
      [{ id: 'a', matched: 250_000, deleted: 249_999, complete: true }],
      [{ id: 'a', matched: 250_000, deleted: 90_000, complete: false }],
      [],
    ];
    const polls = respondTo('listRecordDeletions', ({ index }) => json({ data: states[index] ?? [] }));
    const progress = { id: 'a', matched: 250_000, deleted: 0, complete: null };
    respondTo('deleteIpRecords', () =>
      HttpResponse.json({ msg: 'The deletion has begun.', progress }, { status: 202 }),
    );
    openIps();
    await screen.findByText('user-1');
    fireEvent.click(allBox());
    press('Select all 70 that match');
    await screen.findByText('70 selected');
    press('Delete selected');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete 70' }));
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('The deletion has begun.'));
    const bar = await screen.findByRole('progressbar', { name: 'Deletion of IP records' });
    const before = lists.length;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText(/^Deleting 250,000 IP records: 83,000 are deleted\./)).toBeInTheDocument();
    expect(bar).toHaveValue(83_000);
    await waitFor(() => expect(lists).toHaveLength(before + 1));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await screen.findByText('249,999 IP records were deleted.')).toBeInTheDocument();
    expect(bar).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(2_000);
    const end = 'The deletion was interrupted after 90,000 of 250,000 IP records.';
    expect(await screen.findByText(end)).toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(screen.queryByText(end)).not.toBeInTheDocument());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(polls).toHaveLength(states.length);
  });

  test('keeps the focus when the last rows are deleted', async () => {
    respondTo('listIpRecords', ({ index }) =>
      index === 0 ? page([record(1)]) : refusal('not_found', 'No IPs found for the given filters'),
    );
    respondTo('deleteIpRecords', () => json({ msg: 'Ip deleted successfully', deleted: 1 }));
    openIps();
    await screen.findByText('user-1');
    press(/^Delete Login failed of user-1 /);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete 1' }));
    expect(await screen.findByText('No IP record found. Try adjusting your filter.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('IP records')).toHaveFocus());
  });

  test('keeps its rows when they cannot be loaded again, and reports that beside them', async () => {
    respondTo('listIpRecords', ({ index }) => (index === 0 ? page() : refusal('unavailable', 'Busy.')));
    openIps();
    await screen.findByText('user-1');
    fireEvent(window, new Event('visibilitychange'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch IP data');
    expect(screen.getByText('user-1')).toBeInTheDocument();
  });

  test('deletes one row, and reports a failure, which closes an earlier success', async () => {
    const closeSuccess = vi.spyOn(toast, 'closeSuccess');
    respondTo('listIpRecords', () => page());
    const deletions = respondTo('deleteIpRecords', () => refusal('internal_error', 'Something went wrong.'));
    openIps();
    await screen.findByText('user-1');
    press(/^Delete Login failed of user-1 /);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete 1' }));
    await waitFor(() => expect(toast.error).toHaveBeenCalledWith('Failed to delete IP(s)'));
    expect(closeSuccess).toHaveBeenCalledOnce();
    expect(deletions[0]?.body).toEqual({ ids: [records[0]!.id] });
    expect(screen.getByText('user-1')).toBeInTheDocument();
  });

  test('offers no other deletion while one runs', async () => {
    const gate = createGate();
    respondTo('listIpRecords', () => page());
    respondTo('deleteIpRecords', async () => {
      await gate.opened;
      return json({ msg: 'Ip deleted successfully', deleted: 1 });
    });
    openIps();
    await screen.findByText('user-1');
    press(/^Delete Login failed of user-1 /);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete 1' }));
    const other = screen.getByRole('button', { name: /^Delete Login failed of user-2 / });
    await waitFor(() => expect(other).toHaveAttribute('aria-disabled', 'true'));
    fireEvent.click(other);
    gate.open();
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Ip deleted successfully'));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('a filter without matches gives an empty list, and any other 404 is a failure', async () => {
    respondTo('listIpRecords', () => refusal('not_found', 'No IPs found for the given filters'));
    openIps('?user=nobody').unmount();
    openIps('?user=nobody');
    expect(await screen.findByText('No IP record found. Try adjusting your filter.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    respondTo('listIpRecords', () => HttpResponse.json({}, { status: 404 }));
    press('Clear User: nobody');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch IP data');
  });

  test('announces to screen readers how many matches a filter has, also if there are none', async () => {
    respondTo('listIpRecords', ({ index }) =>
      index === 0 ? page() : refusal('not_found', 'No IPs found for the given filters'),
    );
    openIps();
    expect(await screen.findByText('70 IP records · page 1 of 7')).toHaveRole('status');
    const statuses = within(screen.getByLabelText('IP records')).getAllByRole('status');
    const region = statuses.findLast(({ textContent }) => textContent === '');
    press(/^User/);
    await screen.findByText('No IP record found. Try adjusting your filter.');
    expect(region).toHaveTextContent('No IP record found.');
  });

  test('offers to clear a filter that the server refuses', async () => {
    respondTo('listIpRecords', ({ index }) =>
      index === 0 ? refusal('validation_failed', 'Unknown action.') : page(),
    );
    openIps('?action=nonsense');
    expect(await screen.findByRole('alert')).toHaveTextContent('Unknown action.');
    press('Clear filters');
    expect(await screen.findByText('user-1')).toBeInTheDocument();
    expect(address()).toBe('');
    await waitFor(() => expect(screen.getByLabelText('IP records')).toHaveFocus());
  });

  test('downloads the matches of the filter from the single-use URL', async () => {
    respondTo('listIpRecords', () => page());
    const url = 'http://localhost/api/core/exports/1/token/';
    const links = respondTo('linkIpRecordsExport', () => json({ url }));
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      followed.push(this.href);
    });
    // In Sydney, where the tests run, the day has already changed.
    vi.useFakeTimers({ now: Date.parse('2026-01-30T20:00:00Z'), toFake: ['Date'] });
    openIps('?user=ada');
    fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(followed).toEqual([`${url}?on=2026-01-31`]));
    expect(links[0]?.body).toEqual({ user: 'ada' });
  });

  test('reports a failed export', async () => {
    respondTo('listIpRecords', () => page());
    respondTo('linkIpRecordsExport', () => refusal('unavailable', 'Busy.'));
    openIps();
    fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(toast.error).toHaveBeenCalledWith('Export failed: Busy.'));
  });
});

describe('the log investigation', () => {
  const message = `${'a long story '.repeat(40)}with an end`;
  const line: LogRecord = {
    id: '01930a4e-7c00-7000-8000-000000000001',
    message,
    level: 'ERROR',
    from_proxy: true,
    created_at: '2026-01-31T02:03:04.567Z',
  };

  test('reports a failed deletion, and keeps the row', async () => {
    respondTo('listLogRecords', () => json({ data: [line], totalLog: 1, numOfPages: 1, page: 1 }));
    respondTo('deleteLogRecords', () => refusal('internal_error', 'Something went wrong.'));
    openLogs();
    fireEvent.click(await screen.findByRole('button', { name: /^Delete / }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete 1' }));
    await waitFor(() => expect(toast.error).toHaveBeenCalledWith('Failed to delete log(s)'));
    expect(screen.getByRole('button', { name: /Click to read/ })).toBeInTheDocument();
  });

  test('filters by level and proxy', async () => {
    const lists = respondTo('listLogRecords', () =>
      refusal('not_found', 'No logs found for the given filters'),
    );
    openLogs('?level=ERROR&from_proxy=true');
    expect(await screen.findByText('No log record found. Try adjusting your filter.')).toBeInTheDocument();
    expect(lists[0]?.body).toEqual({ level: 'ERROR', from_proxy: 'true', page: 1, page_size: 25 });
    expect(screen.getByRole('radio', { name: 'ERROR' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Clear From proxy: true' })).toBeInTheDocument();
  });

  test('reports that it could not be loaded, and tries again', async () => {
    respondTo('listLogRecords', ({ index }) =>
      index === 0
        ? refusal('unavailable', 'Busy.')
        : json({ data: [line], totalLog: 1, numOfPages: 1, page: 1 }),
    );
    openLogs();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch logs');
    press('Try Again');
    expect(await screen.findByText('1 log record · page 1 of 1')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('log records')).toHaveFocus());
  });
});
