import { createHash } from 'node:crypto';
import type { OperationName } from 'contract/operations.ts';
import type { IpAction } from 'contract/records/records.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { ipAddressGroup, networkGroup } from '#platform/ip-addresses.ts';
import { type EventRecords, insertAuditEvent, insertEvent, insertUnknownFailure } from './audit.queries.ts';
import { asksForFlags, type FlagAction, type FlagLook } from './flag-events.ts';
import { insertView, type View } from './views.queries.ts';

export interface ClientInfo {
  ipAddress: string;
  userAgent: string;
  fromProxy: boolean;
}

/** Who performs the action, and from where: a caller, or the holder of an emailed link. */
export interface NamedActor {
  caller: { user: { id: string; username: string } };
  clientInfo: ClientInfo;
}

export interface AccountEvent {
  action: IpAction;
  /** Null for an unknown identifier. The username is stored in the audit details, and is null after the user was erased. */
  user: { id: string; username: string | null } | null;
  /** Defaults to the user. */
  actorId?: string | null;
  /** The message of the log record. */
  message: string;
  level?: 'INFO' | 'WARNING';
  details?: Record<string, unknown>;
  occurrences?: number;
}

/** Writes the IP record, the log record and the audit event in the transaction of the action. */
export async function recordAccountEvent(
  executor: Database | Transaction,
  clientInfo: ClientInfo | null,
  event: AccountEvent,
): Promise<void> {
  await insertEvent(executor, accountEventRecords(clientInfo, event));
}

/** Failures with unknown identifiers become one event for each minute and network. */
export async function recordUnknownFailure(
  database: Database,
  clientInfo: ClientInfo,
  failure: AccountEvent,
): Promise<void> {
  const group = ipAddressGroup(clientInfo.ipAddress, networkGroup);
  await insertUnknownFailure(database, accountEventRecords(clientInfo, failure), group);
}

/** Without client information no IP record is written. */
export function accountEventRecords(clientInfo: ClientInfo | null, event: AccountEvent): EventRecords {
  const { action, user, message, level = 'INFO', occurrences = 1 } = event;
  const userId = user?.id ?? null;
  const { actorId = userId } = event;
  // The IP record of a deletion must not refer to the account, because the record is retained longer.
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
    details: { username: user?.username ?? null, ...event.details },
    client: clientInfo,
    occurrences,
  };
}

/** The name of the operation. The oldest operations have other stored actions. */
export type StaffAction =
  | OperationName
  | FlagLook
  | 'user_update'
  | 'user_unlock'
  | 'ip_records_delete'
  | 'ip_records_export'
  | 'log_records_delete'
  | 'log_records_export';

/** The verb in the message of the log record, by the first word of the operation. */
const pastVerbs = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  withdraw: 'withdrew',
  import: 'imported',
  export: 'exported',
} as const;

type StaffEvent = { userId?: string | null; details: Record<string, unknown> } & (
  | {
      action: Extract<StaffAction, `${keyof typeof pastVerbs}${string}`>;
      /** The rest of the message, after the verb. */
      subject: string;
    }
  | {
      action: StaffAction;
      /** The message of the log record, after the actor's name. */
      message: string;
    }
);

/** Without an actor, the operator acted in a terminal. Writes no IP record. */
export async function recordStaffEvent(
  executor: Database | Transaction,
  actor: NamedActor | null,
  event: StaffEvent,
): Promise<void> {
  const message = 'message' in event ? event.message : `${pastVerbOf(event.action)} ${event.subject}.`;
  await insertEvent(executor, staffEventRecords(actor, { ...event, message }));
}

export function staffEventRecords(
  actor: NamedActor | null,
  { action, userId = null, message, details }: Extract<StaffEvent, { message: string }>,
): EventRecords {
  return {
    action,
    actorId: actor?.caller.user.id ?? null,
    userId,
    message: `${actor?.caller.user.username ?? 'The operator'} ${message}`,
    details,
    ipAddress: null,
    ipRecordUserId: null,
    level: 'INFO',
    fromProxy: actor?.clientInfo.fromProxy ?? false,
    client: actor?.clientInfo ?? null,
  };
}

/** Without a log record: of what concerns a user who must not learn of it, and who may be a member of staff. */
export async function recordFlagEvent(
  tx: Transaction,
  { caller: { user }, clientInfo }: NamedActor,
  { action, userId, details }: { action: FlagAction; userId: string; details: Record<string, unknown> },
): Promise<void> {
  await insertAuditEvent(tx, { action, actorId: user.id, userId, details, client: clientInfo });
}

const pastVerbOf = (action: string) =>
  Object.entries(pastVerbs).find(([verb]) => action.startsWith(verb))?.[1];

/** A unique index allows one event for each agent, subject, hour and details. */
export async function recordView(
  { database }: { database: Database },
  { caller: { user }, clientInfo }: NamedActor,
  { action, userId, details }: { action: StaffAction; userId: string | null; details: object },
): Promise<void> {
  const isForFlags = 'filter' in details && asksForFlags(details.filter as object);
  const stored = isForFlags ? 'flag_events_view' : action;
  const view = { action: stored, actorId: user.id, targetId: userId, details, client: clientInfo };
  await recordViewOnce(database, { ...view, subject: userId ?? stored });
}

/** For the details of an event: without the fields that apply no filter. */
export const appliedFilter = (filter: object) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value !== undefined));

/** Bounds the memory of the cache. A view that is not in it costs a statement. */
const maxCachedViews = 20_000;

/** When the hour of each recorded view ends, on the clock of the process. */
const recordedViews = new WeakMap<Database, Map<string, number>>();

/**
 * Records a view, once for each agent, subject, hour and details. A unique index decides between processes. This process caches
 * what is recorded, so that a repeated view costs no statement. What is no longer in the cache is inserted again, without an effect.
 */
async function recordViewOnce(database: Database, view: View): Promise<void> {
  const { actorId, subject, details } = view;
  const key = createHash('sha256')
    .update(JSON.stringify([actorId, subject, details]))
    .digest('base64');
  let ends = recordedViews.get(database);
  if (!ends) recordedViews.set(database, (ends = new Map()));
  if ((ends.get(key) ?? 0) > performance.now()) return;
  const sentAt = performance.now();
  const [recorded] = await insertView(database, view);
  if (ends.size >= maxCachedViews) ends.clear();
  ends.set(key, sentAt + (recorded?.hour_ends_in_ms ?? 0));
}
