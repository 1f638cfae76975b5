import type { OperationName } from 'contract/operations.ts';
import type { IpAction } from 'contract/records.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Caller } from './callers.ts';
import { addressGroup, networkGroup } from '#platform/addresses.ts';
import { type EventRecords, insertAuditEvent, insertEvent, insertUnknownFailure } from './audit.queries.ts';

export interface ClientInfo {
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
  /** Defaults to the account itself. */
  actorId?: string | null;
  /** Shown to staff in the log records; names the username. Stored as one line. */
  message: string;
  level?: 'INFO' | 'WARNING';
  details?: Record<string, unknown>;
  /** More than 1 in a summary. */
  occurrences?: number;
}

/** Writes the IP record, the log record and the audit event of one action, in the action's own transaction. */
export async function recordAccountEvent(
  executor: Database | Transaction,
  clientInfo: ClientInfo | null,
  event: AccountEvent,
): Promise<void> {
  await insertEvent(executor, accountEventRecords(clientInfo, event));
}

/** Their names tell nothing, so a stranger's tries become one event a minute and address group. */
export async function recordUnknownFailure(
  database: Database,
  clientInfo: ClientInfo,
  failure: AccountEvent,
): Promise<void> {
  const group = addressGroup(clientInfo.ipAddress, networkGroup);
  await insertUnknownFailure(database, accountEventRecords(clientInfo, failure), group);
}

/** Without client information, for what the server does by itself, there is no IP record. */
export function accountEventRecords(clientInfo: ClientInfo | null, event: AccountEvent): EventRecords {
  const { action, userId, username, actorId = userId, message, level = 'INFO', occurrences = 1 } = event;
  // The IP record of a deletion outlives the account, so it must not refer to it.
  const deleterId = actorId === userId ? null : actorId;
  return {
    action,
    ipAddress: clientInfo?.ipAddress ?? null,
    ipRecordUserId: action === 'account_delete' ? deleterId : userId,
    message,
    level,
    fromProxy: clientInfo?.fromProxy ?? false,
    actorId,
    userId,
    details: { username, ...event.details },
    client: clientInfo,
    occurrences,
  };
}

/** The operation's name; the first operations keep their stored actions. */
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
  /** Null for the operator at the terminal. */
  actorId: string | null;
  userId: string | null;
  message: string;
  details: Record<string, unknown>;
}

/** Staff actions write no IP record. */
export async function recordStaffEvent(
  executor: Database | Transaction,
  clientInfo: ClientInfo | null,
  event: StaffEvent,
): Promise<void> {
  await insertEvent(executor, {
    ...event,
    ipAddress: null,
    ipRecordUserId: null,
    level: 'INFO',
    fromProxy: clientInfo?.fromProxy ?? false,
    client: clientInfo,
  });
}

export type LookAction = Extract<StaffAction, 'getUser' | 'getUserOverview' | 'listTimeline'>;

/** Of staff at another user: one event an agent, user and hour, which a unique index decides. */
export async function recordLook(
  { database }: { database: Database },
  clientInfo: ClientInfo,
  { user }: Caller,
  { action, userId }: { action: LookAction; userId: string },
): Promise<void> {
  if (user.id === userId) return;
  await insertAuditEvent(database, { action, actorId: user.id, userId, details: {}, client: clientInfo });
}
