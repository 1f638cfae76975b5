import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#platform/database/database.ts';
import { type Keys, sign } from '#auth/keys.ts';
import { insertMailBudgetUse, lockRecipient } from './mail-budget.queries.ts';

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
  await lockRecipient(tx, recipient);
  return (await insertMailBudgetUse(tx, uuidv7(), recipient)).length === 1;
}
