import { mailBudget } from 'contract/accounts.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

const Id = z.object({ id: z.string() });

/** One row, or none where the budget of the hour or of the day is used up. */
export const insertMailBudgetUse = defineQuery(
  'insert-mail-budget-use',
  Id,
  (id: string, recipient: string) => Prisma.sql`
    INSERT INTO mail_budget_uses (id, recipient_key)
    SELECT ${id}::uuid, ${recipient}
    FROM mail_budget_uses
    WHERE recipient_key = ${recipient} AND created_at > now() - interval '1 day'
    HAVING count(*) < ${mailBudget.perDay}
       AND count(*) FILTER (WHERE created_at > now() - interval '1 hour') < ${mailBudget.perHour}
    RETURNING id`,
);

/** The accounts that have a name or an address, in any letter case: by the unique indexes on both. */
export const selectNameHolders = defineQuery(
  'select-name-holders',
  z.object({ id: z.string(), has_username: z.boolean(), has_email: z.boolean() }),
  (username: string | null, email: string | null) => Prisma.sql`
    SELECT id, true AS has_username, false AS has_email FROM users WHERE lower(username) = lower(${username}::text)
    UNION ALL
    SELECT id, false, true FROM users WHERE lower(email) = lower(${email}::text)`,
);
