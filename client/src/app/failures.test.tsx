import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { OperationName } from 'contract/operations.ts';
import { matchPath } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#api/fake-api.ts';
import { renderAt } from '#parts/render-at.tsx';
import { someUser } from '#parts/user/render-user.tsx';
import { agent, signedIn } from '#session/fake-session.ts';
import { toast } from '#ui/toast.ts';
import { loadedRoutes } from './loaded-routes.ts';
import { staffFeatureRoutes } from './staff/staff-features.ts';

fakeApi();

type Answers = Partial<Record<OperationName, object>>;

/** A page of any list; each has another name for its total. */
const listOf = (...data: object[]) => {
  const totals = ['Access', 'Attempt', 'Calculation', 'Notice', 'Notification', 'Question'];
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

const said = () => [...vi.mocked(toast.error).mock.calls, document.body.textContent].join();

test.each(changes)('%s says why %s was refused', async (path, name, given, ...presses) => {
  answer(given);
  const asked = refuse(name);
  await open(path);
  for (const label of presses) {
    const control = await waitFor(
      () => screen.queryByRole('checkbox', { name: label }) ?? screen.getByRole('button', { name: label }),
    );
    fireEvent.click(control);
  }
  await waitFor(() => expect(said()).toContain('Busy.'));
  expect(asked).toHaveLength(1);
});
