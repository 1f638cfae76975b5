import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#platform/database/database.ts';
import { type Keys, sign } from '#auth/keys.ts';
import { lockName } from '#platform/database/advisory-lock.queries.ts';
import { insertMailBudgetUse } from './mail-budget.queries.ts';

/**
 * Takes one mail from what strangers may set off to an address; false where nothing is left. To be called last in a
 * transaction: takers of one address wait for one another.
 */
export async function takeFromMailBudget(
  tx: Transaction,
  { mailBudget: key }: Keys,
  address: string,
): Promise<boolean> {
  const recipient = sign(key, address.toLowerCase());
  await lockName(tx, recipient);
  return (await insertMailBudgetUse(tx, uuidv7(), recipient)).length === 1;
}
