import { v7 as uuidv7 } from 'uuid';
import type { ClientInfo } from '#audit/audit.ts';
import { equals, keyedHash, type Keys, verifyingKeys } from '#auth/keys/keys.ts';
import { readTypeableCode, typeableCode } from '#auth/tokens/typeable-codes.ts';
import { type AccountMailDependencies, sendUnlessRefused } from '#domain/mail/account-mail.ts';
import { type MailBudgetDependencies, takeFromMailBudget } from '#domain/mail/mail-budget.ts';
import { composeMail } from '#domain/mail/mail-layout.ts';
import { registrationMailTexts } from '#domain/mail/mail-texts.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { selectAddressHolder } from './identities.queries.ts';

/** The registration that an emailed code belongs to. */
interface Registration {
  email: string;
  /** Of the code in the URL, so that only the browser that began can use it. */
  challenge: string;
}

interface RegistrationCodeJob extends Registration {
  id: string;
}

export const registrationCodeTask = 'send_registration_code';

/** A job looks for an account, so that neither the response nor its time reveals one. */
export async function requestRegistrationCode(
  deps: HasDatabase & MailBudgetDependencies,
  clientInfo: ClientInfo,
  { email, challenge }: Registration,
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
const registrationCode = (key: Buffer, { email, challenge }: Registration): string =>
  typeableCode(keyedHash(key, `${challenge}\n${email}`).subarray(0, 16));

export const isRegistrationCode = (keys: Keys, registration: Registration, typed: string): boolean =>
  verifyingKeys(keys, 'registrationCode').some((key) =>
    equals(readTypeableCode(typed), registrationCode(key, registration)),
  );
