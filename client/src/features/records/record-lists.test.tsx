import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { openScreen, signInAsStaff } from '#test/render-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);
beforeEach(() => void respondTo('listRecordDeletions', () => json({ data: [] })));

const ipRecord = (id: string, network: object | null) => ({
  id,
  user: 'ada',
  ip_address: '203.0.113.7',
  action: 'login',
  created_at: '2026-01-31T02:03:04.567Z',
  network,
});
const respondWithIps = (...data: object[]) =>
  respondTo('listIpRecords', () => json({ data, totalIp: data.length, numOfPages: 1, page: 1 }));

const logRecord = (id: string) => ({
  id,
  message: `Sign-in as ada failed ${id}: wrong password. From 203.0.113.7`,
  level: 'WARNING',
  from_proxy: true,
  created_at: '2026-01-31T02:03:04.567Z',
});
const respondWithLogs = () =>
  respondTo('listLogRecords', () =>
    json({ data: [logRecord('1'), logRecord('2')], totalLog: 2, numOfPages: 1, page: 1 }),
  );

const narrowTo = (px: number) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const most = Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0);
    return { matches: px <= most, addEventListener: () => {}, removeEventListener: () => {} } as never;
  });

test('whose network it is stands in a column, which is not there without any name', async () => {
  respondWithIps(
    ipRecord('1', { asn: 64_500, name: 'Example Networks', country: 'AU' }),
    ipRecord('2', null),
  );
  await openScreen('/admin/ip-address');
  expect(await screen.findByText('Example Networks (AS64500), Australia')).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: 'Network' })).toBeInTheDocument();
});

test('without a file of networks there is no such column', async () => {
  respondWithIps(ipRecord('1', null));
  await openScreen('/admin/ip-address');
  expect(await screen.findByText('Login')).toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: 'Network' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Blocked networks' })).toHaveAttribute(
    'href',
    '/admin/network-blocks',
  );
});

test('a log message opens beside the list, and the focus returns to its row', async () => {
  narrowTo(1_440);
  respondWithLogs();
  await openScreen('/admin/log');
  const [first] = await screen.findAllByRole('button', { name: /^Click to read/ });
  await userEvent.click(first!);
  const dialog = screen.getByRole('dialog', { name: 'Log Message' });
  const pane = within(dialog);
  expect(dialog).not.toHaveAttribute('aria-modal', 'true');
  expect(pane.getByRole('heading', { name: 'Log Message' })).toHaveFocus();
  expect(pane.getByText(/^Sign-in as ada failed 1/)).toBeInTheDocument();
  expect(pane.getByRole('link', { name: 'Timeline of 203.0.113.7' })).toBeInTheDocument();
  expect(pane.getByText('yes')).toBeInTheDocument();
  await userEvent.click(pane.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(first).toHaveFocus();
});

test.each([
  ['beside the list', 1_440],
  ['in a modal dialog where there is no room', 1_000],
])('J and K open the next and the previous record %s, X selects it, and Escape closes', async (_, width) => {
  narrowTo(width);
  respondWithLogs();
  await openScreen('/admin/log');
  const [first, second] = await screen.findAllByRole('button', { name: /^Click to read/ });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(first!);
  const dialog = await screen.findByRole('dialog', { name: 'Log Message' });
  await userEvent.keyboard('k');
  expect(dialog).toHaveTextContent('Sign-in as ada failed 1');
  await userEvent.keyboard('jx');
  expect(dialog).toHaveTextContent('Sign-in as ada failed 2');
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  await userEvent.keyboard('k');
  expect(dialog).toHaveTextContent('Sign-in as ada failed 1');
  await userEvent.keyboard('j{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(second).toHaveFocus();
});

test('Escape closes the record beside the list with the focus in the filters or on the page', async () => {
  narrowTo(1_440);
  respondWithLogs();
  await openScreen('/admin/log');
  const [first] = await screen.findAllByRole('button', { name: /^Click to read/ });
  for (const focus of [
    () => screen.getByRole('searchbox', { name: 'Search' }).focus(),
    () => (document.activeElement as HTMLElement).blur(),
  ]) {
    await userEvent.click(first!);
    expect(screen.getByRole('dialog', { name: 'Log Message' })).toBeVisible();
    focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(first).toHaveFocus();
  }
});

test.each([
  ['beside the list', 1_440],
  ['in a modal dialog', 1_000],
])(
  'Back closes a record %s at once, however many were read, and neither it nor Escape leaves the list',
  async (_, width) => {
    narrowTo(width);
    respondWithLogs();
    const { router } = await openScreen('/admin/log?page_size=25');
    const [first, second] = await screen.findAllByRole('button', { name: /^Click to read/ });
    await userEvent.click(first!);
    expect(await screen.findByRole('dialog', { name: 'Log Message' })).toBeVisible();
    await userEvent.keyboard('jkj');
    await act(() => router.navigate(-1));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(second).toHaveFocus();
    expect(router.state.location.search).toBe('?page_size=25');
    for (let again = 0; again < 2; again++) {
      await userEvent.click(first!);
      await userEvent.keyboard('{Escape}');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(first).toHaveFocus();
    }
    await act(() => router.navigate(1));
    await userEvent.click(first!);
    await act(() => router.navigate(-1));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await act(() => router.navigate(1));
    expect(screen.getByRole('dialog')).toHaveTextContent('Sign-in as ada failed 1');
    await userEvent.keyboard('j{Escape}');
    expect(second).toHaveFocus();
    expect(router.state.location).toMatchObject({ pathname: '/admin/log', search: '?page_size=25' });
  },
);

test('a record beside the list stays open when a filter changes, and is closed without undoing the filter', async () => {
  narrowTo(1_440);
  respondWithLogs();
  const { router } = await openScreen('/admin/log');
  const [first] = await screen.findAllByRole('button', { name: /^Click to read/ });
  await userEvent.click(first!);
  await userEvent.click(screen.getByRole('radio', { name: 'WARNING' }));
  await waitFor(() => expect(router.state.location.search).toBe('?level=WARNING'));
  expect(await screen.findByRole('dialog', { name: 'Log Message' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('?level=WARNING');
});

test('the search and the levels above the list are filters, and a selection takes their place', async () => {
  narrowTo(1_440);
  const lists = respondWithLogs();
  await openScreen('/admin/log');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'ada{Enter}');
  await waitFor(() => expect(lists.at(-1)?.body).toMatchObject({ message: 'ada' }));
  await userEvent.click(screen.getByRole('radio', { name: 'WARNING' }));
  await waitFor(() => expect(lists.at(-1)?.body).toMatchObject({ message: 'ada', level: 'WARNING' }));
  fireEvent.click(screen.getAllByRole('checkbox', { name: /^Select WARNING/ })[0]!);
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('ada');
});

test('with the focus in a row J and K go to the next and the previous row, open it beside the list, and X selects it', async () => {
  narrowTo(1_440);
  respondWithLogs();
  await openScreen('/admin/log');
  const [first, second] = await screen.findAllByRole('button', { name: /^Click to read/ });
  first!.focus();
  await userEvent.keyboard('j');
  expect(second).toHaveFocus();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await userEvent.keyboard('j{Enter}');
  const pane = screen.getByRole('dialog', { name: 'Log Message' });
  expect(pane).toHaveTextContent(/Sign-in as ada failed 2.*J, K next and previous · X select/);
  second!.focus();
  await userEvent.keyboard('k');
  expect(first).toHaveFocus();
  expect(pane).toHaveTextContent('Sign-in as ada failed 1');
  await userEvent.keyboard('x');
  expect(screen.getAllByRole('checkbox', { name: /^Select WARNING/ })[0]).toBeChecked();
  expect(screen.getByText('1 selected')).toBeInTheDocument();
});

test('the keys of a list do nothing in its search, and with a modifier key', async () => {
  narrowTo(1_440);
  respondWithLogs();
  await openScreen('/admin/log');
  const search = await screen.findByRole('searchbox', { name: 'Search' });
  await userEvent.type(search, 'jkx');
  expect(search).toHaveFocus();
  const [first] = screen.getAllByRole('button', { name: /^Click to read/ });
  first!.focus();
  await userEvent.keyboard('{Control>}jx{/Control}');
  expect(first).toHaveFocus();
  expect(screen.queryByText('1 selected')).not.toBeInTheDocument();
});
