import { isLockedOut, type SignInMethods } from '#auth/recovery/last-way.ts';
import { mailAccountLink } from '#domain/mail/account-mail.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Transaction } from '#platform/database/database.ts';

/** Call it after a removal that may have ended the last way to sign in. */
export async function mailResetIfLockedOut(
  tx: Transaction,
  methods: SignInMethods,
  user: Pick<UserModel, 'id' | 'email' | 'is_active' | 'has_password'>,
): Promise<void> {
  const { id, email, is_active } = user;
  if (is_active && (await isLockedOut(tx, methods, user)))
    await mailAccountLink(tx, 'reset-link', { userId: id, email });
}
