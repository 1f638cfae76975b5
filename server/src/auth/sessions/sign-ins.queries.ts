import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import type { SignInResult } from 'contract/devices/devices.ts';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { ipAddressGroup, networkGroup } from '#platform/ip-addresses.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';
import { eventParts, type EventRecords } from '#audit/audit.queries.ts';
import type { ClientInfo } from '#audit/audit.ts';

/** `source` has a `user_id`, or no row if nothing is to be written. */
export function insertSignIn(
  source: Prisma.Sql,
  { ipAddress, userAgent }: ClientInfo,
  result: SignInResult,
  id = uuidv7(),
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO sign_ins (id, user_id, ip_address, address_group, user_agent, result)
    SELECT ${id}::uuid, user_id, ${ipAddress}, ${ipAddressGroup(ipAddress, networkGroup)}, ${userAgent}, ${result}
    FROM ${source}`;
}

/** Includes the records of the event, so that a failure needs one statement. */
export const insertFailedSignIn = defineQuery(
  'insert-failed-sign-in',
  noRow,
  (userId: string, clientInfo: ClientInfo, result: SignInResult, event: EventRecords) => Prisma.sql`
    WITH ${eventParts(event)}
    ${insertSignIn(Prisma.sql`(SELECT id AS user_id FROM users WHERE id = ${userId}::uuid) AS tried`, clientInfo, result)}`,
);

/** Successful sign-ins within 180 days with this user agent from this network. User agents alone are not unique. */
export const selectFamiliar = (
  userId: Prisma.Sql,
  { ipAddress, userAgent }: ClientInfo,
): Prisma.Sql => Prisma.sql`
  SELECT FROM sign_ins AS earlier
  WHERE earlier.user_id = ${userId} AND earlier.result = 'success'
    AND earlier.created_at > now() - ${deviceLimits.knownDays} * interval '1 day'
    AND earlier.address_group = ${ipAddressGroup(ipAddress, networkGroup)} AND earlier.user_agent = ${userAgent}`;

/** The user has signed in before, but within 180 days not with this user agent from this network. */
export const selectUnfamiliarity = defineQuery(
  'select-unfamiliarity',
  z.object({ ip_address: z.string(), is_unfamiliar: z.boolean() }),
  (signInId: string) => {
    const earlier = Prisma.sql`
      earlier.user_id = sign_in.user_id AND earlier.result = 'success' AND earlier.created_at < sign_in.created_at`;
    return Prisma.sql`
      SELECT ip_address,
        EXISTS (SELECT FROM sign_ins AS earlier WHERE ${earlier})
        AND NOT EXISTS (
          SELECT FROM sign_ins AS earlier
          WHERE ${earlier} AND earlier.created_at > now() - ${deviceLimits.knownDays} * interval '1 day'
            AND earlier.address_group = sign_in.address_group AND earlier.user_agent = sign_in.user_agent
        ) AS is_unfamiliar
      FROM sign_ins AS sign_in WHERE id = ${signInId}::uuid`;
  },
);

/** Deletes all except the most recently used devices. Parallel sign-ins lock them in the same order, so none deadlocks. */
export const deleteSurplusDevices = defineQuery(
  'delete-surplus-devices',
  noRow,
  (userId: string) => Prisma.sql`
    DELETE FROM devices WHERE id IN (
      SELECT id FROM devices WHERE id IN (
        SELECT id FROM devices WHERE user_id = ${userId}::uuid
        ORDER BY last_used_at DESC, id DESC OFFSET ${deviceLimits.perUser})
      ORDER BY id FOR UPDATE)`,
);

/** The last success of each user is not deleted, because otherwise the next sign-in would count as the first. */
export const deleteOldSignIns = defineQuery(
  'delete-old-sign-ins',
  noRow,
  () => Prisma.sql`
    DELETE FROM sign_ins AS old
    WHERE created_at < now() - ${deviceLimits.knownDays} * interval '1 day'
      AND (result <> 'success' OR EXISTS (
        SELECT FROM sign_ins AS later
        WHERE later.user_id = old.user_id AND later.result = 'success'
          AND (later.created_at, later.id) > (old.created_at, old.id)))`,
);
