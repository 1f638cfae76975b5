import type { RegisterUserBody } from 'contract/accounts/accounts.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { createAccountLink } from '#auth/links/account-links.ts';
import { recordInvited, refuseUninvited, takeInvitation } from '#domain/invitations/invitations.ts';
import {
  enqueueAccountMail,
  type AccountMailDependencies,
  sendUnlessRefused,
} from '#domain/mail/account-mail.ts';
import { type MailBudgetDependencies, takeFromMailBudget } from '#domain/mail/mail-budget.ts';
import { registrations } from '#platform/observability/counts.ts';
import type { CredentialsDependencies } from '#auth/credentials/credentials.ts';
import { passwordWeakness } from '#auth/credentials/passwords.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { namesConflict, refuseTaken } from '#domain/accounts/taken-names.ts';
import { validationFailed } from '#errors.ts';
import type { Transaction, HasDatabase } from '#platform/database/database.ts';
import { equals, keyedHash, type Keys, verifyingKeys } from '#auth/keys/keys.ts';
import { readTypeableCode, typeableCode } from '#auth/tokens/typeable-codes.ts';
import { composeMail } from '#domain/mail/mail-layout.ts';
import { registrationMailTexts } from '#domain/mail/mail-texts.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { selectAddressHolder } from './accounts.queries.ts';

type Registration = z.output<typeof RegisterUserBody>;

export async function registerUser(
  deps: CredentialsDependencies & MailBudgetDependencies,
  clientInfo: ClientInfo,
  registration: Registration,
) {
  const { database, hashing } = deps;
  const token = registration.invitation ?? undefined;
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

/** The registration that an emailed code belongs to. */
interface CodeRegistration {
  email: string;
  /** Of the code in the URL, so that only the browser that began can use it. */
  challenge: string;
}

interface RegistrationCodeJob extends CodeRegistration {
  id: string;
}

export const registrationCodeTask = 'send_registration_code';

/** A job looks for an account, so that neither the response nor its time reveals one. */
export async function requestRegistrationCode(
  deps: HasDatabase & MailBudgetDependencies,
  clientInfo: ClientInfo,
  { email, challenge }: CodeRegistration,
): Promise<void> {
  await deps.database.prisma.$transaction(async (tx) => {
    if (!(await takeFromMailBudget(tx, deps, 'confirmation', email, clientInfo))) return;
    const job: RegistrationCodeJob = { id: uuidv7(), email, challenge };
    await enqueueJob(tx, registrationCodeTask, job);
  });
}

/** A job. The owner of an account learns instead that somebody wants to register with its address. */
export async function sendRegistrationCode(
  deps: AccountMailDependencies,
  { id, ...registration }: RegistrationCodeJob,
): Promise<void> {
  const { database, keys, publicUrl } = deps;
  const [holder] = await selectAddressHolder(database, registration.email);
  const isTaken = holder !== undefined && !holder.is_unused;
  const content = isTaken
    ? registrationMailTexts.taken(`${publicUrl}/login`)
    : registrationMailTexts.code(registrationCode(keys.registrationCode, registration));
  const mail = { id, to: registration.email, ...composeMail(content) };
  await sendUnlessRefused(deps, mail, { mail: 'registration-code' });
}

/** 80 bits, computed again when they are needed. */
const registrationCode = (key: Buffer, { email, challenge }: CodeRegistration): string =>
  typeableCode(keyedHash(key, `${challenge}\n${email}`).subarray(0, 16));

export const isRegistrationCode = (keys: Keys, registration: CodeRegistration, typed: string): boolean =>
  verifyingKeys(keys, 'registrationCode').some((key) =>
    equals(readTypeableCode(typed), registrationCode(key, registration)),
  );
