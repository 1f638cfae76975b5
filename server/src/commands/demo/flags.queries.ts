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
