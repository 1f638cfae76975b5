import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { OperationName } from 'contract/operations.ts';
import { calculateSavings } from 'contract/scenarios/scenarios.ts';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { someUser } from '#test/render-user.tsx';
import { acceptConsent } from '#features/accounts/consent/consent.ts';
import { signedOutElsewhere } from '#test/fake-session.ts';
import {
  type Answers,
  listOf,
  answer,
  expectFieldRefusal,
  expectRefusal,
  expectRetry,
  refuse,
  beStaff,
  open,
  profile,
  at,
  id,
  category,
  archive,
  house,
  trainings,
  news,
  token,
  befriended,
  deed,
  type Presses,
  pressAll,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(beStaff);

const reads: [path: string, reads: OperationName, failure: string, nothing: RegExp][] = [
  ['/admin/question/7/edit', 'getQuestion', 'Failed to fetch the question', /^No such question/],
  ['/admin/audit', 'listAuditRecords', 'Failed to fetch the audit trail', /^No audit record found/],
  ['/admin/timeline?user_id=7', 'listTimeline', 'Failed to fetch the timeline', /^No records yet/],
  ['/admin/settings', 'listSettings', 'Failed to fetch the settings', /^Only superusers can change settings/],
  ['/admin/reports', 'getReport', 'Failed to fetch the report', /^None\./],
  [
    '/dashboard',
    'listCalculations',
    'Your archive could not be loaded.',
    /^Your saved calculations will appear here/,
  ],
  ['/dashboard', 'listObjectives', 'Your objectives could not be loaded.', /^Set a debt to pay off/],
  ['/dashboard', 'listNotifications', 'Your notices could not be loaded.', /^You have no unread notices/],
  ['/dashboard', 'listAttempts', 'Your last training could not be loaded.', /^You have no trainings yet/],
  [
    '/training',
    'listTrainingCategories',
    'The categories could not be loaded',
    /^There are no questions yet/,
  ],
  ['/training', 'listAttempts', 'Your history could not be loaded', /^You have no trainings yet/],
  [
    '/training',
    'listTrainingFriends',
    'Your friends’ results could not be loaded',
    /^Friends who both share/,
  ],
  ['/training/7', 'getAttempt', 'The training could not be loaded', /^No such training/],
  ['/notifications', 'listNotifications', 'Failed to fetch notifications', /^No notifications yet/],
  [
    profile,
    'listAccesses',
    'Access by staff could not be loaded.',
    /^No agent has viewed, changed or exported your record/,
  ],
  [profile, 'getPreferences', 'Your preferences could not be loaded.', /^Let others find me/],
  [`${profile}?tab=tokens`, 'listTokens', 'Your Tokens could not be read.', /^You have no tokens/],
  [
    `${profile}?tab=second-factor`,
    'listSecondFactors',
    'Your Second Factors could not be read.',
    /^You have no second factor/,
  ],
  ['/data/gold', 'getDataset', 'The dataset could not be loaded', /^NO SUCH DATASET/],
];

test.each(reads)('%s says that %s failed, and reads again on request', (...read) => expectRetry(...read));

const phone = { id, method: 'totp', name: 'Phone', created_at: at, last_used_at: null };
const factors = { listSecondFactors: { ...listOf(phone), recovery_codes_left: 9 } };

test('/privacy says which of its lines could not be read, and reads it again on request', async () => {
  for (const name of ['getStorageUsage', 'listSignIns', 'listSessions'] as const) refuse(name);
  answer({ listDevices: { data: [{}, {}] } });
  await open('/privacy');
  expect(await screen.findByText(/^2 browsers that wrong guesses/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByText(/^This could not be read/)).toHaveLength(3));
  answer({ listSessions: { data: [{ current: true, user_agent: 'curl/8' }] } });
  const line = screen.getByRole('heading', { name: 'Sessions' }).closest('li')!;
  fireEvent.click(within(line).getByText('Try Again'));
  expect(await screen.findByText('This one with curl, and no other.')).toBeInTheDocument();
  expect(screen.getAllByText(/^This could not be read/)).toHaveLength(2);
});

test('a consent that was given can be withdrawn on /privacy', async () => {
  signedOutElsewhere();
  acceptConsent();
  await open('/privacy');
  expect(screen.getByText(/^Given in this browser/)).toBeInTheDocument();
  await pressAll(['Withdraw', 'Withdraw consent']);
  expect(await screen.findByText(/^Not given in this browser/)).toBeInTheDocument();
});

const saved = { calculateSavings: calculateSavings.responses[200].example as object };

const filledObjective = [
  'Set an objective',
  { label: 'Title', text: 'House' },
  { label: 'Amount to Save', text: '1000' },
  { label: 'By', text: '2126-12-31' },
  'Save',
];

const changes: [path: string, changes: OperationName, given: Answers, ...Presses][] = [
  ['/admin/audit', 'linkAuditRecordsExport', { listAuditRecords: listOf(deed) }, 'Export CSV'],
  [
    '/admin/userlist',
    'deleteUser',
    { listUsers: listOf(someUser({ id, username: 'ada' })) },
    'Delete ada',
    'Delete user',
  ],
  [
    '/dashboard',
    'shareCalculation',
    { ...archive, ...befriended },
    'Share Home',
    'bob',
    'bob',
    'Share with nobody',
  ],
  ['/admin/reports', 'linkReportExport', {}, 'Export CSV'],
  ['/admin/audit', 'verifyAuditTrail', {}, 'Verify'],
  ['/dashboard', 'createCalculation', archive, 'Duplicate Home'],
  ['/dashboard', 'updateCalculation', archive, 'Rename Home', 'Save'],
  ['/dashboard', 'deleteCalculation', archive, 'Delete Home', 'Delete calculation'],
  ['/dashboard', 'createObjective', {}, ...filledObjective],
  ['/dashboard', 'deleteObjective', { listObjectives: listOf(house) }, 'Delete House', 'Delete objective'],
  ['/training', 'startAttempt', { listTrainingCategories: listOf(category) }, 'Start'],
  ['/training', 'deleteAttempt', trainings, /^Delete the training of/, 'Delete training'],
  ['/notifications', 'readNotifications', { listNotifications: listOf(news) }, 'Mark as read News'],
  [profile, 'updatePreferences', {}, /^Let others find me/],
  [profile, 'exportUser', {}, 'Export My Data'],
  ['/admin/question/create-question-bank?copy=7', 'getQuestion', {}],
  [`${profile}?tab=second-factor`, 'makeRecoveryCodes', factors, 'Make New Codes', 'Make new codes'],
  ['/finance/savings?opening=0&deposit=5&months=12&rate=4&goal=900', 'solveLoan', saved],
  [`${profile}?tab=tokens`, 'deleteToken', { listTokens: listOf(token) }, 'Revoke Robot', 'Revoke token'],
];

test.each(changes)('%s says why %s was refused', (path, name, given, ...presses) =>
  expectRefusal(path, name, given, presses),
);

const fields: [
  path: string,
  refuses: OperationName,
  field: string,
  label: string,
  given: Answers,
  ...Presses,
][] = [
  ['/admin/reports', 'getReport', 'from', 'From', {}],
  ['/dashboard', 'updateCalculation', 'name', 'Name', archive, 'Rename Home', 'Save'],
  ['/dashboard', 'createObjective', 'title', 'Title', {}, ...filledObjective],
  [
    '/training',
    'startAttempt',
    'count',
    'Questions (1–50)',
    { listTrainingCategories: listOf(category) },
    'Start',
  ],
];

test.each(fields)('%s shows what %s refuses beside %s', (path, name, field, label, given, ...presses) =>
  expectFieldRefusal(path, { name, field, label }, given, presses),
);
