import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** The account with an e-mail in any letter case; nobody deletes it until the transaction ends. */
export const keepUserByEmail = defineQuery(
  'keep-user-by-email',
  z.object({ id: z.string(), username: z.string(), email: z.string(), is_active: z.boolean() }),
  (email: string) => Prisma.sql`
    SELECT id, username, email, is_active FROM users WHERE lower(email) = lower(${email}) FOR KEY SHARE`,
);

/** Of any number of parallel registrations of one name or address, the unique indexes let one through. */
export const insertUser = defineQuery(
  'insert-user',
  z.object({ id: z.string(), username: z.string(), email: z.string() }),
  (user: { id: string; username: string; email: string; passwordHash: string }) => Prisma.sql`
    INSERT INTO users (id, username, email, password_hash)
    VALUES (${user.id}::uuid, ${user.username}, ${user.email}, ${user.passwordHash})
    ON CONFLICT DO NOTHING
    RETURNING id, username, email`,
);
