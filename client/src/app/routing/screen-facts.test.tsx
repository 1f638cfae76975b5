import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { agent } from '#test/fake-session.ts';
import {
  type Answers,
  beStaff,
  listOf,
  answer,
  open,
  profile,
  at,
  id,
  token,
  input,
  loan,
  archive,
  house,
  deed,
  type Presses,
  pressAll,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(beStaff);

const series = (key: string, total: number, previous_total: number | null) => {
  const points = [{ start: at, value: total }];
  return {
    key,
    label: key,
    unit: 'tries',
    total,
    previous_total,
    complete_from: previous_total === null ? at : null,
    points,
  };
};
const report = {
  series: [series('more', 10, 8), series('new', 5, 0), series('none', 0, 0), series('cut', 3, null)],
  top: [{ key: 'busiest_users', label: 'Busiest users', rows: [{ name: 'ada', value: 3 }] }],
};
const savings = { opening_balance: 0, deposit_per_month: 100, duration_months: 24, annual_interest_rate: 4 };
const summary = { calculated_monthly_payment: 40, total_interest_paid: 9, saved: { interest: 3 } };
const dataset = {
  frequency: 'annual',
  first: '2024',
  last: '2024',
  vintage: '0123456789ab',
  known_from: at,
  published: null,
  next_due: null,
  late_from: null,
};
const calculations = [
  {
    ...loan,
    id: '1',
    kind: 'savings',
    input: savings,
    summary: { final_balance: 2500, total_interest: 100 },
  },
  {
    ...loan,
    id: '2',
    kind: 'scenario',
    input: { ...input, payment_frequency: 'weekly' },
    summary,
    shared_with: [agent],
  },
  { ...loan, id: '3', shared_by: { username: 'bob' }, notes: 'Mine.' },
];
const friends = [
  { id: '1', username: 'bob', user_image: null, finished: 0, correct_share: 0 },
  { id: '2', username: 'eve', user_image: null, finished: 4, correct_share: 0.75 },
];
const phone = { id, method: 'totp', name: 'Phone', created_at: at, last_used_at: at };
const laptop = { ...phone, id: '2', method: 'passkey', name: 'Laptop', last_used_at: null };
const history = [{ date: '2026-01-30', amount: 1 }];
const accesses = ['getUser', 'linkIpRecordsExport', 'deleteUser'].map((action) => ({
  action,
  created_at: at,
}));

const facts: [path: string, given: Answers, presses: Presses, ...texts: string[]][] = [
  [
    '/admin/reports?from=2026-01-01&to=2026-01-31&interval=hour&time_zone=UTC',
    { getReport: { data: report } },
    [],
    '+25% compared with the previous range (8)',
    'None in the previous range.',
    'The same as in the previous range.',
    'The records of the previous range are not complete.',
    'Complete from 2026-01-31 02:03:04',
    'ada',
  ],
  [
    '/admin/audit',
    { listAuditRecords: listOf(deed) },
    [],
    'UNSEALED',
    `a deleted user (${id})`,
    'by nobody signed in',
    'The details were erased',
  ],
  ['/admin/timeline', {}, [], 'The URL names no user and no IP address.'],
  [
    '/dashboard',
    { listCalculations: listOf(...calculations) },
    [],
    'Final balance$2,500.00',
    'Weekly payment$40.00',
    'Interest saved$3.00',
    'shared with mata',
    'from bob',
    'Mine.',
  ],
  ['/dashboard', archive, ['Share Home'], 'You have no friends here yet.'],
  ['/training', { listTrainingFriends: listOf(...friends) }, [], 'bob0–', 'eve475%'],
  [
    profile,
    { listAccesses: { ...listOf(...accesses), numOfPages: 2 } },
    [],
    'An agent viewed your record',
    'An agent exported your records',
    'An agent: delete user',
    '3 times',
  ],
  [
    `${profile}?tab=second-factor`,
    { listSecondFactors: listOf(phone, laptop) },
    ['Remove Phone'],
    'last used',
    'not used yet',
    'You can no longer sign in with “Phone”.',
  ],
  [
    '/dashboard',
    { ...archive, listObjectives: listOf({ ...house, calculation_id: id, history }) },
    ['Update House'],
    'CalculationHome',
    '30 Jan 2026',
  ],
  [
    '/dashboard',
    { listObjectives: listOf({ ...house, calculation_id: id }) },
    ['Update House'],
    'NoneThe current calculation',
  ],
  [
    '/data/tax',
    { getDataset: { data: { ...dataset, slug: 'tax', title: 'Tax', rows: [] } } },
    [],
    'There are no figures in this range.',
  ],
  [
    '/data/gold',
    { getDataset: { data: { ...dataset, slug: 'gold', title: 'Gold', series: [] } } },
    [],
    'There are no figures in this range.',
  ],
  [
    '/privacy',
    {
      getPreferences: { findable: false },
      getStorageUsage: { total_records: 1, summary_breakdown: { 'IP records': 1, Friends: 0 } },
      listAccesses: { ...listOf(...accesses), totalAccess: 3 },
      listDevices: { data: [] },
      listSecondFactors: { data: [phone], recovery_codes_left: 3 },
      listSessions: { data: [{ ...phone, current: false, user_agent: 'curl/8' }] },
      listSignIns: { data: [{ created_at: at, ip_address: '192.0.2.1', user_agent: 'x', result: 'wrong' }] },
    },
    [],
    '1 record: IP records 1.',
    'Nobody finds you by a search.',
    'An agent looked at your record, changed or exported it 3 times, last on',
    'from 192.0.2.1 with x: refused.',
    'Phone; 3 recovery codes left.',
    'This one, and 1 other.',
    'None: a lock by wrong guesses keeps you out as well.',
    'No program has a token of yours.',
    'Not given in this browser',
  ],
  [
    `${profile}?tab=second-factor`,
    { listSecondFactors: { ...listOf(phone), recovery_codes_left: 1 } },
    ['Remove Phone'],
    'You have few recovery codes left.',
    '“Phone” is your last second factor',
  ],
  [`${profile}?tab=tokens`, { listTokens: listOf({ ...token, last_used_at: at }) }, [], 'last used'],
  [
    '/admin/audit',
    {
      listAuditRecords: listOf(deed),
      verifyAuditTrail: { data: { intact: false, checked: 7, first_fault: 'Record 8 was changed.' } },
    },
    ['Verify'],
    'THE TRAIL IS NOT INTACTRecord 8 was changed.',
  ],
  [
    '/finance/borrowing-power?payment=10&months=12&rate=6&compounding=monthly&fee=9',
    { solveLoan: { data: { amount: 0 } } },
    [],
    'Can Be Borrowed$0.00',
    '$10.00 a month, $9.00 of it a fee, for 1 year',
  ],
];

test.each(facts)('%s tells what it was given', async (path, given, presses, ...texts) => {
  answer(given);
  await open(path);
  await pressAll(presses);
  for (const text of texts) await waitFor(() => expect(document.body).toHaveTextContent(text));
});
