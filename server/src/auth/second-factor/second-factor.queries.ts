import { openIdLimits } from 'contract/identities/identities.constants.ts';
import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow, noRow } from '#platform/database/query.ts';

export interface DailyCount {
  /** `sign_in`, `device:<id>` or `reauthenticate`. */
  purpose: string;
  perDay: number;
}

const ofLastDay = Prisma.sql`
  ARRAY(SELECT wrong FROM unnest(tries.wrong_at) AS wrong WHERE wrong > now() - interval '1 day')`;

/** Resolves to the time of the attempt in full precision, or to no row if the attempts of the day are used up. */
export const reserveDailyAttempt = defineQuery(
  'reserve-daily-attempt',
  z.object({ reserved: z.string() }),
  (userId: string, { purpose, perDay }: DailyCount) => Prisma.sql`
    INSERT INTO second_factor_tries AS tries (user_id, purpose, wrong_at)
    SELECT id, ${purpose}, ARRAY[clock_timestamp()] FROM users WHERE id = ${userId}::uuid
    ON CONFLICT (user_id, purpose) DO UPDATE SET wrong_at = ${ofLastDay} || clock_timestamp()
      WHERE cardinality(${ofLastDay}) < ${perDay}::int
    RETURNING wrong_at[cardinality(wrong_at)]::text AS reserved`,
);

/** The wait until the oldest wrong attempt is one day old. */
export const selectDailyWait = defineQuery(
  'select-daily-wait',
  z.object({ seconds: z.number() }),
  (userId: string, { purpose }: DailyCount) => Prisma.sql`
    SELECT greatest(1, ceil(extract(epoch FROM min(wrong) + interval '1 day' - now())))::int AS seconds
    FROM second_factor_tries, unnest(wrong_at) AS wrong
    WHERE user_id = ${userId}::uuid AND purpose = ${purpose} AND wrong > now() - interval '1 day'`,
);

export const releaseDailyAttempt = defineQuery(
  'release-daily-attempt',
  noRow,
  (userId: string, { purpose }: DailyCount, reserved: string) => Prisma.sql`
    UPDATE second_factor_tries SET wrong_at = array_remove(wrong_at, ${reserved}::timestamptz)
    WHERE user_id = ${userId}::uuid AND purpose = ${purpose}`,
);

/** Also deletes the attempts of devices that no longer exist. */
export const deleteOldAttempts = defineQuery(
  'delete-old-attempts',
  noRow,
  () => Prisma.sql`DELETE FROM second_factor_tries AS tries WHERE cardinality(${ofLastDay}) = 0`,
);

/** Only one of several parallel uses of a code gets the row. Earlier steps become invalid as well. */
export const consumeStep = defineQuery(
  'consume-totp-step',
  idRow,
  (id: string, step: number) => Prisma.sql`
    UPDATE second_factors SET last_step = ${step}::int, last_used_at = now()
    WHERE id = ${id}::uuid AND method = 'totp' AND (last_step IS NULL OR last_step < ${step}::int)
    RETURNING id`,
);

/** The counter of an authenticator must increase, if the authenticator counts. */
export const advanceCounter = defineQuery(
  'advance-passkey-counter',
  idRow,
  (id: string, counter: number) => Prisma.sql`
    UPDATE second_factors SET counter = ${counter}::bigint, last_used_at = now()
    WHERE id = ${id}::uuid AND (counter < ${counter}::bigint OR counter = 0 AND ${counter}::bigint = 0)
    RETURNING id`,
);

/** What contains a challenge is valid for at most as long. */
const challengeSeconds = Math.max(secondFactorLimits.tokenSeconds, openIdLimits.flow, openIdLimits.link);

/** Returns no row for a used challenge. */
export const consumeChallenge = defineQuery(
  'consume-challenge',
  z.object({ challenge: z.string() }),
  (challenge: string) => Prisma.sql`
    INSERT INTO used_challenges (challenge, expires_at)
    VALUES (${challenge}, now() + ${challengeSeconds}::int * interval '1 second')
    ON CONFLICT DO NOTHING RETURNING challenge`,
);
