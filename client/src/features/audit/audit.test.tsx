import { cleanup } from '@testing-library/react';
import { beforeEach, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { sessionUser } from '#test/fake-session.ts';
import {
  timestamp,
  signInAsStaff,
  expectRefusal,
  expectRetry,
  expectTexts,
  id,
  listOf,
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
  const entries = events.map((event) => ({ ...event, kind: 'audit', user_id: id, user: 'ben' }));
  await expectTexts(
    `/admin/timeline?user_id=${id}`,
    { listTimeline: { ...listOf(...entries), totalTimeline: 2, accounts: null } },
    [],
    ...texts,
  );
});

test('a changed trail is reported as an alert with the first fault', () => {
  const data = { intact: false, checked: 7, first_fault: 'Record 8 was changed.' };
  const answers = { ...records, verifyAuditTrail: { data } };
  return expectTexts('/admin/audit', answers, ['Verify'], 'THE TRAIL IS NOT INTACTRecord 8 was changed.');
});

test('a timeline without a subject names the parameters that its URL lacks', () =>
  expectTexts('/admin/timeline', {}, [], 'The URL names no user and no IP address.'));
