import { expect, test } from 'vitest';
import { detailLines } from './details.ts';

test('details describe the values before and after in words', () => {
  expect(
    detailLines({
      username: 'ada',
      fields: ['is_staff', 'phone_number', 'new_password'],
      changes: { is_staff: { from: false, to: true }, phone_number: { from: null, to: '400 000 000' } },
    }),
  ).toEqual([
    'Is staff: from no to yes',
    'Phone number: from nothing to 400 000 000',
    'Changed: New password',
    'Username: ada',
  ]);
  expect(detailLines({ storage_limit: { from: 1000, to: 2000 } })).toEqual([
    'Storage limit: from 1,000 to 2,000',
  ]);
  expect(detailLines({ from: 'ada@example.org', to: 'ada@example.net' })).toEqual([
    'from ada@example.org to ada@example.net',
  ]);
  expect(detailLines({ filter: { user: 'ada', action: null }, rows: 2, ids: ['a', 'b', 'c', 'd'] })).toEqual([
    'Filter: user ada',
    'Rows: 2',
    'Ids: a, b, c and 1 more',
  ]);
  expect(detailLines({ changes: { password: 'set' }, filter: { user: null }, reason: null })).toEqual([
    'Password: set',
  ]);
});
