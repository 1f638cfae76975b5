import { createHash, randomBytes } from 'node:crypto';
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

export const ipActions = [
  'register',
  'login',
  'login_failed',
  'logout',
  'verify_email',
  'password_reset_request',
  'password_reset',
  'password_change',
  'email_change',
  'profile_update',
  'account_delete',
] as const;
export type IpAction = (typeof ipActions)[number];

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
  const { action, userId, username, actorId = userId, message, level = 'INFO' } = event;
  const salt = randomBytes(16);
  const details = JSON.stringify({
    username,
    ...(origin && { ip_address: origin.ipAddress, user_agent: origin.userAgent }),
    ...event.details,
  });
  const detailsHash = createHash('sha256').update(salt).update(details).digest();
  return Prisma.sql`
    new_ip_record AS (
      INSERT INTO ip_records (id, user_id, ip_address, action)
      SELECT ${uuidv7()}::uuid, ${userId}::uuid, address, ${action}
      FROM (VALUES (${origin?.ipAddress ?? null}::text)) AS origin (address) WHERE address IS NOT NULL AND ${condition}
    ), new_log_record AS (
      INSERT INTO log_records (id, message, level, from_proxy)
      SELECT ${uuidv7()}::uuid, ${oneLine(message)}, ${level}, ${origin?.fromProxy ?? false}::boolean
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
