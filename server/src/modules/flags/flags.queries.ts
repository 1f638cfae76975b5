import { z } from 'zod';
import { isSuspended } from '#auth/credentials/suspension.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** Those of the user `met`. */
const sharedCalculations = (friendId: string) => Prisma.sql`
  SELECT name FROM calculation_shares JOIN calculations ON calculations.id = calculation_id
  WHERE friend_id = ${friendId}::uuid AND calculations.user_id = met.id`;

/**
 * A user whom the caller may flag: there is or was a friendship, a request or a share, or the search shows the user to the caller. No row
 * for all others. The calculation is locked, so that it is not deleted before the flag is stored.
 */
export const selectMetUser = defineQuery(
  'select-met-user',
  z.object({
    username: z.string(),
    user_image: z.string().nullable(),
    shares_calculation: z.boolean(),
    calculation_name: z.string().nullable(),
  }),
  (callerId: string, userId: string, calculationId: string | null) => Prisma.sql`
    SELECT username, user_image, EXISTS (${sharedCalculations(callerId)}) AS shares_calculation, (
      ${sharedCalculations(callerId)} AND calculations.id = ${calculationId}::uuid
      FOR KEY SHARE OF calculations
    ) AS calculation_name
    FROM users AS met
    WHERE met.id = ${userId}::uuid AND met.deletion_asked_at IS NULL AND (
      EXISTS (
        SELECT FROM acquaintances
        WHERE low_user_id = least(${callerId}::uuid, met.id) AND high_user_id = greatest(${callerId}::uuid, met.id)
      ) OR EXISTS (
        SELECT FROM friendships
        WHERE low_user_id = least(${callerId}::uuid, met.id) AND high_user_id = greatest(${callerId}::uuid, met.id)
      ) OR (
        is_active AND email_verified_at IS NOT NULL AND NOT ${isSuspended(Prisma.sql`met`)}
        AND NOT EXISTS (SELECT FROM preferences WHERE user_id = met.id AND NOT findable)
        AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = met.id AND blocked_id = ${callerId}::uuid)
      )
    )`,
);
