import type { ClientBase, Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';

/**
 * Adds people whose email addresses are verified. All have one hash, because to hash a password for each takes longer than
 * everything else. By default it is that of a superuser.
 */
export const insertPeople = (
  database: Pool | ClientBase,
  people: readonly { username: string; isStaff?: boolean; isSuperuser?: boolean }[],
  passwordHash?: string,
) =>
  database.query<{ id: string; username: string }>(
    `INSERT INTO users (id, username, email, is_staff, is_superuser, email_verified_at, password_hash)
     SELECT id, username, username || '@example.org', coalesce("isStaff", false), coalesce("isSuperuser", false), now(),
            coalesce($2, (SELECT password_hash FROM users WHERE is_superuser ORDER BY id LIMIT 1))
     FROM json_to_recordset($1) AS person (id uuid, username text, "isStaff" boolean, "isSuperuser" boolean)
     RETURNING id, username`,
    [JSON.stringify(people.map((person) => ({ id: uuidv7(), ...person }))), passwordHash],
  );
