import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** Counts in one snapshot. Each count uses only an index. */
export const countStorage = defineQuery(
  'count-storage',
  z.object({
    is_premium_user: z.boolean(),
    ip_records: z.int(),
    requests_sent: z.int(),
    requests_received: z.int(),
    friends: z.int(),
    images: z.int(),
    calculations: z.int(),
    loans: z.int(),
    objectives: z.int(),
    attempts: z.int(),
  }),
  (userId: string) => Prisma.sql`
    SELECT is_premium_user,
           (SELECT count(*)::int FROM ip_records WHERE user_id = users.id) AS ip_records,
           (SELECT count(*)::int FROM friend_requests WHERE from_user_id = users.id) AS requests_sent,
           (SELECT count(*)::int FROM friend_requests WHERE to_user_id = users.id) AS requests_received,
           (SELECT count(*)::int FROM friendships WHERE low_user_id = users.id)
             + (SELECT count(*)::int FROM friendships WHERE high_user_id = users.id) AS friends,
           (SELECT count(*)::int FROM files WHERE user_id = users.id) AS images,
           (SELECT count(*)::int FROM calculations WHERE user_id = users.id) AS calculations,
           (SELECT count(*)::int FROM followed_loans WHERE user_id = users.id) AS loans,
           (SELECT count(*)::int FROM objectives WHERE user_id = users.id) AS objectives,
           (SELECT count(*)::int FROM quiz_attempts WHERE user_id = users.id) AS attempts
    FROM users WHERE id = ${userId}::uuid`,
);
