import { mailBudgets } from 'contract/accounts/accounts.constants.ts';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { ClientInfo } from '#audit/audit.ts';
import { type Keys, sign } from '#auth/keys/keys.ts';
import { ipAddressGroup, isOwnMachine, networkGroup } from '#platform/ip-addresses.ts';
import { lockName } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { OpenMailbox } from '#platform/mail/local-mailbox.ts';
import { insertMailBudgetUse, type MailBudget } from '#domain/accounts/accounts.queries.ts';

export interface MailBudgetDependencies {
  keys: Keys;
  rateLimitScale: number;
  publicUrl: string;
  mailbox?: OpenMailbox | undefined;
  logger: FastifyBaseLogger;
}

type BudgetedMail = 'confirmation' | 'reset';

/**
 * Counts an email that strangers can trigger. Returns false if a limit of its recipient or of the sender's
 * network is reached, which is logged. For a loopback IP address the local mailbox still receives it. Resets have
 * budgets of their own, so that confirmations do not prevent the recovery of an account.
 * Call it last in a transaction, because it locks the recipient, then the network.
 */
export async function takeFromMailBudget(
  tx: Transaction,
  deps: MailBudgetDependencies,
  kind: BudgetedMail,
  recipient: string,
  { ipAddress }: ClientInfo,
): Promise<boolean> {
  const exhaustedBudget = await countMail(tx, deps, kind, recipient, ipAddress);
  if (exhaustedBudget === undefined) return true;
  const isStoredLocally = deps.mailbox !== undefined && isOwnMachine(deps.publicUrl)(ipAddress);
  const context = { mail: kind, budget: exhaustedBudget, address: ipAddress };
  deps.logger.warn(
    context,
    isStoredLocally ? 'mail over its budget, in the mailbox only' : 'mail not sent: over its budget',
  );
  return isStoredLocally;
}

/** Resolves to the budget that is used up, if there is one. */
async function countMail(
  tx: Transaction,
  { keys, rateLimitScale, publicUrl }: MailBudgetDependencies,
  kind: BudgetedMail,
  recipient: string,
  ipAddress: string,
): Promise<'recipient' | 'network' | undefined> {
  const recipientUse = await takeFromBudget(tx, keys, `${kind} ${mailboxOf(recipient)}`, mailBudgets[kind]);
  if (recipientUse === null) return 'recipient';
  if (isOwnMachine(publicUrl)(ipAddress)) return undefined;
  const perHour = Math.ceil(mailBudgets.networkPerHour * rateLimitScale);
  const ofNetwork = { perHour, perDay: 24 * perHour, perHourBeyond: 0 };
  const network = ipAddressGroup(ipAddress, networkGroup);
  if ((await takeFromBudget(tx, keys, `network ${kind} ${network}`, ofNetwork)) !== null) return undefined;
  // A network over its limit must not use up the budget of the recipient.
  await tx.mailBudgetUse.delete({ where: { id: recipientUse } });
  return 'network';
}

/** Resolves to the id of the use, or null if the limit is reached. */
export async function takeFromBudget(
  tx: Transaction,
  { mailBudget: key }: Keys,
  name: string,
  budget: MailBudget,
): Promise<string | null> {
  const hashed = sign(key, name);
  await lockName(tx, hashed);
  const [use] = await insertMailBudgetUse(tx, uuidv7(), hashed, budget);
  return use?.id ?? null;
}

/** Providers that ignore dots in mailbox names, by each of their domains. */
const dotlessProviders = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
  ['proton.me', 'proton.me'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
]);

/** Providers deliver `ada+news@…` to `ada@…`, and some also `a.d.a@…`: these share a mailbox and a budget. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  const domain = email.slice(at + 1).toLowerCase();
  const provider = dotlessProviders.get(domain);
  return provider ? `${name.replaceAll('.', '')}@${provider}` : `${name}@${domain}`;
}
