import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { OperationName } from 'contract/operations.ts';
import { HttpResponse } from 'msw';
import { matchPath } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#api/fake-api.ts';
import { errorOf, renderAt } from '#parts/render-at.tsx';
import { someUser } from '#parts/user/render-user.tsx';
import { agent, signedIn } from '#session/fake-session.ts';
import { toast } from '#ui/toast.ts';
import { loadedRoutes } from './loaded-routes.ts';
import { staffFeatureRoutes } from './staff/staff-features.ts';

fakeApi();

type Answers = Partial<Record<OperationName, object>>;

/** A page of any list; each has another name for its total. */
const listOf = (...data: object[]) => {
  const totals = ['Access', 'Attempt', 'Audit', 'Calculation', 'Notice', 'Notification', 'Question'];
  return {
    data,
    page: 1,
    numOfPages: 1,
    ...Object.fromEntries(totals.map((of) => [`total${of}`, data.length])),
  };
};

/** Where nothing is there yet; other lists answer `not_found`. */
const nothing: Answers = {
  getReport: { data: { series: [], top: [{ key: 'busiest_users', label: 'Busiest users', rows: [] }] } },
  getPreferences: { share_training: false },
  listAccesses: listOf(),
  listAttempts: listOf(),
  listCalculations: listOf(),
  listCategories: listOf(),
  listDatasets: listOf(),
  listNotifications: { ...listOf(), unread: 0 },
  listObjectives: listOf(),
  listSecondFactors: { ...listOf(), recovery_codes_left: 0 },
  listSettings: { ...listOf(), version: 1 },
  listTokens: listOf(),
  listTrainingCategories: listOf(),
  listTrainingFriends: listOf(),
};

function answer(answers: Answers) {
  for (const [name, body] of Object.entries(answers)) respondTo(name as OperationName, () => json(body));
}

const refuse = (name: OperationName) => respondTo(name, () => refusal('unavailable', 'Busy.'));

beforeEach(() => {
  signedIn({ user: { ...agent, is_staff: true } });
  answer({ getUser: someUser({ is_staff: true }), ...nothing });
});

/** Without the frame around the screens. */
async function open(address: string) {
  const [pathname = ''] = address.split('?');
  const route = [...loadedRoutes, ...staffFeatureRoutes].find(({ path }) => matchPath(path, pathname));
  const loaded = await route?.load?.();
  if (!route || !loaded) throw new Error(`No screen is loaded at ${address}`);
  renderAt(route.path, loaded.default, address);
}

const profile = `/user-profile/${agent.id}`;

const reads: [path: string, reads: OperationName, failure: string, nothing: RegExp][] = [
  ['/admin/questions', 'listQuestions', 'Failed to fetch quiz questions', /^No quiz question found/],
  ['/admin/question/7/edit', 'getQuestion', 'Failed to fetch the question', /^No such question/],
  ['/admin/category-list', 'listCategories', 'Failed to fetch categories', /^No category found/],
  ['/admin/audit', 'listAuditRecords', 'Failed to fetch the audit trail', /^No audit record found/],
  ['/admin/timeline?user_id=7', 'listTimeline', 'Failed to fetch the timeline', /^Nothing is known/],
  ['/admin/settings', 'listSettings', 'Failed to fetch the settings', /^Only superusers change settings/],
  ['/admin/reports', 'getReport', 'Failed to fetch the report', /^None\./],
  ['/admin/notifications', 'listNotices', 'Failed to fetch notices', /^No notice found/],
  ['/dashboard', 'listCalculations', 'Your archive could not be read.', /^Nothing is kept yet/],
  ['/dashboard', 'listObjectives', 'Your objectives could not be read.', /^Name what you work towards/],
  ['/dashboard', 'listNotifications', 'Your notices could not be read.', /^Nothing unread/],
  ['/dashboard', 'listAttempts', 'Your last training could not be read.', /^No training yet/],
  ['/training', 'listTrainingCategories', 'The categories could not be read', /^There are no questions yet/],
  ['/training', 'listAttempts', 'Your history could not be read', /^Nothing yet/],
  ['/training', 'listTrainingFriends', 'Your friends’ results could not be read', /^Friends who both share/],
  ['/training/7', 'getAttempt', 'The training could not be read', /^No such training/],
  ['/notifications', 'listNotifications', 'Failed to fetch notifications', /^Nothing has happened yet/],
  [profile, 'listAccesses', 'Access by staff could not be read.', /^No agent has looked at your record/],
  [profile, 'getPreferences', 'Your preferences could not be read.', /^Let others find me/],
  [`${profile}?tab=tokens`, 'listTokens', 'Your Tokens could not be read.', /^No program acts for you/],
  [
    `${profile}?tab=second-factor`,
    'listSecondFactors',
    'Your Second Factors could not be read.',
    /^The password alone signs you in/,
  ],
  ['/data/gold', 'getDataset', 'The dataset could not be read', /^NO SUCH DATASET/],
];

test.each(reads)('%s says that %s failed, and reads again on request', async (path, name, failure, none) => {
  refuse(name);
  await open(path);
  expect((await screen.findByText(failure)).closest('[role="alert"]')).toHaveTextContent('Busy.');
  const body = nothing[name];
  respondTo(name, () => (body ? json(body) : refusal('not_found', 'Not found.')));
  fireEvent.click(screen.getByText('Try Again'));
  expect(await screen.findByText(none)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(failure)).not.toBeInTheDocument());
});

const at = '2026-01-31T02:03:04.567Z';
const id = '01930a4e-7c00-7000-8000-000000000007';

const category = { id, name: 'Loans', description: '', position: 1, question_count: 0, published_count: 0 };
const rates = { ...category, id: '8', name: 'Rates', position: 2, question_count: 2 };
const categories = { listCategories: listOf(category, rates) };
const questions = {
  listQuestions: listOf({ id, text: 'Why?', difficulty: 1, status: 'draft', date_updated: at }),
};
const noticesIn = (state: string) => ({
  listNotices: listOf({
    id,
    title: 'Closed',
    text: 'On Sunday.',
    level: 'info',
    state,
    read_count: 0,
    starts_at: null,
    ends_at: null,
  }),
});
const input = {
  total_loan_amount: 5000,
  duration_months: 12,
  annual_interest_rate: 6,
  compounding_frequency: 'daily',
};
const loan = { id, name: 'Home', kind: 'loan', input, summary: {}, date_updated: at, shared_by: null };
const archive = { listCalculations: listOf(loan) };
const house = {
  id,
  title: 'House',
  current_amount: 1,
  target_amount: 9,
  target_date: '2126-12-31',
  history: [],
};
const trainings = {
  listAttempts: listOf({ id, started_at: at, finished_at: null, total: 5, answered: 1, correct: 1 }),
};
const news = {
  id,
  title: 'News',
  text: 'Read it.',
  level: 'info',
  link: null,
  created_at: at,
  read_at: null,
};
const token = { id, name: 'Robot', scopes: [], prefix: 'dcl_1', expires_at: at, last_used_at: null };

/** The labels of what is pressed, in order. */
type Presses = (string | RegExp)[];
const changes: [path: string, changes: OperationName, given: Answers, ...Presses][] = [
  ['/admin/category-list', 'createCategory', {}, 'Add Category', 'Save'],
  ['/admin/category-list', 'updateCategory', categories, 'Move Loans down'],
  ['/admin/category-list', 'deleteCategory', categories, 'Delete Loans', 'Delete category'],
  ['/admin/category-list', 'deleteCategory', categories, 'Delete Rates', 'Move 2 questions and delete'],
  ['/admin/questions', 'setQuestionStatus', questions, /^Select “Why/, 'Publish'],
  ['/admin/notifications', 'withdrawNotice', noticesIn('live'), 'Withdraw Closed', 'Withdraw'],
  ['/admin/notifications', 'updateNotice', noticesIn('live'), 'Edit Closed', 'Save End'],
  ['/admin/notifications', 'deleteNotice', noticesIn('draft'), 'Delete Closed', 'Delete notice'],
  ['/admin/reports', 'linkReportExport', {}, 'Export CSV'],
  ['/admin/audit', 'verifyAuditTrail', {}, 'Verify'],
  ['/dashboard', 'createCalculation', archive, 'Duplicate Home'],
  ['/dashboard', 'updateCalculation', archive, 'Rename Home', 'Save'],
  ['/dashboard', 'deleteCalculation', archive, 'Delete Home', 'Delete calculation'],
  ['/dashboard', 'createObjective', {}, 'Set an objective', 'Save'],
  ['/dashboard', 'deleteObjective', { listObjectives: listOf(house) }, 'Delete House', 'Delete objective'],
  ['/training', 'startAttempt', { listTrainingCategories: listOf(category) }, 'Start'],
  ['/training', 'deleteAttempt', trainings, /^Delete the training of/, 'Delete training'],
  ['/notifications', 'readNotifications', { listNotifications: listOf(news) }, 'Mark as read News'],
  [profile, 'updatePreferences', {}, /^Let others find me/],
  [profile, 'exportUser', {}, 'Export My Data'],
  ['/admin/question/create-question-bank?copy=7', 'getQuestion', {}],
  [`${profile}?tab=tokens`, 'deleteToken', { listTokens: listOf(token) }, 'Revoke Robot', 'Revoke token'],
];

async function pressAll(labels: Presses) {
  for (const name of labels) {
    const control = await waitFor(
      () => screen.queryByRole('checkbox', { name }) ?? screen.getByRole('button', { name }),
    );
    fireEvent.click(control);
  }
}

const said = () => [...vi.mocked(toast.error).mock.calls, document.body.textContent].join();

test.each(changes)('%s says why %s was refused', async (path, name, given, ...presses) => {
  answer(given);
  const asked = refuse(name);
  await open(path);
  await pressAll(presses);
  await waitFor(() => expect(said()).toContain('Busy.'));
  expect(asked).toHaveLength(1);
});

const fields: [
  path: string,
  refuses: OperationName,
  field: string,
  label: string,
  given: Answers,
  ...Presses,
][] = [
  ['/admin/category-list', 'createCategory', 'name', 'Name', {}, 'Add Category', 'Save'],
  [
    '/admin/notifications',
    'updateNotice',
    'ends_at',
    'Ends (UTC)',
    noticesIn('live'),
    'Edit Closed',
    'Save End',
  ],
  ['/admin/reports', 'getReport', 'from', 'From', {}],
  ['/dashboard', 'updateCalculation', 'name', 'Name', archive, 'Rename Home', 'Save'],
  ['/dashboard', 'createObjective', 'title', 'Title', {}, 'Set an objective', 'Save'],
  [
    '/training',
    'startAttempt',
    'count',
    'Questions (1–50)',
    { listTrainingCategories: listOf(category) },
    'Start',
  ],
];

test.each(fields)(
  '%s shows what %s refuses beside %s',
  async (path, name, field, label, given, ...presses) => {
    answer(given);
    const details = { [field]: ['Too', 'odd.'] };
    respondTo(name, () =>
      HttpResponse.json({ msg: 'No.', code: 'validation_failed', details }, { status: 400 }),
    );
    await open(path);
    await pressAll(presses);
    await waitFor(() => expect(errorOf(label)).toBe('Too odd.'));
  },
);

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
const deed = {
  id: '1',
  action: 'login',
  actor_id: null,
  target_id: id,
  target: null,
  created_at: at,
  sealed: false,
};
const friends = [
  { id: '1', username: 'bob', user_image: null, finished: 0, correct_share: 0 },
  { id: '2', username: 'eve', user_image: null, finished: 4, correct_share: 0.75 },
];
const factor = { id, method: 'totp', name: 'Phone', created_at: at, last_used_at: at };
const accesses = ['getUser', 'linkIpRecordsExport', 'deleteUser'].map((action) => ({
  action,
  created_at: at,
}));

const facts: [path: string, given: Answers, presses: Presses, ...texts: string[]][] = [
  [
    '/admin/reports?from=2026-01-01&to=2026-01-31&interval=hour&time_zone=UTC',
    { getReport: { data: report } },
    [],
    '+25% on the range before (8)',
    'None in the range before.',
    'As in the range before.',
    'The range before is not complete.',
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
    'Details erased',
  ],
  ['/admin/timeline', {}, [], 'No user and no address is named.'],
  ['/admin/notifications', noticesIn('withdrawn'), [], 'WITHDRAWN', 'A deleted user'],
  ['/admin/category-list', { listCategories: listOf(rates) }, ['Delete Rates'], 'There is no other category'],
  [
    '/admin/questions',
    { listQuestions: listOf({ id, text: 'Why '.repeat(20), status: 'published', date_updated: at }) },
    [],
    `“${'Why '.repeat(15)}…”`,
  ],
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
    'An agent looked at your record',
    'An agent exported your records',
    'An agent: delete user',
    '3 times',
  ],
  [`${profile}?tab=second-factor`, { listSecondFactors: listOf(factor) }, [], 'last used'],
  [
    '/data/gold',
    { getDataset: { data: { slug: 'gold', title: 'Gold', series: [] } } },
    [],
    'There are no figures in this range.',
  ],
];

test.each(facts)('%s tells what it was given', async (path, given, presses, ...texts) => {
  answer(given);
  await open(path);
  await pressAll(presses);
  for (const text of texts) await waitFor(() => expect(document.body).toHaveTextContent(text));
});
