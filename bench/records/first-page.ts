/**
 * Compares the first page of each list, at 1,000,000 users and records of each kind, with bare Fastify that authenticates by
 * the same token and runs the same statement: without a filter, and for a part of a name that 300,000 users have. Also
 * compares the user search.
 *
 *     npx tsx bench/records/first-page.ts [users] [only the list of this operation]
 */
import { listAuditRecords } from 'contract/audit/audit.ts';
import { searchUsers } from 'contract/friends/friends.ts';
import { listIpRecords, listLogRecords } from 'contract/records/records.ts';
import { listUsers } from 'contract/users/users.ts';
import { signIn } from 'server/src/commands/demo/caller.ts';
import { compareRates } from '../compare-rates.ts';
import { commonPart } from '../friends/names.ts';
import { startMeasured } from '../measured-process.ts';

/** For statements that take up to a second in PostgreSQL. */
const slow = { connections: 1, secondsPerTurn: 5 };

const [users = '1000000', only] = process.argv.slice(2);
const measured = await startMeasured('bench/records/first-page-server.ts', [users]);
const json = { 'content-type': 'application/json' };
const lists = [listUsers, listIpRecords, listLogRecords, listAuditRecords].map(
  ({ operation, method, url }) => {
    const request = method === 'GET' ? {} : ({ method, headers: json, body: '{}' } as const);
    // Page 1 of the logs is what staff open most.
    return { name: operation, request, url, bareUrl: url, goal: operation === 'listLogRecords' ? 0.9 : 0.7 };
  },
);
const comparisons = [
  ...lists,
  {
    name: 'IP records by a part of a name that three in ten users have',
    request: { method: 'POST', headers: json, body: JSON.stringify({ user: commonPart }) } as const,
    url: listIpRecords.url,
    bareUrl: '/ip-by-name',
    ...slow,
  },
  {
    name: 'users by the same part, a-z',
    request: {},
    url: `${listUsers.url}?text=${commonPart}&sort=a-z`,
    bareUrl: '/users-by-name',
    mostMicros: 300_000,
    ...slow,
  },
  ...['kai', 'garcia', commonPart].map((text) => ({
    name: `the search for users by ${text}`,
    request: {},
    url: `${searchUsers.url}?query=${text}`,
    bareUrl: `/search?query=${text}`,
  })),
];
try {
  for (const { name, request, url, bareUrl, ...load } of comparisons) {
    if (only !== undefined && name !== only) continue;
    // An access token is valid for five minutes.
    const { headers } = await signIn(measured.url, measured.users[0]!.username);
    const signedIn = { ...request, headers: { ...('headers' in request && request.headers), ...headers } };
    await compareRates(measured, {
      name,
      goal: 0.7,
      ...load,
      ours: { ...signedIn, url: measured.url + url },
      peer: { ...signedIn, url: measured.bareUrl + bareUrl },
    });
  }
} finally {
  await measured.stop();
}
