import { operations } from 'contract/operations.ts';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import {
  timestamp,
  signInAsStaff,
  expectRefusal,
  expectRetry,
  expectTexts,
  listOf,
  profilePath,
} from '#test/render-screen.tsx';
import { accessText } from './profile-tab.tsx';

fakeApi();

beforeEach(signInAsStaff);

test.each([
  [
    'listAccesses',
    'Access by staff could not be loaded.',
    /^No agent has viewed, changed or exported your record/,
  ],
  ['getPreferences', 'Your preferences could not be loaded.', /^Let others find me/],
] as const)('the profile says that %s failed, and reads again on request', (name, failure, none) =>
  expectRetry(profilePath, name, failure, none),
);

test.each([
  ['updatePreferences', /^Let others find me/],
  ['exportUser', 'Export My Data'],
] as const)('the profile says why %s was refused', (name, press) =>
  expectRefusal(profilePath, name, {}, [press]),
);

test('each access by staff is listed, with the total number', () => {
  const accesses = ['getUser', 'listUsers', 'linkIpRecordsExport', 'getReport'].map((action) => ({
    action,
    created_at: timestamp,
  }));
  return expectTexts(
    profilePath,
    { listAccesses: { ...listOf(...accesses), numOfPages: 2 } },
    [],
    'An agent viewed your record',
    'An agent viewed your record in a list',
    'An agent exported your records',
    'An agent viewed your name in statistics',
    '4 times',
  );
});

const staffOperations = Object.entries(operations).filter(([, { access }]) =>
  ['staff', 'superuser', 'selfOrStaff'].includes(access),
);

test.each(staffOperations)('%s has a sentence of an access by staff, if it can be one', (name, { url }) => {
  const text = accessText(name);
  expect(text).toMatch(/^[a-z]+ [a-zIP ]+$/);
  const namesUsers =
    /^list(?:Users|.*Records|Notices|NetworkBlocks)$|Report|Suspension|User/.test(name) ||
    url.includes(':userId');
  expect(namesUsers && text === accessText('somethingNew')).toBe(false);
});
