import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { login } from 'contract/accounts/accounts.ts';
import { operationRules } from 'contract/operation-rules.ts';
import { type OperationName, operations } from 'contract/operations.ts';
import type { Route } from 'contract/route.ts';
import { routes } from 'contract/routes.ts';
import { type TokenScope, tokenScopes } from 'contract/tokens/tokens.constants.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { cookiesOf } from '#test/cookies.ts';
import { waitingForLocks } from '#test/database.ts';
import { createCaller, createUser, password, type TestUser } from '#test/factories.ts';
import {
  accessMatrix,
  type CallerName,
  callers,
  type Cell,
  refusals,
  type TargetName,
  targetCalls,
  targetMatrix,
  type TargetOperation,
} from '#test/role-matrix.ts';

// The rate limits are raised, because every caller calls every operation.
const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

/** The headers that authenticate a caller in each of the two ways. */
type Credentials = Record<'bearer' | 'cookie', Record<string, string>>;

// Uses `node:http` instead of `fetch`, which requests compression and needs every body to be read: a fifth more CPU
// time.
const agent = new Agent({ keepAlive: true });

let origin: string;
let self: TestUser;
const credentials = {} as Record<CallerName, Credentials>;

const flags: Partial<Record<CallerName, object>> = {
  unverified: { isVerified: false },
  staff: { is_staff: true },
  superuser: { is_superuser: true },
  mustChange: { is_staff: true, must_change_password: true },
};

/** How a valid session is made invalid. */
const ends: Partial<Record<CallerName, string>> = {
  deactivated: 'UPDATE users SET is_active = false WHERE id = $1',
  deleted: 'DELETE FROM users WHERE id = $1',
  expired: `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
  revoked: 'UPDATE sessions SET revoked_at = now() WHERE user_id = $1',
};

beforeAll(async () => {
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  const guest = await guestCredentials();
  credentials.guest = guest;
  // One after another, because the queue of hashes would serialize them anyway.
  for (const name of callers.slice(1)) {
    const user = await createUser(test, flags[name]);
    if (name === 'self') self = user;
    credentials[name] = await signInAs(user, guest);
    const end = ends[name];
    if (end) await test.database.pool.query(end, [user.id]);
  }
});

async function guestCredentials(): Promise<Credentials> {
  return { bearer: {}, cookie: cookiesIn(await fetch(`${origin}/api/healthz`)) };
}

/** One session, presented as a token and as cookies. A user who cannot sign in calls as a guest. */
async function signInAs({ username }: TestUser, guest: Credentials): Promise<Credentials> {
  const answer = await fetch(origin + login.url, {
    method: 'POST',
    headers: { ...guest.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: username, password }),
  });
  const body = (await answer.json()) as { access: string; code?: string };
  if (body.code === 'account_not_verified') return guest;
  expect(answer.status).toBe(200);
  return { bearer: { authorization: `Bearer ${body.access}` }, cookie: cookiesIn(answer) };
}

const cookiesIn = ({ headers }: Response) => cookiesOf({ 'set-cookie': headers.getSetCookie() });

type Outcome = readonly [status: number, code: string | undefined];

async function send(
  name: OperationName,
  headers: Record<string, string>,
  { named, body }: { named: string; body?: object | undefined },
): Promise<Outcome> {
  const { method, url } = operations[name];
  const sent = httpRequest(origin + url.replaceAll(/:\w+/g, named), { method, agent, headers });
  if (body) {
    const text = JSON.stringify(body);
    sent.setHeader('content-type', 'application/json').setHeader('content-length', text.length);
    sent.write(text);
  }
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const status = response.statusCode ?? 0;
  if (response.headers['content-type']?.startsWith('text/event-stream')) response.destroy();
  if (status < 400) {
    response.resume();
    return [status, undefined];
  }
  return [status, ((await json(response)) as { code?: string }).code];
}

/**
 * No operation accepts a list as its body. The body is checked last, so a refusal of the body means that the caller was
 * admitted.
 */
const unusableBody: object = [];
const takesBody = new Set(routes.filter(({ body }) => body).map(({ operation }) => operation));

/** The refusal whose code the outcome has. `in` if there is none. */
function cellOf(outcome: Outcome): Cell {
  const refusal = Object.entries(refusals).find(([, [, code]]) => code === outcome[1]);
  return (refusal?.[0] as Cell | undefined) ?? 'in';
}

const names = Object.keys(operations) as OperationName[];
const kindOf = ({ method, access, countsAsActivity }: Route) => [method, access, countsAsActivity].join();
const firstOfKinds = new Set(
  new Map(routes.toReversed().map((route) => [kindOf(route), route.operation])).values(),
);
/** Who calls is decided by these before the operation, so cookies are tried once for each of their combinations. */
const waysOf = (name: OperationName) =>
  firstOfKinds.has(name) ? (['bearer', 'cookie'] as const) : (['bearer'] as const);

describe.each(names)('%s', (name) => {
  const { access } = operations[name];
  // If the path names no record of the caller, it gets an unknown id, because staff would otherwise end the sessions of
  // others.
  const named = () => (access === 'user' || access === 'staff' ? uuidv7() : self.id);
  const body = takesBody.has(name) ? unusableBody : undefined;

  it.each(waysOf(name))('admits the callers of its access, by %s', async (way) => {
    const outcomes = await Promise.all(
      callers.map((caller) => send(name, credentials[caller][way], { named: named(), body })),
    );
    expect(outcomes.filter(([status]) => status >= 500)).toEqual([]);
    // An operation that is open to guests gives everyone the same response, including its own refusals.
    const asGuest = String(outcomes[0]);
    const cellFor = (outcome: Outcome) =>
      access === 'guest' && String(outcome) === asGuest ? 'in' : cellOf(outcome);
    const cells = callers.map((caller, index) => [caller, cellFor(outcomes[index]!)]);
    expect(Object.fromEntries(cells)).toEqual(accessMatrix[access]);
  });
});

/** The scope that a token needs for the named user. Staff name another user. */
function neededScope(name: OperationName, owner: 'self' | 'superuser') {
  const { access } = operations[name];
  const { scope, staffScope } = operationRules[name] ?? {};
  return access === 'selfOrStaff' && owner === 'superuser' ? staffScope : scope;
}

async function makeToken(owner: 'self' | 'superuser', scopes: readonly TokenScope[]) {
  const body = { name: 'a program', scopes, expires_at: new Date(Date.now() + 3_600_000).toISOString() };
  const made = await fetch(origin + createToken.url, {
    method: 'POST',
    headers: { ...credentials[owner].bearer, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(made.status).toBe(201);
  const { token } = (await made.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

it.each(['self', 'superuser'] as const)(
  'a token of %s admits to operations of its scope, within the role of its owner, and to no others',
  async (owner) => {
    const tokens = new Map<TokenScope, Record<'only' | 'others', Record<string, string>>>();
    for (const scope of tokenScopes) {
      const others = tokenScopes.filter((other) => other !== scope);
      tokens.set(scope, { only: await makeToken(owner, [scope]), others: await makeToken(owner, others) });
    }
    const all = await makeToken(owner, tokenScopes);
    const wrong = await Promise.all(
      names.map(async (name) => {
        const { access } = operations[name];
        const call = {
          named: access === 'user' ? uuidv7() : self.id,
          body: takesBody.has(name) ? unusableBody : undefined,
        };
        const scope = neededScope(name, owner);
        const { only = all, others = all } = (scope && tokens.get(scope)) ?? {};
        const cells = [cellOf(await send(name, only, call)), cellOf(await send(name, others, call))];
        if (access === 'guest') return cells.includes('scope') ? [name, cells] : [];
        const expected = [scope ? accessMatrix[access][owner] : 'scope', 'scope'];
        return String(cells) === String(expected) ? [] : [name, cells];
      }),
    );
    expect(wrong.flat()).toEqual([]);
  },
);

const ranks = { plain: {}, staff: { is_staff: true }, superuser: { is_staff: true, is_superuser: true } };
const targetOperations = Object.keys(targetCalls) as TargetOperation[];

const callOn = (name: TargetOperation, access: string, named: string) => {
  const { body } = targetCalls[name];
  return send(name, { authorization: `Bearer ${access}` }, { named, body });
};

const rankNames = Object.keys(ranks) as (keyof typeof ranks)[];
it.each(targetOperations.flatMap((name) => rankNames.map((rank) => ({ name, rank }))))(
  '$name by $rank gets the response of the matrix for each target',
  async ({ name, rank }) => {
    const { user, access } = await createCaller(test, ranks[rank]);
    const cells = targetMatrix[`${targetCalls[name].right}/${rank}`]!;
    for (const [target, cell] of Object.entries(cells) as [TargetName, keyof typeof refusals | 'in'][]) {
      const { id } = target === 'oneself' ? user : await createUser(test, ranks[target]);
      const [status, code] = await callOn(name, access, id);
      const declared = cell === 'in' ? [targetCalls[name].in, undefined] : refusals[cell];
      expect([target, status, code]).toEqual([target, ...declared]);
    }
  },
);

describe.each(targetOperations)('%s, while the request is in progress', (name) => {
  it.each([
    ['a demotion', refusals.no, 'UPDATE users SET is_staff = false WHERE id = $1'],
    [
      'the end of all sessions',
      refusals.over,
      `WITH own AS (UPDATE users SET must_change_password = true WHERE id = $1 RETURNING id)
       UPDATE sessions SET revoked_at = now() WHERE user_id IN (SELECT id FROM own)`,
    ],
  ])('is refused if %s is committed first', async (_what, refusal, end) => {
    const actor = await createCaller(test, ranks.staff);
    const { id } = await createUser(test);
    const other = await test.database.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query(end, [actor.user.id]);
      const answer = callOn(name, actor.access, id);
      await expect.poll(() => waitingForLocks(test.database)).toBe(1);
      await other.query('COMMIT');
      expect(await answer).toEqual(refusal);
      expect(await test.database.prisma.user.count({ where: { id, phone_number: null } })).toBe(1);
    } finally {
      other.release(true);
    }
  });
});
