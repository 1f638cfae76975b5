import { variableKinds } from 'contract/calculations/calculations.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/**
 * Variable calculations of active users, a year after the day of their rates and after the last comparison. Of two
 * workers, one gets each.
 */
export const claimComparedRates = defineQuery(
  'claim-compared-rates',
  z.object({
    user_id: z.string(),
    name: z.string(),
    kind: z.enum(variableKinds),
    input: z.unknown(),
    takes_mail: z.boolean(),
  }),
  (today: string, limit: number) => Prisma.sql`
    UPDATE calculations SET rate_gap_on = ${today}::text::date
    FROM users LEFT JOIN preferences ON preferences.user_id = users.id
    WHERE users.id = calculations.user_id AND calculations.id IN (
      SELECT calculations.id FROM calculations JOIN users ON users.id = user_id
      WHERE rate_day IS NOT NULL AND kind IN (${Prisma.join(variableKinds)})
        AND greatest(rate_day, rate_gap_on) + interval '1 year' <= ${today}::text::date
        AND is_active AND email_verified_at IS NOT NULL
      ORDER BY calculations.id LIMIT ${limit} FOR UPDATE OF calculations SKIP LOCKED)
    RETURNING calculations.user_id, name, kind, input,
      coalesce(rate_gap AND cash_rate_change AND cash_rate_mail, false) AS takes_mail`,
);
