import { mailBudget } from 'contract/accounts.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#platform/database/database.ts';
import { type Keys, sign } from '#auth/keys.ts';

/**
 * Takes one mail from what strangers may set off to an address; false if nothing is left, and then no mail may be
 * sent. Exact: takers of the same address wait for each other until their transactions end. To be called last in
 * a transaction, after whatever else it locks.
 */
export async function takeFromMailBudget(
  tx: Transaction,
  { mailBudget: key }: Keys,
  address: string,
): Promise<boolean> {
  const recipient = sign(key, address.toLowerCase());
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${recipient}, 0))`;
  const taken = await tx.$executeRaw`
    INSERT INTO mail_budget_uses (id, recipient_key)
    SELECT ${uuidv7()}::uuid, ${recipient}
    FROM mail_budget_uses
    WHERE recipient_key = ${recipient} AND created_at > now() - interval '1 day'
    HAVING count(*) < ${mailBudget.perDay}
       AND count(*) FILTER (WHERE created_at > now() - interval '1 hour') < ${mailBudget.perHour}`;
  return taken === 1;
}
