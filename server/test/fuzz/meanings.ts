/** What a field is for, by its name: the document tells its type only, and with that nobody would ever get far. */
import { ipActions, logLevels } from 'contract/records.ts';
import { sorts } from 'contract/lists.ts';
import * as fc from 'fast-check';
import { password } from '#test/factories.ts';
import { type Pool, Reference, type Value } from './values.ts';

const anyPick = fc.nat({ max: 10_000 });
const oneOf = (...choices: Value[]) => fc.constantFrom(...choices);

/** Something of these pools that exists. */
export const existing = (...from: Pool[]): fc.Arbitrary<Value> =>
  fc.tuple(fc.constantFrom(...from), anyPick).map(([pool, pick]) => new Reference(pool, pick));

/** Without the bias to what is small, which would make the same name again and again. */
const unique = fc.noBias(fc.stringMatching(/^[a-z]{2,6}[._-]?[a-z0-9]{6,10}$/));
const username = fc.oneof(
  { weight: 3, arbitrary: unique },
  { weight: 1, arbitrary: existing('usernames', 'ownUsernames') },
);
const email = fc.oneof(
  { weight: 3, arbitrary: unique.map((name) => `${name}@example.org`) },
  { weight: 1, arbitrary: existing('emails', 'ownEmails') },
);
const knownPassword = fc.oneof(
  { weight: 6, arbitrary: fc.constant(password) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'another fine phrase',
      'pass\u00e9 \ufb03 \u{1F600}\u{1F600}',
      'short',
      'password1',
    ),
  },
);
const boolean = oneOf(true, false, 'true', 'False', 'ALL', '', null);
const moment = oneOf(
  '2020-01-31',
  '2030-12-31',
  '2026-01-31T02:03:04.567Z',
  '2020-02-29T23:59:59+10:30',
  '2026-01-31T02:03',
  '',
);
const page = oneOf(1, 2, '3', 100, '1000000', '9007199254740993', 0, '');

export const meanings: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  username,
  email,
  new_email: email,
  username_or_email: existing('usernames', 'emails', 'ownUsernames', 'ownEmails'),
  password: knownPassword,
  new_password: knownPassword,
  current_password: knownPassword,
  refresh: existing('ownRefreshTokens', 'refreshTokens'),
  refresh_token: existing('ownRefreshTokens', 'refreshTokens'),
  date_of_birth: oneOf('1990-12-10', '2000-02-29', '1900-01-01', '1899-12-31', '2999-01-01', null, ''),
  country_name: oneOf('Australia', 'Kazakhstan 2', 'C\u00f4te d\u2019Ivoire', 'Nowhere', null, ''),
  country_code: oneOf('61', '76', '383', '0', null, ''),
  phone_number: oneOf('400 000 000', '+61 (4) 00-00.00', '(', null, ''),
  is_active: boolean,
  is_staff: boolean,
  is_premium_user: boolean,
  is_superuser: boolean,
  delete_image: boolean,
  from_proxy: boolean,
  action: oneOf('accept', 'reject', 'ALL', ...ipActions),
  level: oneOf('ALL', 'info', ...logLevels),
  sort: oneOf(...sorts, 'A-Z', ''),
  page,
  page_size: page,
  created_before: moment,
  created_after: moment,
  updated_before: moment,
  updated_after: moment,
  user: existing('usernames'),
  message: oneOf('signed in', 'a', '%', '_'),
  query: fc.oneof(existing('usernames'), oneOf('fuzz', 'us', 'e', '-')),
  total_loan_amount: oneOf(500_000, 0.01, '100000.00', 20, 36.3, 1_000_000_000_000, 1e-3, '1e3'),
  duration_months: oneOf(2, 360, 600, '12', 601, 1, 2.5),
  annual_interest_rate: oneOf(0, 6, '4.4', 30, 29.999999, 0.000001, 30.000001),
  uid: existing('linkIds'),
  token: existing('linkTokens'),
  filePath: existing('signedFiles', 'signedFiles', 'files'),
  expires: existing('signedExpiries'),
  signature: existing('signatures'),
};

/** What an id names, by the path of its operation: first what is the caller's own. */
const poolsByPath: readonly (readonly [RegExp, Pool, Pool])[] = [
  [/send_friend_request/, 'people', 'users'],
  [/block/, 'ownBlocked', 'people'],
  [/remove_friend/, 'ownFriends', 'people'],
  [/respond_friend_request/, 'ownReceivedRequests', 'friendRequests'],
  [/delete_friend_request/, 'ownSentRequests', 'friendRequests'],
  [/session/, 'ownSessions', 'sessions'],
  [/ipaddress/, 'ipRecords', 'ipRecords'],
  [/logs/, 'logRecords', 'logRecords'],
  [/admin/, 'people', 'users'],
  [/./, 'ownIds', 'people'],
];

export function anyId(path: string): fc.Arbitrary<Value> {
  const [, own, other] = poolsByPath.find(([pattern]) => pattern.test(path))!;
  return fc.oneof(
    { weight: 8, arbitrary: existing(own) },
    { weight: 4, arbitrary: existing(other) },
    { weight: 1, arbitrary: existing('users', 'sessions', 'friendRequests', 'ipRecords', 'logRecords') },
    { weight: 1, arbitrary: fc.uuid() },
  );
}
