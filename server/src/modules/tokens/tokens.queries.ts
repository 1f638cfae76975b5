import { z } from 'zod';
import { tokenLimits } from 'contract/tokens/tokens.constants.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** Claims each token once across all processes. Tokens with a lifetime up to the notice period need no email. */
export const claimEndingTokens = defineQuery(
  'claim-ending-tokens',
  z.object({ prefix: z.string(), expires_at: z.date(), email: z.string() }),
  () => {
    const notice = Prisma.sql`${tokenLimits.noticeDays}::int * interval '1 day'`;
    return Prisma.sql`
      UPDATE api_tokens t SET noticed_at = now() FROM users u
      WHERE u.id = t.user_id AND u.is_active AND t.noticed_at IS NULL
        AND t.expires_at > now() AND t.expires_at <= now() + ${notice} AND t.expires_at > t.created_at + ${notice}
      RETURNING t.prefix, t.expires_at, u.email`;
  },
);
