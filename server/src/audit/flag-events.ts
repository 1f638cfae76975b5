import { Prisma } from '#generated/prisma/client.ts';

/** Their target is the flagged user, who must not learn of them. */
export const flagActions = ['createFlag', 'getFlag', 'answerFlag'] as const;
export type FlagAction = (typeof flagActions)[number];

/** Looks of staff at the audit trail for such events. By their action, since details end with their retention. */
const flagLooks = ['flag_events_view', 'flag_events_export'] as const;
export type FlagLook = (typeof flagLooks)[number];

const hiddenActions: readonly string[] = [...flagActions, ...flagLooks];

const namesOf = (actions: readonly string[]) => Prisma.raw(actions.map((action) => `'${action}'`).join(', '));
const isOneOf = (event: Prisma.Sql, actions: readonly string[]) =>
  Prisma.sql`(${event}.action IN (${namesOf(actions)}))`;

export const isFlagEvent = (event: Prisma.Sql): Prisma.Sql => isOneOf(event, flagActions);

/** Whether not every superuser reads such events. */
export const isHiddenAction = (event: Prisma.Sql): Prisma.Sql => isOneOf(event, hiddenActions);

export const isFlagAction = (action: string | null): boolean =>
  flagActions.some((flagAction) => flagAction === action);

/** Whether a filter of the audit trail asks for events that not every superuser reads. */
export const asksForFlags = (filter: object): boolean =>
  'action' in filter && typeof filter.action === 'string' && hiddenActions.includes(filter.action);

export interface EventViewer {
  id: string;
  is_superuser: boolean;
  /** An API token sees no flags. */
  isToken?: boolean;
}

/** A flag about a user who does not exist any more was perhaps about staff. */
const isHiddenFlag = ({ id, is_superuser, isToken = false }: EventViewer) => Prisma.sql`(
  ${isToken}::boolean
  OR record.target_id = ${id}::uuid
  OR NOT ${is_superuser}::boolean AND NOT EXISTS (
    SELECT FROM users WHERE users.id = record.target_id AND NOT (users.is_staff OR users.is_superuser)))`;

const record = Prisma.sql`record`;

const isOfOthers = ({ id }: EventViewer) => Prisma.sql`record.actor_id IS DISTINCT FROM ${id}::uuid`;

/**
 * For `audit_events AS record`: agents see flags about plain users, superusers all, and nobody those about themselves. Looks for flags
 * are visible to their maker alone: if they vanished when a viewer is flagged, that would tell.
 */
const isHidden = (viewer: EventViewer) => Prisma.sql`
  (${isFlagEvent(record)} AND ${isHiddenFlag(viewer)} OR ${isOneOf(record, flagLooks)} AND ${isOfOthers(viewer)})`;

export const isVisibleTo = (viewer: EventViewer): Prisma.Sql => Prisma.sql`NOT ${isHidden(viewer)}`;

/** The events that `isVisibleTo` hides, found by an index. `where` is a further condition on `record`. */
export const hiddenEvents = (
  viewer: EventViewer,
  columns: Prisma.Sql,
  where: Prisma.Sql,
): Prisma.Sql => Prisma.sql`
  SELECT ${columns} FROM audit_events AS record
  WHERE ${isHiddenAction(record)} AND ${isHidden(viewer)} AND ${where}`;

/** An id for readers that tells nothing of the other events. A number would, by its gaps. */
export const eventId = (event: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`encode(substring(${event}.details_hash FROM 1 FOR 16), 'hex')::uuid::text`;

/** The same for an event that was read by other means. */
export const eventIdOf = (detailsHash: Uint8Array): string =>
  Buffer.from(detailsHash.subarray(0, 16))
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
