import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import type { Keys } from '#auth/keys/keys.ts';
import type { NewDeviceJob } from '#auth/sessions/sessions.queries.ts';
import { selectUnfamiliarity } from '#auth/sessions/sign-ins.queries.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import type { Database } from '#platform/database/database.ts';
import { takeFromBudget } from '#domain/mail/mail-budget.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';

/**
 * The job after a sign-in on an unknown device from an unfamiliar network. The mail budget and the row lock would
 * prolong the sign-in. It checks again, because parallel sign-ins cause a job each, and only the first one is reported.
 */
export async function reportNewDevice(
  { database, keys }: { database: Database; keys: Keys },
  { user_id: id, sign_in_id }: NewDeviceJob,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const [user] = await lockUsers(tx, id);
    if (!user) return;
    const [signIn] = await selectUnfamiliarity(tx, sign_in_id);
    if (!signIn?.is_unfamiliar) return;
    await notify(tx, id, { kind: 'new_sign_in', from: signIn.ip_address });
    const perDay = deviceLimits.mailsPerDay;
    const budget = { perHour: perDay, perDay, perHourBeyond: 0 };
    if ((await takeFromBudget(tx, keys, `new device of ${id}`, budget)) === null) return;
    await enqueueSecurityMail(tx, 'new-sign-in', user.email, signIn.ip_address);
  });
}
