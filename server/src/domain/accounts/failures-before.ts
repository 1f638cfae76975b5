import { Prisma } from '#generated/prisma/client.ts';

/**
 * The failed sign-ins of an account from an IP address in the 24 hours before each successful one, and after the one before that.
 * `where` is a condition on `record`.
 */
export const failuresBefore = (where: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT ip_address, login_at, count(*)::int AS failures FROM (
    SELECT ip_address, action, created_at, min(created_at) FILTER (WHERE action = 'login') OVER (
      PARTITION BY ip_address ORDER BY created_at DESC, action ROWS UNBOUNDED PRECEDING) AS login_at
    FROM ip_records AS record WHERE action IN ('login', 'login_failed') AND ${where}
  ) AS attempt
  WHERE action = 'login_failed' AND login_at <= created_at + interval '24 hours' GROUP BY ip_address, login_at`;
