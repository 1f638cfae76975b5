import { z } from 'zod';
import { variableKinds } from 'contract/calculations/calculations.constants.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { hearsByLoan } from '#domain/followed-loans/followed-loans.queries.ts';
import { defineQuery } from '#platform/database/query.ts';

interface Decision {
  date: string;
  target: number;
}

/**
 * The next users with variable calculations from before the decision, unless they were checked for it already, or hear of it
 * by a followed loan: then its notification of the decision is the only one.
 */
export const selectVariableUsers = defineQuery(
  'select-variable-users',
  z.object({ id: z.string(), takes_mail: z.boolean() }),
  ({ date, target }: Decision, after: string | null, limit: number) => Prisma.sql`
    SELECT users.id, coalesce(cash_rate_change AND cash_rate_mail, false) AS takes_mail
    FROM users LEFT JOIN preferences ON preferences.user_id = users.id
    WHERE (${after}::uuid IS NULL OR users.id > ${after}::uuid)
      AND users.is_active AND users.email_verified_at IS NOT NULL
      AND EXISTS (
        SELECT FROM calculations WHERE user_id = users.id AND rate_day IS NOT NULL AND rate_day < ${date}::text::date)
      AND NOT (${hearsByLoan(date)})
      AND NOT EXISTS (
        SELECT FROM cash_rate_notices AS notice
        WHERE notice.user_id = users.id AND notice.date = ${date}::text::date AND notice.target = ${target}::float8::numeric)
    ORDER BY users.id LIMIT ${limit}`,
);

export const selectVariableCalculations = defineQuery(
  'select-variable-calculations',
  z.object({ name: z.string(), kind: z.enum(variableKinds), input: z.unknown(), rate_day: z.string() }),
  (userId: string, { date }: Decision) => Prisma.sql`
    SELECT name, kind, input, rate_day::text FROM calculations
    WHERE user_id = ${userId}::uuid AND kind IN (${Prisma.join(variableKinds)})
      AND rate_day IS NOT NULL AND rate_day < ${date}::text::date`,
);

/** Returns the users who had no row for the decision. Of two workers, one gets each user. */
export const insertCashRateNotices = defineQuery(
  'insert-cash-rate-notices',
  z.object({ user_id: z.string() }),
  ({ date, target }: Decision, userIds: readonly string[]) => Prisma.sql`
    INSERT INTO cash_rate_notices (user_id, date, target)
    SELECT id, ${date}::text::date, ${target}::float8::numeric FROM users WHERE id = ANY (${userIds}::uuid[]) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING user_id`,
);
