import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

export const insertExportLink = defineQuery(
  'insert-export-link',
  noRow,
  (link: { id: string; sessionId: string; operation: string; body: unknown; seconds: number }) => Prisma.sql`
    INSERT INTO export_links (id, session_id, operation, body, expires_at)
    SELECT ${link.id}::uuid, id, ${link.operation}, ${JSON.stringify(link.body)}::jsonb,
           now() + ${link.seconds}::int * interval '1 second'
    FROM sessions WHERE id = ${link.sessionId}::uuid`,
);

/** A link can be used once, while its session is valid. */
export const claimExportLink = defineQuery(
  'claim-export-link',
  z.object({ operation: z.string(), body: z.unknown(), session_id: z.string(), user_id: z.string() }),
  (id: string) => Prisma.sql`
    DELETE FROM export_links l USING sessions s
    WHERE l.id = ${id}::uuid AND l.expires_at > now()
      AND s.id = l.session_id AND s.revoked_at IS NULL AND s.expires_at > now()
    RETURNING l.operation, l.body, s.id AS session_id, s.user_id`,
);
