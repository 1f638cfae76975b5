import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';
import { oneLine } from '#platform/observability/log-text.ts';

export interface EventRecords {
  action: string;
  /** Null without an IP record. */
  ipAddress: string | null;
  ipRecordUserId: string | null;
  message: string;
  level: 'INFO' | 'WARNING';
  fromProxy: boolean;
  actorId: string | null;
  userId: string | null;
  details: Record<string, unknown>;
}

export const insertEvent = defineQuery(
  'insert-event',
  noRow,
  (records: EventRecords) => Prisma.sql`WITH ${eventParts(records)} SELECT FROM account_event`,
);

/**
 * The same as the parts of a `WITH` clause, for statements that write more at once. The last part, `account_event`,
 * has one row; none, and nothing is written, where the condition is false.
 */
export function eventParts(
  { action, ipAddress, ipRecordUserId, message, level, fromProxy, actorId, userId, details }: EventRecords,
  condition = Prisma.sql`true`,
): Prisma.Sql {
  const salt = randomBytes(16);
  const text = JSON.stringify(details);
  const hash = createHash('sha256').update(salt).update(text).digest();
  return Prisma.sql`
    new_ip_record AS (
      INSERT INTO ip_records (id, user_id, ip_address, action)
      SELECT ${uuidv7()}::uuid, ${ipRecordUserId}::uuid, address, ${action}
      FROM (VALUES (${ipAddress}::text)) AS client (address) WHERE address IS NOT NULL AND ${condition}
    ), new_log_record AS (
      INSERT INTO log_records (id, message, level, from_proxy, user_id)
      SELECT ${uuidv7()}::uuid, ${oneLine(message)}, ${level}, ${fromProxy}::boolean, ${userId}::uuid
      WHERE ${condition}
    ), account_event AS (
      INSERT INTO audit_events (actor_id, action, target_id, details_hash)
      SELECT ${actorId}::uuid, ${action}, ${userId}::uuid, ${hash}::bytea WHERE ${condition}
      RETURNING id
    ), new_audit_details AS (
      INSERT INTO audit_details (event_id, salt, details)
      SELECT id, ${salt}::bytea, ${text} FROM account_event
    )`;
}
