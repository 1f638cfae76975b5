import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

/** Notes the address of users who are superusers. `used` has the columns `user_id` and `ip_address`. */
export const noteSuperusers = (used: Prisma.Sql) => Prisma.sql`
  INSERT INTO superuser_addresses (user_id, ip_address)
  SELECT users.id, used.ip_address FROM (${used}) AS used JOIN users ON users.id = used.user_id AND users.is_superuser
  ON CONFLICT (user_id, ip_address) DO UPDATE SET last_seen_at = now()`;

export const noteSuperuser = defineQuery(
  'note-superuser-address',
  noRow,
  (userId: string, ipAddress: string) =>
    noteSuperusers(Prisma.sql`SELECT ${userId}::uuid AS user_id, ${ipAddress}::text AS ip_address`),
);
