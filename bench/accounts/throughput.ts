/**
 * Compares a sign-in, and a request of a signed-in user, with their peers under the same load.
 *
 *     npx tsx bench/accounts/throughput.ts [users]
 */
import type { Request } from 'autocannon';
import { signIn } from 'server/src/commands/demo/caller.ts';
import { demoPassword as password } from 'server/src/commands/demo/people.ts';
import { compareRates } from '../compare-rates.ts';
import { startMeasured } from '../measured-process.ts';
import { familiarHeaders } from './crowd.ts';

const measured = await startMeasured('bench/accounts/throughput-server.ts', [process.argv[2] ?? '1000000']);
try {
  const { url, bareUrl, users } = measured;
  const json = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...familiarHeaders },
  } as const;
  const verify = { ...json, url: `${bareUrl}/verify`, body: JSON.stringify({ password }) };
  const loginOf = (user = 0) => ({
    path: '/api/user/login/',
    body: JSON.stringify({ username_or_email: users[user]?.username, password }),
  });
  let next = 0;
  // Each connection would otherwise begin with the same user.
  const nextLogin = (request: Request): Request => ({ ...request, ...loginOf((next += 1) % users.length) });
  for (const [name, requests] of [
    ['login without a device token', [{ setupRequest: nextLogin }]],
    ['login, all to one account', [loginOf()]],
  ] as const) {
    await compareRates(measured, {
      name: `${name}, against a bare route that verifies the same hash`,
      goal: 0.75,
      connections: 8,
      secondsPerTurn: 4,
      ours: { ...json, url, requests: [...requests] },
      peer: verify,
    });
  }
  const signedIn = {
    url: `${url}/api/bench/signed-in/`,
    headers: (await signIn(url, users[0]!.username)).headers,
  };
  for (const [name, peer] of [
    ['bare Fastify with the same token and session look-up', { ...signedIn, url: `${bareUrl}/signed-in` }],
    ['an empty open route', { url: `${url}/api/bench/open/` }],
  ] as const) {
    await compareRates(measured, {
      name: `signed-in request, against ${name}`,
      goal: 0.4,
      ours: signedIn,
      peer,
    });
  }
  const staff = { ...signedIn, headers: (await signIn(url, users[1]!.username)).headers };
  await compareRates(measured, {
    name: 'another user by id for staff, recorded and repeated, against the same',
    goal: 0.45,
    ours: { ...staff, url: `${url}/api/user/user/${users[0]?.id}/` },
    peer: { ...signedIn, url: `${bareUrl}/user` },
  });
  await compareRates(measured, {
    name: 'a user by id, against bare Fastify with one statement for session and user',
    goal: 0.6,
    ours: { ...signedIn, url: `${url}/api/user/user/${users[0]?.id}/` },
    peer: { ...signedIn, url: `${bareUrl}/user` },
  });
} finally {
  await measured.stop();
}
