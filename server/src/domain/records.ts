import { createHash, randomBytes } from 'node:crypto';
import type { IpAction } from 'contract/records.ts';
import { v7 as uuidv7 } from 'uuid';
import { Prisma, type PrismaClient } from '#generated/prisma/client.ts';
import type { Transaction } from '#platform/database.ts';

/** Where a request came from, as the evidence keeps it. */
export interface Origin {
  ipAddress: string;
  userAgent: string;
  /** Whether a trusted proxy named the address. */
  fromProxy: boolean;
}

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
 * transaction: all of them are there if and only if the action is. Without an origin, for what the server does by
 * itself, there is no IP record.
 */
export async function recordAccountEvent(
  tx: Transaction | PrismaClient,
  origin: Origin | null,
  event: AccountEvent,
): Promise<void> {
  await tx.$executeRaw`WITH ${accountEventParts(origin, event)} SELECT FROM account_event`;
}

/**
 * The same as the parts of a `WITH` clause, for statements that write more at once (`.text` and `.values` serve
 * the pool). The last part, `account_event`, has one row; none, and nothing is written, where the condition is false.
 */
export function accountEventParts(
  origin: Origin | null,
  event: AccountEvent,
  condition = Prisma.sql`true`,
): Prisma.Sql {
  const { username, actorId = event.userId, level = 'INFO' } = event;
  const details = { username, ...event.details };
  return evidenceParts(origin, { ...event, actorId, level, details }, origin?.ipAddress ?? null, condition);
}

/** What staff do. The trail has these beside the actions of IP records. */
export type StaffAction =
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
  origin: Origin,
  event: StaffEvent,
): Promise<void> {
  const parts = evidenceParts(origin, { ...event, level: 'INFO' }, null, Prisma.sql`true`);
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
  origin: Origin | null,
  evidence: Evidence,
  recordedAddress: string | null,
  condition: Prisma.Sql,
): Prisma.Sql {
  const { action, userId, actorId, message, level, details: given } = evidence;
  const salt = randomBytes(16);
  const details = JSON.stringify({
    ...(origin && { ip_address: origin.ipAddress, user_agent: origin.userAgent }),
    ...given,
  });
  const detailsHash = createHash('sha256').update(salt).update(details).digest();
  return Prisma.sql`
    new_ip_record AS (
      INSERT INTO ip_records (id, user_id, ip_address, action)
      SELECT ${uuidv7()}::uuid, ${holderOf(evidence)}::uuid, address, ${action}
      FROM (VALUES (${recordedAddress}::text)) AS origin (address) WHERE address IS NOT NULL AND ${condition}
    ), new_log_record AS (
      INSERT INTO log_records (id, message, level, from_proxy, user_id)
      SELECT ${uuidv7()}::uuid, ${oneLine(message)}, ${level}, ${origin?.fromProxy ?? false}::boolean, ${userId}::uuid
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

const messageMaxBytes = 8 * 1024;

/**
 * Control characters (ANSI escapes begin with one), line separators, and what changes or hides the direction and
 * presence of text: with them one event could look like several, or like another.
 */
const misleading =
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** The text as one line of at most 8 KiB, whole characters only. */
export function oneLine(text: string): string {
  const escaped = text.replace(misleading, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
  if (Buffer.byteLength(escaped) <= messageMaxBytes) return escaped;
  // A cut through a character's bytes leaves replacement characters at the end.
  return Buffer.from(escaped)
    .subarray(0, messageMaxBytes)
    .toString()
    .replace(/\ufffd+$/, '');
}
