import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow, idRow } from '#platform/database/query.ts';
import { oneLine } from '#platform/observability/log-text.ts';

export interface EventRecords extends AuditEvent {
  /** If null, no IP record is written. */
  ipAddress: string | null;
  ipRecordUserId: string | null;
  message: string;
  level: 'INFO' | 'WARNING';
  fromProxy: boolean;
}

interface AuditEvent {
  action: string;
  actorId: string | null;
  userId: string | null;
  details: Record<string, unknown>;
  /** Null for actions of the server itself. */
  client: { ipAddress: string; userAgent: string } | null;
  occurrences?: number;
}

export const insertEvent = defineQuery(
  'insert-event',
  noRow,
  (records: EventRecords) => Prisma.sql`WITH ${eventParts(records)} SELECT FROM account_event`,
);

export const insertAuditEvent = defineQuery(
  'insert-audit-event',
  noRow,
  (event: AuditEvent) => Prisma.sql`WITH ${auditParts(event)} SELECT FROM account_event`,
);

/**
 * The same statements as parts of a `WITH` clause. The part `account_event` has one row, or no row if the
 * condition is false. Then nothing is written.
 */
export const eventParts = (records: EventRecords, condition = Prisma.sql`true`): Prisma.Sql =>
  Prisma.sql`${recordParts(records, condition)}, ${auditParts(records, condition)}`;

export function recordParts(
  { action, ipAddress, ipRecordUserId, message, level, fromProxy, userId }: EventRecords,
  condition: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`
    new_ip_record AS (
      INSERT INTO ip_records (id, user_id, ip_address, action)
      SELECT ${uuidv7()}::uuid, ${ipRecordUserId}::uuid, address, ${action}
      FROM (VALUES (${ipAddress}::text)) AS client (address) WHERE address IS NOT NULL AND ${condition}
    ), new_log_record AS (
      INSERT INTO log_records (id, message, level, from_proxy, user_id)
      SELECT ${uuidv7()}::uuid, ${oneLine(message)}, ${level}, ${fromProxy}::boolean, ${userId}::uuid
      WHERE ${condition}
    )`;
}

/** Without the log record, which all staff can read. */
export function auditParts(
  { action, actorId, userId, details, client, occurrences = 1 }: AuditEvent,
  condition = Prisma.sql`true`,
): Prisma.Sql {
  const [salt, clientSalt] = [randomBytes(16), client && randomBytes(16)];
  const text = JSON.stringify(details);
  const clientText = client && `${client.ipAddress}\n${client.userAgent}`;
  const clientHash = clientSalt && clientText && saltedHash(clientSalt, clientText);
  return Prisma.sql`
    account_event AS (
      INSERT INTO audit_events (actor_id, action, target_id, details_hash, client_hash, occurrences)
      SELECT ${actorId}::uuid, ${action}, ${userId}::uuid, ${saltedHash(salt, text)}::bytea, ${clientHash}::bytea,
             ${occurrences}::int
      WHERE ${condition}
      RETURNING id
    ), new_audit_details AS (
      INSERT INTO audit_details (event_id, salt, details, client_salt, ip_address, user_agent)
      SELECT id, ${salt}::bytea, ${text}, ${clientSalt}::bytea, ${client?.ipAddress ?? null}, ${client?.userAgent ?? null}
      FROM account_event
    )`;
}

const saltedHash = (salt: Buffer, text: string) => createHash('sha256').update(salt).update(text).digest();

/** For the audit trail, `summarizeFailures` writes one event per minute instead. */
export const insertUnknownFailure = defineQuery(
  'insert-unknown-failure',
  noRow,
  (records: EventRecords, ipAddressGroup: string) => Prisma.sql`
    WITH ${recordParts(records, Prisma.sql`true`)}
    INSERT INTO unknown_failures AS failed (address_group, minute, failures)
    VALUES (${ipAddressGroup}, date_trunc('minute', now()), ${records.occurrences ?? 1}::int)
    ON CONFLICT (address_group, minute) DO UPDATE SET failures = failed.failures + excluded.failures`,
);

/** Writes one event for each network and minute that has ended. */
export const summarizeFailures = defineQuery(
  'summarize-failures',
  noRow,
  () => Prisma.sql`
    WITH summed AS (
      DELETE FROM unknown_failures WHERE minute < date_trunc('minute', now()) RETURNING *
    ), event AS MATERIALIZED (
      SELECT nextval('audit_events_id_seq') AS id, minute, failures, address_group, ${newSalt} AS salt,
             ${newSalt} AS client_salt, json_build_object('reason', 'unknown identifiers')::text AS details
      FROM summed
    ), account_event AS (
      INSERT INTO audit_events (id, created_at, action, details_hash, client_hash, occurrences)
      SELECT id, minute, 'login_failed', ${hashOf(Prisma.sql`salt`, Prisma.sql`details`)},
             ${hashOf(Prisma.sql`client_salt`, Prisma.sql`address_group || E'\n'`)}, failures
      FROM event
    )
    INSERT INTO audit_details (event_id, salt, details, client_salt, ip_address, user_agent)
    SELECT id, salt, details, client_salt, address_group, '' FROM event`,
);

/** Writes one event for each wait of an account's guard, even with parallel attempts. */
export const recordAccountLock = defineQuery(
  'record-account-lock',
  noRow,
  (key: string) => Prisma.sql`
    WITH new_wait AS (
      UPDATE login_guards SET recorded_wait = next_try_at
      WHERE key = ${key} AND starts_with(key, 'identifier:') AND user_id IS NOT NULL AND next_try_at > now()
        AND recorded_wait IS DISTINCT FROM next_try_at
      RETURNING user_id, attempts
    ), event AS MATERIALIZED (
      SELECT nextval('audit_events_id_seq') AS id, user_id, ${newSalt} AS salt,
             json_build_object('username', username, 'attempts', attempts)::text AS details
      FROM new_wait JOIN users ON users.id = user_id
    ), account_event AS (
      INSERT INTO audit_events (id, action, target_id, details_hash)
      SELECT id, 'account_locked', user_id, ${hashOf(Prisma.sql`salt`, Prisma.sql`details`)} FROM event
    )
    INSERT INTO audit_details (event_id, salt, details) SELECT id, salt, details FROM event`,
);

export const newSalt = Prisma.sql`uuid_send(gen_random_uuid())`;
/** The SQL equivalent of `saltedHash`. */
export const hashOf = (salt: Prisma.Sql, text: Prisma.Sql) =>
  Prisma.sql`sha256(${salt} || convert_to(${text}, 'UTF8'))`;

/**
 * Erases the details of events that concern the users, and their IP addresses. Failed sign-ins have no actor: their
 * IP address may be the user's, so it is erased as well.
 */
export const eraseDetails = defineQuery(
  'erase-audit-details',
  noRow,
  (userIds: string[]) => Prisma.sql`
    UPDATE audit_details SET
      salt = CASE WHEN is_target THEN NULL ELSE salt END,
      details = CASE WHEN is_target THEN NULL ELSE details END,
      view_key = CASE WHEN is_target THEN NULL ELSE view_key END,
      client_salt = CASE WHEN is_actor THEN NULL ELSE client_salt END,
      ip_address = CASE WHEN is_actor THEN NULL ELSE ip_address END,
      user_agent = CASE WHEN is_actor THEN NULL ELSE user_agent END
    FROM (
      SELECT id, coalesce(target_id = ANY (${userIds}::uuid[]), false) AS is_target,
             coalesce(actor_id = ANY (${userIds}::uuid[]), actor_id IS NULL) AS is_actor
      FROM audit_events WHERE target_id = ANY (${userIds}::uuid[]) OR actor_id = ANY (${userIds}::uuid[])
    ) AS event
    WHERE event.id = event_id`,
);

const noNameCharacter = '[^[:alnum:]._@+-]';

/**
 * Erases the details of searches that found these users, or whose filter has the name or the email address of one. Not of those that
 * found others as well, because from these they read who has seen them. The key of a view is a hash without salt, so it goes with the
 * details.
 */
export const eraseSearches = defineQuery(
  'erase-searches',
  noRow,
  (userIds: string[]) => Prisma.sql`
    WITH erased AS (
      SELECT name, '(^|${Prisma.raw(noNameCharacter)})\\.*' || regexp_replace(name, '\\W', '\\\\\\&', 'g')
        || '\\.*($|${Prisma.raw(noNameCharacter)})' AS pattern
      FROM users CROSS JOIN LATERAL unnest(ARRAY[username, email, pending_email]) AS account_name
        CROSS JOIN LATERAL btrim(lower(account_name), '.') AS name
      WHERE id = ANY (${userIds}::uuid[]) AND name <> ''
    ), searches AS (
      SELECT event_id, details::jsonb FROM audit_details WHERE view_key IS NOT NULL
      UNION ALL
      SELECT event_id, details::jsonb FROM bulk_actions JOIN audit_details ON event_id = begin_event_id
    )
    UPDATE audit_details SET salt = NULL, details = NULL, view_key = NULL
    FROM searches AS search
    WHERE search.event_id = audit_details.event_id
      AND coalesce(search.details -> 'user_ids', '[]') <@ (SELECT to_jsonb(${userIds}::text[]))
      AND (search.details -> 'user_ids' <> '[]' OR (
        -- The database keeps few compiled patterns, and hundreds of users may be erased at once.
        SELECT bool_or(CASE WHEN strpos(lower(value), name) > 0 THEN lower(value) ~ pattern END)
        FROM jsonb_each_text(search.details -> 'filter') AS filter, erased
        WHERE key IN ('actor', 'email', 'message', 'target', 'text', 'user', 'username')))`,
);

/** Events are roughly in the order of their ids, so the oldest have the lowest ids. */
export const deleteOldestDetails = defineQuery(
  'delete-oldest-audit-details',
  idRow,
  (days: number, limit: number) => Prisma.sql`
    DELETE FROM audit_details USING audit_events AS event
    WHERE event_id = event.id AND event.created_at < now() - ${days} * interval '1 day'
      AND event_id IN (SELECT event_id FROM audit_details ORDER BY event_id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING event_id::text AS id`,
);
