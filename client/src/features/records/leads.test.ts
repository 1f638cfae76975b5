import { expect, test } from 'vitest';
import { leadsOf } from './leads.ts';

test.each([
  ['ada signed in from 192.0.2.7, not from 192.0.2.7', 'ada', ['192.0.2.7']],
  ['Sign-in as eve failed from 2001:db8::7', 'eve', ['2001:db8::7']],
  ['at start (app.ts:12:34) of 999.1.1.1', undefined, []],
])('a log message leads to whom and what it names: %s', (message, username, ipAddresses) => {
  expect(leadsOf(message)).toEqual({ username, ipAddresses });
});
