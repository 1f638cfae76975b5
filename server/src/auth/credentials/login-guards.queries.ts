import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

interface LockRule {
  freeTries: number;
  /** Each wait is twice as long as the one before, up to the longest. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}

const nextTryAt = (
  attempts: Prisma.Sql,
  { freeTries, firstWaitSeconds, longestWaitSeconds }: LockRule,
) => Prisma.sql`
  CASE WHEN ${attempts} >= ${freeTries}::int THEN now() + interval '1 second' *
    least(${longestWaitSeconds}::int, ${firstWaitSeconds}::int * 2.0 ^ least(${attempts} - ${freeTries}::int, 30)) END`;

/** Decides and counts in one statement, so that parallel attempts are counted exactly. With null seconds, no wait follows. */
export const reserveAttempt = defineQuery(
  'reserve-attempt',
  z.object({ wait_seconds: z.number().nullable() }),
  (key: string, userId: string | null, rule: LockRule) => Prisma.sql`
    INSERT INTO login_guards AS guard (key, user_id, attempts, undecided, next_try_at)
    VALUES (${key}, ${userId}::uuid, 1, 1, ${nextTryAt(Prisma.sql`1`, rule)})
    ON CONFLICT (key) DO UPDATE
      SET user_id = EXCLUDED.user_id,
          attempts = guard.attempts + 1,
          undecided = guard.undecided + 1,
          next_try_at = ${nextTryAt(Prisma.sql`guard.attempts + 1`, rule)},
          updated_at = now()
      WHERE guard.next_try_at IS NULL OR guard.next_try_at <= now()
    RETURNING round(extract(epoch FROM next_try_at - now()))::int AS wait_seconds`,
);

/** How long a refused attempt must wait, and whether other attempts are in flight in any process. */
export const selectRefusal = defineQuery(
  'select-refusal',
  z.object({ seconds: z.number().nullable(), is_in_flight: z.boolean() }),
  (key: string, inFlightMs: number) => Prisma.sql`
    SELECT ceil(extract(epoch FROM next_try_at - now()))::int AS seconds,
           undecided > 0 AND updated_at > now() - ${inFlightMs} * interval '1 millisecond' AS is_in_flight
    FROM login_guards WHERE key = ${key}`,
);

export const releaseAttempt = defineQuery(
  'release-attempt',
  noRow,
  (key: string) => Prisma.sql`
    UPDATE login_guards SET attempts = attempts - 1, undecided = greatest(undecided - 1, 0), next_try_at = NULL
    WHERE key = ${key} AND attempts > 0`,
);

export const settleAttempt = defineQuery(
  'settle-attempt',
  noRow,
  (key: string) =>
    Prisma.sql`UPDATE login_guards SET undecided = undecided - 1 WHERE key = ${key} AND undecided > 0`,
);

export const resetGuard = defineQuery(
  'reset-guard',
  noRow,
  (key: string) => Prisma.sql`DELETE FROM login_guards WHERE key = ${key}`,
);
