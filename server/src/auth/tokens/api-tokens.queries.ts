import { z } from 'zod';
import { suspendedUntil } from '#auth/credentials/suspension.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';
import { CallerUserRow, callerUserColumns, touchEverySeconds } from '#auth/sessions/callers.queries.ts';

const TokenOwner = CallerUserRow.extend({
  token_id: z.string(),
  scopes: z.array(z.string()),
  created_at: z.date(),
  is_by_factor: z.boolean(),
  is_touch_due: z.boolean(),
  suspended_until: z.date().nullable(),
  suspension_reason: z.string().nullable(),
});
export type TokenOwner = z.output<typeof TokenOwner>;

/** Read on each request, so that a revocation or a demotion takes effect at once. */
export const selectTokenOwner = defineQuery(
  'select-token-owner',
  TokenOwner,
  (tokenHash: Buffer) => Prisma.sql`
    SELECT t.id AS token_id, t.scopes, t.created_at, t.is_by_factor,
           coalesce(t.last_used_at < now() - ${touchEverySeconds}::int * interval '1 second', true) AS is_touch_due,
           ${suspendedUntil(Prisma.sql`u`)} AS suspended_until, u.suspension_reason, ${callerUserColumns}
    FROM api_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.token_hash = ${tokenHash}::bytea AND t.expires_at > now() AND u.is_active AND NOT u.must_change_password`,
);

export const touchToken = defineQuery(
  'touch-token',
  noRow,
  (id: string) => Prisma.sql`UPDATE api_tokens SET last_used_at = now() WHERE id = ${id}::uuid`,
);
