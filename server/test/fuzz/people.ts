/** Who calls while the fuzzer runs. It deletes, demotes and signs out its own callers, so they are made good. */
import { randomUUID } from 'node:crypto';
import argon2 from 'argon2';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { password } from '#test/factories.ts';
import { type CallerPlan, type Role, roles } from './requests.ts';

export interface Person {
  role: Role;
  id: string;
  username: string;
  email: string;
  access: string;
  refresh: string;
  sessionId: string;
  cookies: string;
  csrfToken: string;
  signedInAt: number;
}

const peopleOfRole: Readonly<Record<Role, number>> = {
  user: 5,
  staff: 2,
  superuser: 2,
  mustChange: 1,
  deactivated: 1,
};
/** Before their access token ends. */
const freshForMs = 3 * 60 * 1000;

/** What the flags of a role are, once it has signed in. */
const flagsOf = (role: Role) => ({
  is_staff: role !== 'user' && role !== 'deactivated',
  is_superuser: role === 'superuser',
  is_active: role !== 'deactivated',
  must_change_password: role === 'mustChange',
});

export interface People {
  all: () => readonly Person[];
  of: (role: Role, pick: number) => Person;
  /** Gives everyone back what the requests took: flags, password, account, session. */
  makeGood: () => Promise<void>;
}

export async function createPeople(url: string, pool: Pool): Promise<People> {
  const hash = await argon2.hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  const plan = roles.flatMap((role) => Array.from({ length: peopleOfRole[role] }, () => role));
  const people: Person[] = [];
  // One after another: together they would fill the queue of hashes.
  for (const role of plan) people.push(await signIn(await create(role), url, pool));

  async function create(role: Role): Promise<Person> {
    const id = uuidv7();
    const username = `fuzz-${role}-${randomUUID().slice(0, 8)}`;
    const email = `${username}@example.org`;
    await pool.query(
      `INSERT INTO users (id, username, email, password_hash, email_verified_at, is_premium_user)
       VALUES ($1, $2, $3, $4, now(), true)`,
      [id, username, email, hash],
    );
    const session = { access: '', refresh: '', sessionId: '', cookies: '', csrfToken: '', signedInAt: 0 };
    return { role, id, username, email, ...session };
  }

  async function madeGood(person: Person): Promise<Person> {
    const flags = flagsOf(person.role);
    const { rows } = await pool.query<{
      username: string;
      email: string;
      is_same: boolean;
      is_signed_in: boolean;
    }>(
      `SELECT username, email,
              (is_staff, is_superuser, is_active, must_change_password, password_hash) = ($2, $3, $4, $5, $6) AS is_same,
              EXISTS (SELECT FROM sessions WHERE id = nullif($7, '')::uuid AND revoked_at IS NULL) AS is_signed_in
       FROM users WHERE id = $1`,
      [
        person.id,
        flags.is_staff,
        flags.is_superuser,
        flags.is_active,
        flags.must_change_password,
        hash,
        person.sessionId,
      ],
    );
    const [row] = rows;
    if (!row) return signIn(await create(person.role), url, pool);
    const present = { ...person, username: row.username, email: row.email };
    const isFresh = Date.now() - person.signedInAt < freshForMs;
    if (row.is_same && row.is_signed_in && isFresh) return present;
    await pool.query(
      'UPDATE users SET is_active = true, password_hash = $2, email_verified_at = now() WHERE id = $1',
      [person.id, hash],
    );
    await pool.query('DELETE FROM login_guards WHERE user_id = $1', [person.id]);
    return signIn(present, url, pool);
  }

  return {
    all: () => people,
    of: (role, pick) => {
      const some = people.filter((person) => person.role === role);
      return some[pick % some.length]!;
    },
    makeGood: async () => {
      for (const [index, person] of people.entries()) people[index] = await madeGood(person);
    },
  };
}

/** As a browser does: the answer's tokens and its cookies are of one session. */
async function signIn(person: Person, url: string, pool: Pool): Promise<Person> {
  const guest = cookiesOf(await fetch(`${url}/api/healthz`));
  const answer = await fetch(`${url}/api/user/login/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `csrftoken=${guest.get('csrftoken')}`,
      'x-csrftoken': guest.get('csrftoken') ?? '',
    },
    body: JSON.stringify({ username_or_email: person.username, password }),
  });
  const body = (await answer.json()) as { access: string; refresh: string };
  // Somebody else's request may have changed the account since it was looked at: the next look finds out.
  if (answer.status !== 200) return { ...person, signedInAt: 0 };
  const { is_staff, is_superuser, is_active, must_change_password } = flagsOf(person.role);
  await pool.query(
    'UPDATE users SET is_staff = $2, is_superuser = $3, is_active = $4, must_change_password = $5 WHERE id = $1',
    [person.id, is_staff, is_superuser, is_active, must_change_password],
  );
  const cookies = cookiesOf(answer);
  return {
    ...person,
    access: body.access,
    refresh: body.refresh,
    sessionId: sessionOf(body.access),
    cookies: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
    csrfToken: cookies.get('csrftoken') ?? '',
    signedInAt: Date.now(),
  };
}

const sessionOf = (access: string) =>
  (JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

const cookiesOf = ({ headers }: Response) =>
  new Map(
    headers.getSetCookie().map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie)!.slice(1, 3) as [string, string]),
  );

/** The headers by which a caller is known. */
export function callerLines(plan: CallerPlan, people: People): string[] {
  if (plan.kind === 'nobody') return [];
  if (plan.kind === 'garbage') return plan.lines;
  const { access, cookies, csrfToken } = people.of(plan.role, plan.pick);
  const bearer = `authorization: Bearer ${access}`;
  switch (plan.shows) {
    case 'bearer':
      return [bearer];
    case 'cookies':
      return [`cookie: ${cookies}`, `x-csrftoken: ${csrfToken}`];
    case 'cookies only':
      return [`cookie: ${cookies}`];
    case 'both':
      return [bearer, `cookie: ${cookies}`];
    case 'half a bearer':
      return [bearer.slice(0, -20)];
  }
}
