import { Prisma } from '#generated/prisma/client.ts';

/**
 * The failed sign-ins of an account from an IP address in the 24 hours before each successful one, and after the one before that.
 * `where` is a condition on `record`, and `isEnd` tells which attempts the failures came before.
 */
export const failuresBefore = (
  where: Prisma.Sql,
  isEnd: Prisma.Sql = Prisma.sql`record.action = 'login'`,
): Prisma.Sql => Prisma.sql`
  SELECT ip_address, login_at, count(*)::int AS failures FROM (
    SELECT ip_address, created_at, ${isEnd} AS is_end, min(created_at) FILTER (WHERE ${isEnd}) OVER (
      PARTITION BY ip_address ORDER BY created_at DESC, action ROWS UNBOUNDED PRECEDING) AS login_at
    FROM ip_records AS record WHERE action IN ('login', 'login_failed') AND ${where}
  ) AS attempt
  WHERE NOT is_end AND login_at <= created_at + interval '24 hours' GROUP BY ip_address, login_at`;
