import { createHash, randomBytes } from 'node:crypto';
import type { OperationName } from 'contract/operations.ts';
import type { IpAction } from 'contract/records.ts';
import { v7 as uuidv7 } from 'uuid';
import { Prisma, type PrismaClient } from '#generated/prisma/client.ts';
import type { Transaction } from '#platform/database/database.ts';
import { oneLine } from '#platform/observability/one-line.ts';
import type { ClientInfo } from './client-info.ts';

export interface AccountEvent {
  action: IpAction;
  /** The account it happened to; null for an unknown identifier. */
  userId: string | null;
  /** Goes into the audit details, so that the trail names an account that is gone. */
  username: string | null;
  /** Who did it: the account itself unless said otherwise. */
  actorId?: string | null;
  /** What staff read in the log; names the username. Whatever it holds, it is stored as one line. */
  message: string;
  level?: 'INFO' | 'WARNING';
  details?: Record<string, unknown>;
}

/**
 * Writes the IP record, the log record and the audit event of one action in one statement, in the action's own
 * transaction: all of them are there if and only if the action is. Without client information, for what the server does by
 * itself, there is no IP record.
 */
export async function recordAccountEvent(
  tx: Transaction | PrismaClient,
  clientInfo: ClientInfo | null,
  event: AccountEvent,
): Promise<void> {
  await tx.$executeRaw`WITH ${accountEventParts(clientInfo, event)} SELECT FROM account_event`;
}

/**
 * The same as the parts of a `WITH` clause, for statements that write more at once (`.text` and `.values` serve
 * the pool). The last part, `account_event`, has one row; none, and nothing is written, where the condition is false.
 */
export function accountEventParts(
  clientInfo: ClientInfo | null,
  event: AccountEvent,
  condition = Prisma.sql`true`,
): Prisma.Sql {
  const { username, actorId = event.userId, level = 'INFO' } = event;
  const details = { username, ...event.details };
  return evidenceParts(
    clientInfo,
    { ...event, actorId, level, details },
    clientInfo?.ipAddress ?? null,
    condition,
  );
}

/** What staff do, by the operation's name; the first operations have actions of their own. */
export type StaffAction =
  | OperationName
  | 'user_update'
  | 'user_unlock'
  | 'ip_records_delete'
  | 'ip_records_export'
  | 'log_records_delete'
  | 'log_records_export';

export interface StaffEvent {
  action: StaffAction;
  actorId: string;
  /** The user whom it was done to, if it was one. */
  userId: string | null;
  /** What staff read in the log; names the actor. */
  message: string;
  details: Record<string, unknown>;
}

/** The log record and the audit event of what staff did, as above. IP records tell what users themselves did. */
export async function recordStaffEvent(
  tx: Transaction | PrismaClient,
  clientInfo: ClientInfo,
  event: StaffEvent,
): Promise<void> {
  const parts = evidenceParts(clientInfo, { ...event, level: 'INFO' }, null, Prisma.sql`true`);
  await tx.$executeRaw`WITH ${parts} SELECT FROM account_event`;
}

/**
 * Whose IP record it is: the account's. That of a deletion outlives the account, so it belongs to who did it, and to
 * nobody where that was the account itself.
 */
function holderOf({ action, userId, actorId }: Evidence): string | null {
  if (action !== 'account_delete') return userId;
  return actorId === userId ? null : actorId;
}

type Evidence = Required<Omit<AccountEvent, 'action' | 'username'>> & { action: IpAction | StaffAction };

function evidenceParts(
  clientInfo: ClientInfo | null,
  evidence: Evidence,
  recordedAddress: string | null,
  condition: Prisma.Sql,
): Prisma.Sql {
  const { action, userId, actorId, message, level, details: given } = evidence;
  const salt = randomBytes(16);
  const details = JSON.stringify({
    ...(clientInfo && { ip_address: clientInfo.ipAddress, user_agent: clientInfo.userAgent }),
    ...given,
  });
  const detailsHash = createHash('sha256').update(salt).update(details).digest();
  return Prisma.sql`
    new_ip_record AS (
      INSERT INTO ip_records (id, user_id, ip_address, action)
      SELECT ${uuidv7()}::uuid, ${holderOf(evidence)}::uuid, address, ${action}
      FROM (VALUES (${recordedAddress}::text)) AS client (address) WHERE address IS NOT NULL AND ${condition}
    ), new_log_record AS (
      INSERT INTO log_records (id, message, level, from_proxy, user_id)
      SELECT ${uuidv7()}::uuid, ${oneLine(message)}, ${level}, ${clientInfo?.fromProxy ?? false}::boolean, ${userId}::uuid
      WHERE ${condition}
    ), account_event AS (
      INSERT INTO audit_events (actor_id, action, target_id, details_hash)
      SELECT ${actorId}::uuid, ${action}, ${userId}::uuid, ${detailsHash}::bytea WHERE ${condition}
      RETURNING id
    ), new_audit_details AS (
      INSERT INTO audit_details (event_id, salt, details)
      SELECT id, ${salt}::bytea, ${details} FROM account_event
    )`;
}
