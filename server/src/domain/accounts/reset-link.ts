import { isLockedOut, type SignInMethods } from '#auth/recovery/last-way.ts';
import { createAccountLink } from '#auth/links/account-links.ts';
import { enqueueAccountMail } from '#domain/mail/account-mail.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Transaction } from '#platform/database/database.ts';

type Recipient = Pick<UserModel, 'id' | 'email'>;

/** Outside the mail budgets: only for what no stranger can request. */
export async function mailResetLink(tx: Transaction, { id, email }: Recipient): Promise<void> {
  const linkId = await createAccountLink(tx, { userId: id, email, purpose: 'reset_password' });
  await enqueueAccountMail(tx, 'reset-link', linkId);
}

/** Call it after a removal that may have ended the last way to sign in. */
export async function mailResetIfLockedOut(
  tx: Transaction,
  methods: SignInMethods,
  user: Recipient & Pick<UserModel, 'is_active' | 'has_password'>,
): Promise<void> {
  if (user.is_active && (await isLockedOut(tx, methods, user))) await mailResetLink(tx, user);
}
