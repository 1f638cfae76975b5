import { hashOf, newSalt } from '#audit/audit.queries.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

const flags = [
  {
    user: 'carol',
    flagger: 'ben',
    subject: 'name',
    reason: 'impersonation',
    text: 'There is another Carol at our branch.',
    hours: 230,
    answered: 221,
  },
  {
    user: 'carol',
    flagger: 'ada',
    subject: 'person',
    reason: 'fraud',
    text: 'Asked me for the deposit of a flat in Ballarat. The agent there has never heard of it.',
    hours: 52,
    answered: null,
  },
  {
    user: 'carol',
    flagger: 'ben',
    subject: 'person',
    reason: 'spam',
    text: '',
    hours: 31,
    answered: null,
  },
  {
    user: 'mallory',
    flagger: 'heidi',
    subject: 'name',
    reason: 'offensive',
    text: 'Used to have a rude word in the name, and says that it will come back.',
    hours: 7,
    answered: null,
  },
] as const;

/** Accounts of the first day may report nobody, and everybody is older than their own reports. */
export const ageAccounts = defineQuery(
  'demo-account-ages',
  noRow,
  () => Prisma.sql`UPDATE users SET created_at = created_at - interval '30 days'`,
);

/** Two open rows of the queue, and one that an agent has answered. People who do not exist are left out. */
export const insertFlags = defineQuery(
  'demo-flags',
  noRow,
  () => Prisma.sql`
    WITH flag AS MATERIALIZED (
      SELECT flag.*, flagged.id AS user_id, flagger.id AS flagger_id, gen_random_uuid() AS new_answer_id
      FROM json_to_recordset(${JSON.stringify(flags)}::text::json) AS flag (
        "user" text, flagger text, subject text, reason text, text text, hours int, answered int
      ) JOIN users AS flagged ON flagged.username = flag."user" JOIN users AS flagger ON flagger.username = flag.flagger
    ), answer AS (
      INSERT INTO flag_answers (id, user_id, subject, agent_id, outcome, note, message, answered_at)
      SELECT new_answer_id, user_id, subject, (SELECT id FROM users WHERE username = 'grace'), 'no_action',
             'The name is her own. She showed her licence at the branch.', '', now() - answered * interval '1 hour'
      FROM flag WHERE answered IS NOT NULL
    )
    INSERT INTO flags (id, user_id, flagger_id, subject, reason, text, username, created_at, answer_id)
    SELECT gen_random_uuid(), user_id, flagger_id, subject, reason, text, "user", now() - hours * interval '1 hour',
           CASE WHEN answered IS NOT NULL THEN new_answer_id END
    FROM flag`,
);

/** Sign-ins of everybody over the last thirty days, as `startSession` records them. */
export const insertSignIns = defineQuery(
  'demo-sign-ins',
  noRow,
  () => Prisma.sql`
    WITH person AS (
      SELECT id, username, row_number() OVER (ORDER BY username) AS n FROM users
    ), signed_in AS MATERIALIZED (
      SELECT person.id, username, '192.0.2.' || n AS address,
             date_trunc('day', now()) - day * interval '1 day' + (n * 37 + day * 11) % 1_000 * interval '1 minute' AS at
      FROM person, generate_series(1, 30) AS day WHERE (n + day) % 3 <> 0
    ), ${recordsOf(Prisma.sql`signed_in`, {
      action: 'login',
      level: 'INFO',
      message: Prisma.sql`username || ' signed in.'`,
    })}
    INSERT INTO sign_ins (id, user_id, created_at, ip_address, address_group, user_agent, result)
    SELECT gen_random_uuid(), id, at, address, '192.0.2.0/24', 'Firefox', 'success' FROM signed_in`,
);

interface Guesses {
  /** When the last guess was made. */
  end: Date;
  guesses: number;
}

/**
 * Guesses of passwords from three networks over two days, each with an IP record and a log record. The failures are those of each
 * network and minute, as for every unknown identifier.
 */
export const insertGuesses = defineQuery(
  'demo-guesses',
  noRow,
  ({ end, guesses }: Guesses) => Prisma.sql`
    WITH guess AS MATERIALIZED (
      SELECT CASE r % 3 WHEN 0 THEN '203.0.113.' || r * 7 % 200 + 1
                        WHEN 1 THEN '198.51.100.' || r * 11 % 120 + 1
                        ELSE '2001:db8:bad:' || to_hex(r * 13 % 64) || '::' || to_hex(r % 250 + 1) END AS address,
             ${end.toISOString()}::timestamptz - (${guesses}::int - r) * (interval '48 hours' / ${guesses}::int) AS at
      FROM generate_series(1, ${guesses}::int) AS r
    ), guessed_record AS (
      INSERT INTO ip_records (id, ip_address, action, created_at)
      SELECT gen_random_uuid(), address, 'login_failed', at FROM guess
    ), guessed_line AS (
      INSERT INTO log_records (id, message, level, from_proxy, created_at)
      SELECT gen_random_uuid(), 'Sign-in as an unknown identifier failed: wrong password.', 'WARNING', false, at
      FROM guess
    )
    INSERT INTO unknown_failures (minute, address_group, failures)
    SELECT date_trunc('minute', at), CASE WHEN address LIKE '203.%' THEN '203.0.113.0/24'
                                          WHEN address LIKE '198.%' THEN '198.51.100.0/24'
                                          ELSE '2001:db8:bad::/48' END, count(*)
    FROM guess GROUP BY 1, 2 ORDER BY 1`,
);

/** The one guess that was right, and the guesses at the same account before it. */
export const insertSuccess = defineQuery(
  'demo-success',
  noRow,
  (username: string) => Prisma.sql`
    WITH attempt AS MATERIALIZED (
      SELECT id, username, '203.0.113.77' AS address, now() - interval '9 hours' - n * interval '20 minutes' AS at, n = 0 AS is_right
      FROM users, generate_series(0, 40) AS n WHERE username = ${username}
    ), success AS MATERIALIZED (SELECT * FROM attempt WHERE is_right),
    failure AS MATERIALIZED (SELECT * FROM attempt WHERE NOT is_right),
    ${recordsOf(Prisma.sql`success`, {
      action: 'login',
      level: 'INFO',
      message: Prisma.sql`username || ' signed in.'`,
    })},
    failed_record AS (
      INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
      SELECT gen_random_uuid(), id, address, 'login_failed', at FROM failure
    ), failed_line AS (
      INSERT INTO log_records (id, message, level, from_proxy, created_at, user_id)
      SELECT gen_random_uuid(), 'Sign-in as ' || username || ' failed: wrong password.', 'WARNING', false, at, id FROM failure
    )
    INSERT INTO sign_ins (id, user_id, created_at, ip_address, address_group, user_agent, result)
    SELECT gen_random_uuid(), id, at, address, '203.0.113.0/24', 'curl/8.5',
           CASE WHEN is_right THEN 'success' ELSE 'failed' END
    FROM attempt`,
);

interface EventText {
  action: string;
  level: string;
  message: Prisma.Sql;
}

/** The IP record, the log record and the audit event of each row with `id`, `username`, `address` and `at`. */
function recordsOf(rows: Prisma.Sql, { action, level, message }: EventText): Prisma.Sql {
  return Prisma.sql`
    new_ip_record AS (
      INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
      SELECT gen_random_uuid(), id, address, ${action}, at FROM ${rows}
    ), new_log_record AS (
      INSERT INTO log_records (id, message, level, from_proxy, created_at, user_id)
      SELECT gen_random_uuid(), ${message}, ${level}, false, at, id FROM ${rows}
    ), new_event AS MATERIALIZED (
      SELECT nextval('audit_events_id_seq') AS event_id, id, at, address, ${newSalt} AS salt, ${newSalt} AS client_salt,
             json_build_object('username', username)::text AS details
      FROM ${rows}
    ), account_event AS (
      INSERT INTO audit_events (id, created_at, actor_id, action, target_id, details_hash, client_hash)
      SELECT event_id, at, id, ${action}, id, ${hashOf(Prisma.sql`salt`, Prisma.sql`details`)},
             ${hashOf(Prisma.sql`client_salt`, Prisma.sql`address || E'\nFirefox'`)}
      FROM new_event
    ), new_details AS (
      INSERT INTO audit_details (event_id, salt, details, client_salt, ip_address, user_agent)
      SELECT event_id, salt, details, client_salt, address, 'Firefox' FROM new_event
    )`;
}
