import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

const Holder = z.object({
  id: z.string(),
  username: z.string(),
  /** Whether the provider's verified address counts more: the address was never verified, and nobody signed in. */
  is_unused: z.boolean(),
});

/** The account that has the email address, in any letter case. */
export const selectAddressHolder = defineQuery(
  'select-address-holder',
  Holder,
  (email: string) => Prisma.sql`
    SELECT id, username,
           email_verified_at IS NULL AND last_login IS NULL AND NOT is_staff AND NOT is_superuser AS is_unused
    FROM users WHERE lower(email) = lower(${email})`,
);

export const lockUnusedAccount = defineQuery(
  'lock-unused-account',
  z.object({ id: z.string(), username: z.string() }),
  (email: string) => Prisma.sql`
    SELECT id, username FROM users
    WHERE lower(email) = lower(${email}) AND email_verified_at IS NULL AND last_login IS NULL
      AND NOT is_staff AND NOT is_superuser
    FOR UPDATE`,
);

interface NewIdentity {
  id: string;
  userId: string;
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
}

/** No row if the identity belongs to an account already: the unique index decides races. */
export const insertIdentity = defineQuery(
  'insert-identity',
  idRow,
  ({ id, userId, issuer, subject, name, email }: NewIdentity) => Prisma.sql`
    INSERT INTO identities (id, user_id, issuer, subject, name, email)
    VALUES (${id}::uuid, ${userId}::uuid, ${issuer}, ${subject}, ${name}, ${email})
    ON CONFLICT (issuer, subject) DO NOTHING RETURNING id`,
);
