import { AsyncLocalStorage } from 'node:async_hooks';
import type { PrismaClient } from '#generated/prisma/client.ts';
import { createKeyedSemaphore } from '#platform/concurrency/keyed-semaphore.ts';

/** Transactions of a user often wait for the user's row, and each occupies a connection that others need. */
const transactionsAtOnce = 2;
const waitingTransactions = 250;

const currentUser = new AsyncLocalStorage<string>();

/** Transactions in `work` count towards the limit of the user. */
export const runAsUser = <Result>(userId: string, work: () => Result): Result =>
  currentUser.run(userId, work);

type Transact = (...args: unknown[]) => Promise<unknown>;

/** Returns a client in which the transactions of one user wait for each other before they take a connection. */
export function limitTransactionsPerUser(client: PrismaClient): PrismaClient {
  const runLimited = createKeyedSemaphore(transactionsAtOnce, waitingTransactions);
  const transact = client.$transaction.bind(client) as Transact;
  const $transaction: Transact = (...args) => {
    const userId = currentUser.getStore();
    return userId === undefined ? transact(...args) : runLimited(userId, () => transact(...args));
  };
  return client.$extends({ client: { $transaction } }) as unknown as PrismaClient;
}
