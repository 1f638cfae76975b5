import { messages } from 'contract/messages.ts';
import { hasLiveReset } from '#domain/account-links.ts';
import { checkPassword, type CredentialsDependencies, findAccount } from '#domain/credentials.ts';
import { type Origin, recordAccountEvent } from '#domain/records.ts';
import { AppError } from '#errors.ts';
import { isUniqueViolation, type Transaction } from '#platform/database.ts';
import { sendVerificationLink } from './register.service.ts';

export interface ResendInput {
  /** A username; an e-mail serves, too. */
  identifier: string;
  /** In NFKC. */
  password: string;
  newEmail: string;
  deviceToken: string | undefined;
}

/**
 * Gives an unverified account the address `newEmail`, which may be the one it has, and sends a new link there;
 * older links die. Throws `invalid_credentials`, `account_disabled`, `conflict` (verified already, the address is
 * another account's, or a reset of this account is under way), `too_many_requests` and `unavailable`.
 */
export async function resendVerificationEmail(
  deps: CredentialsDependencies,
  origin: Origin,
  { identifier, password, newEmail, deviceToken }: ResendInput,
): Promise<void> {
  const { database, keys } = deps;
  const { account } = await checkPassword(deps, origin, {
    account: await findAccount(database, identifier),
    identifier,
    password,
    deviceToken,
  });
  if (!account.is_active) throw new AppError('account_disabled', messages.accountDisabled);

  try {
    await database.prisma.$transaction(async (tx) => {
      const change = await changeAddress(tx, account.id, newEmail);
      if (!change) throw new AppError('conflict', messages.alreadyVerified);
      await tx.accountLink.deleteMany({ where: { user_id: account.id, purpose: 'verify_email' } });
      if (change.oldEmail.toLowerCase() !== newEmail.toLowerCase()) {
        if (await hasLiveReset(tx, account.id)) throw new AppError('conflict', messages.resetUnderWay);
        await recordAccountEvent(tx, origin, {
          action: 'email_change',
          userId: account.id,
          username: account.username,
          message: `${account.username} changed the e-mail address before it was verified.`,
          details: { from: change.oldEmail, to: newEmail },
        });
      }
      await sendVerificationLink(tx, keys, { id: account.id, email: newEmail });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', messages.emailExists, { details: { new_email: [messages.emailExists] } });
  }
}

/** Undefined where the account is verified already, or gone. */
async function changeAddress(
  tx: Transaction,
  userId: string,
  newEmail: string,
): Promise<{ oldEmail: string } | undefined> {
  const [change] = await tx.$queryRaw<{ oldEmail: string }[]>`
    WITH present AS (
      SELECT id, email FROM users WHERE id = ${userId}::uuid AND email_verified_at IS NULL FOR UPDATE
    )
    UPDATE users SET email = ${newEmail}, date_updated = now()
    FROM present WHERE users.id = present.id
    RETURNING present.email AS "oldEmail"`;
  return change;
}
