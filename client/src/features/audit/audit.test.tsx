import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { sessionUser } from '#test/fake-session.ts';
import {
  timestamp,
  signInAsStaff,
  expectRefusal,
  expectRetry,
  expectTexts,
  id,
  listOf,
  openScreen,
  respondWith,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const record = {
  id: '1',
  action: 'login',
  actor_id: null,
  target_id: id,
  target: null,
  created_at: timestamp,
  sealed: false,
};
/** An entry of a timeline. */
const entry = {
  kind: 'audit',
  message: null,
  level: null,
  sources: ['audit'],
  run: null,
  failures_before: null,
};
const ofNetwork = { ...record, ...entry, user_id: null, user: null, actor: null, ip_address: null };
const timelineOf = (entries: object[], rest = {}) => ({
  ...listOf(...entries),
  totalTimeline: entries.length,
  records: 402,
  since: null,
  accounts: null,
  sign_ins: null,
  ...rest,
});
const preview = {
  network: '203.0.113.77',
  addresses: 1,
  matches: {},
  user_count: 0,
  users: [],
  sign_ins: 1,
  failed_sign_ins: 189,
  registrations: 0,
  protected: [],
};
const records = { listAuditRecords: listOf(record) };

test.each([
  ['/admin/audit', 'listAuditRecords', 'Failed to fetch the audit trail', /^No audit record found/],
  ['/admin/timeline?user_id=7', 'listTimeline', 'Failed to fetch the timeline', /^No records yet/],
] as const)('%s says that it could not be read, and reads again on request', (path, name, failure, none) =>
  expectRetry(path, name, failure, none),
);

test.each([
  ['linkAuditRecordsExport', records, 'Export CSV'],
  ['verifyAuditTrail', records, 'Verify'],
] as const)('the trail says why %s was refused', (name, answers, press) =>
  expectRefusal('/admin/audit', name, answers, [press]),
);

test('a record without user, actor and details states that', () =>
  expectTexts(
    '/admin/audit',
    records,
    [],
    'UNSEALED',
    `a deleted user (${id})`,
    'by nobody signed in',
    'The details were erased',
  ));

test('a report about a person and its answer are sentences', async () => {
  const reported = {
    ip_address: null,
    details: {},
    created_at: timestamp,
    sealed: true,
    target_id: id,
    target: 'ben',
  };
  const events = [
    { ...reported, id: '2', action: 'createFlag', actor_id: sessionUser.id, actor: 'ada' },
    { ...reported, id: '3', action: 'answerFlag', actor_id: sessionUser.id, actor: 'grace' },
  ];
  const texts = ['ada reported ben', 'grace answered the reports about ben'];
  await expectTexts('/admin/audit', { listAuditRecords: listOf(...events) }, [], ...texts);
  cleanup();
  const entries = events.map((event) => ({ ...entry, ...event, user_id: id, user: 'ben' }));
  await expectTexts(`/admin/timeline?user_id=${id}`, { listTimeline: timelineOf(entries) }, [], ...texts);
});

test('a changed trail is reported as an alert with the first fault', () => {
  const data = { intact: false, checked: 7, first_fault: 'Record 8 was changed.' };
  const answers = { ...records, verifyAuditTrail: { data } };
  return expectTexts('/admin/audit', answers, ['Verify'], 'THE TRAIL IS NOT INTACTRecord 8 was changed.');
});

test('a timeline without a subject names the parameters that its URL lacks', () =>
  expectTexts('/admin/timeline', {}, [], 'The URL names no user and no IP address.'));

test('a timeline of an IP address leads with its sums, opens a run in its place, and blocks on the same screen', async () => {
  const failure = {
    ...entry,
    ip_address: '203.0.113.77',
    network: null,
    kind: 'ip',
    action: 'login_failed',
    message: 'Sign-in as carol failed: wrong password.',
    level: 'WARNING',
    sources: ['ip', 'log'],
    user: 'carol',
    user_id: id,
    actor: null,
    created_at: '2026-11-28T02:02:00.000Z',
  };
  let run = { count: 166, first_at: '2026-11-27T21:58:00.000Z', addresses: 1 };
  const found = {
    ...failure,
    id: 'f',
    message: 'Sign-in as carol failed: account suspended.',
    failures_before: 3,
  };
  const success = { ...failure, id: 's', action: 'login', failures_before: 166 };
  let runId = id;
  const ends_at = '2026-12-24T01:02:03.000Z';
  const block = { id, network: '203.0.113.0/24', ends_at };
  const asked = respondTo('listTimeline', ({ body }) =>
    json(
      'run' in (body as object)
        ? timelineOf([{ ...failure, id: '9' }])
        : timelineOf(
            [
              { ...failure, id: '7', message: 'No account.', user: null, user_id: null },
              success,
              { ...failure, id: runId, run },
              found,
            ],
            {
              since: '2026-11-20T01:02:03.000Z',
              sign_ins: { failed: 189, succeeded: 1 },
              accounts: {
                total: 4,
                data: [
                  { id, username: 'carol', records: 167, failed: 166, signed_in: 1, last_at: timestamp },
                ],
              },
            },
          ),
    ),
  );
  respondWith({ previewNetworkBlock: preview, createNetworkBlock: { msg: 'Blocked.', block } });
  respondTo('listNetworkBlocks', ({ index }) =>
    index === 0 ? refusal('not_found', 'None.') : json(listOf(block)),
  );
  await openScreen('/admin/timeline?ip_address=203.0.113.77');
  expect(await screen.findByText('402 records in 4 rows · times in UTC')).toBeInTheDocument();
  expect(screen.getByText('189')).toBeInTheDocument();
  expect(screen.getByText(/^Failures before/)).toHaveTextContent('before 2026-11-20 01:02:03 are not listed');
  expect(screen.getByRole('link', { name: '1' })).toHaveAttribute(
    'href',
    expect.stringContaining('action=login'),
  );
  expect(screen.getByText(/The password was right, after 3 failures/)).toHaveTextContent('account suspended');
  expect(screen.getByText('166 failed, 1 signed in')).toBeInTheDocument();
  expect(screen.getByText(/the first after 166 failures/)).toHaveTextContent('Login as carol');

  // J reaches rows with and without a control, B opens the block, and Escape returns to the row.
  const opener = screen.getByRole('button', {
    name: /166 × Login failed: wrong password, 21:58 to 02:02, every 89 s/,
  });
  opener.focus();
  await userEvent.keyboard('kk');
  expect(document.activeElement).toHaveTextContent('No account.');
  await userEvent.keyboard('b');
  const pane = await screen.findByRole('dialog', { name: 'Block a Network' });
  expect(await within(pane).findByText(/189 failed and 1 successful/)).toBeInTheDocument();
  await userEvent.click(within(pane).getByRole('radio', { name: '/28' }));
  expect(within(pane).getByLabelText('IP address or network')).toHaveValue('203.0.113.77/28');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toHaveTextContent('No account.');

  await userEvent.keyboard('jj{Enter}');
  expect(opener).toHaveFocus();
  expect(await screen.findByRole('region', { name: 'Run' })).toHaveTextContent('2026-11-28 02:02:00');
  expect(asked.at(-1)?.body).toMatchObject({ run: id, fold: 'runs', page_size: 25 });

  // J leaves an open run open, and so does its growth at one end and the cut at the other, which a block reads.
  await userEvent.keyboard('kb');
  runId = 'newer';
  run = { ...run, first_at: '2026-11-27T22:58:00.000Z' };
  await userEvent.type(within(await screen.findByRole('dialog')).getByLabelText('Reason'), 'Guesses.{Enter}');
  expect(
    await screen.findByRole('link', { name: '203.0.113.0/24 is blocked until 2026-12-24 01:02' }),
  ).toBeInTheDocument();
  expect(screen.queryByText(/B blocks the address/)).toBeNull();
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ run: 'newer' });
  expect(document.activeElement?.closest('li')).toHaveTextContent('Login as carol');
  expect(screen.getByRole('region', { name: 'Run' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Fold runs' }));
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ fold: 'events', ip_address: '203.0.113.77' });
});

test.each([
  ['203.0.113.0/24', '203.0.0.0/16', '203.0.113.0/28'],
  ['203.0.113.77/32', '203.0.113.77', undefined],
])('a timeline of %s names the block that covers it, and offers none', async (network, block, narrower) => {
  const blocks = [narrower, block].flatMap((one) =>
    one === undefined ? [] : { id: one, network: one, ends_at: timestamp },
  );
  const asked = respondTo('listNetworkBlocks', () => json(listOf(...blocks)));
  respondWith({ listTimeline: timelineOf([ofNetwork]) });
  await openScreen(`/admin/timeline?ip_address=${network}`);
  expect(
    await screen.findByRole('link', { name: `${block} is blocked until 2026-01-31 02:03` }),
  ).toBeInTheDocument();
  expect(asked[0]?.body).toMatchObject({ state: 'active', network: network.split('/')[0] });
  expect(screen.queryByText(/B blocks/)).toBeNull();
});

test.each(['198.0.0.0/8', '2001::/20'])(
  'a timeline of %s, which is too wide for a block, offers none',
  async (network) => {
    respondWith({ listTimeline: timelineOf([ofNetwork]) });
    await openScreen(`/admin/timeline?ip_address=${network}`);
    expect(await screen.findByText('402 records in 1 row · times in UTC')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Block / })).toBeNull();
    expect(screen.queryByText(/B blocks/)).toBeNull();
  },
);
