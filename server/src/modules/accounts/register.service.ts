import type { RegisterUserBody } from 'contract/accounts/accounts.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { createAccountLink } from '#auth/links/account-links.ts';
import { recordInvited, refuseUninvited, takeInvitation } from '#domain/invitations/invitations.ts';
import { enqueueAccountMail } from '#domain/mail/account-mail.ts';
import { type MailBudgetDependencies, takeFromMailBudget } from '#domain/mail/mail-budget.ts';
import { registrations } from '#platform/observability/counts.ts';
import type { CredentialsDependencies } from '#auth/credentials/credentials.ts';
import { passwordWeakness } from '#auth/credentials/passwords.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { namesConflict, refuseTaken } from '#domain/accounts/taken-names.ts';
import { validationFailed } from '#errors.ts';
import type { Transaction } from '#platform/database/database.ts';

type Registration = z.output<typeof RegisterUserBody>;

export async function registerUser(
  deps: CredentialsDependencies & MailBudgetDependencies,
  clientInfo: ClientInfo,
  registration: Registration,
) {
  const { database, hashing } = deps;
  const { invitation: token } = registration;
  await refuseUninvited(deps, token);
  const weakness = await passwordWeakness(registration.password, {
    ...registration,
    is_staff: false,
    is_superuser: false,
  });
  if (weakness) throw validationFailed({ password: [weakness] });
  // Avoids a needless hash. The insert decides.
  await refuseTaken(database.prisma, registration);
  const passwordHash = await hashing.hash(registration.password, clientInfo.ipAddress);

  const registered = await database.prisma.$transaction(async (tx) => {
    const invitation = token === undefined ? undefined : await takeInvitation(tx, token);
    const user = await addUser(tx, registration, passwordHash);
    if (invitation) await recordInvited(tx, invitation, user);
    await recordAccountEvent(tx, clientInfo, {
      action: 'register',
      user,
      message: `${user.username} registered.`,
    });
    await sendVerificationLink(tx, deps, clientInfo, user);
    return user;
  });
  registrations.inc();
  return registered;
}

/** An unverified account is deleted when its link expires, so it gets a link even if no email is sent. */
export async function sendVerificationLink(
  tx: Transaction,
  deps: MailBudgetDependencies,
  clientInfo: ClientInfo,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const linkId = await createAccountLink(tx, { userId: id, email, purpose: 'verify_email' });
  if (await takeFromMailBudget(tx, deps, 'confirmation', email, clientInfo)) {
    await enqueueAccountMail(tx, 'verification', linkId);
  }
}

/** Of parallel registrations with one username or email address, the unique indexes accept one. */
async function addUser(tx: Transaction, { username, email }: Registration, passwordHash: string) {
  const [inserted] = await tx.user.createManyAndReturn({
    data: { id: uuidv7(), username, email, password_hash: passwordHash },
    skipDuplicates: true,
    select: { id: true, username: true, email: true },
  });
  if (inserted) return inserted;
  await refuseTaken(tx, { username, email });
  throw namesConflict({ username: true });
}
