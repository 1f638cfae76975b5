import { deviceLimits } from 'contract/accounts.constants.ts';
import type { ClientInfo } from '#auth/audit.ts';
import type { Keys } from '#auth/keys.ts';
import { deleteSurplusDevices, selectUnfamiliarity } from '#auth/sign-ins.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { takeFromBudget } from './mail-budget.ts';
import { notify } from './notifications.ts';
import { enqueueSecurityMail } from './security-mails.ts';

/**
 * After the start of a session on an unknown device, in its transaction, which has locked the user:
 * limits the number of devices, and tells the user unless another mail reports the sign-in.
 */
export async function welcomeNewDevice(
  tx: Transaction,
  keys: Keys,
  clientInfo: ClientInfo,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await deleteSurplusDevices(tx, id);
  const [answer] = await selectUnfamiliarity(tx, id, clientInfo);
  if (!answer?.is_unfamiliar) return;
  await notify(tx, id, { kind: 'new_sign_in', from: clientInfo.ipAddress });
  const perDay = deviceLimits.mailsPerDay;
  const budget = { perHour: perDay, perDay, perHourBeyond: 0 };
  if ((await takeFromBudget(tx, keys, `new device of ${id}`, budget)) === null) return;
  await enqueueSecurityMail(tx, 'new-sign-in', email, clientInfo.ipAddress);
}
