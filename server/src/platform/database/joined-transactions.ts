import { AsyncLocalStorage } from 'node:async_hooks';
import type { Prisma, PrismaClient } from '#generated/prisma/client.ts';

const current = new AsyncLocalStorage<Prisma.TransactionClient>();

type Transact = (...args: unknown[]) => Promise<unknown>;

/** Returns a client whose transactions become part of a surrounding one. */
export function joinTransactions(client: PrismaClient): PrismaClient {
  const transact = client.$transaction.bind(client) as Transact;
  const $transaction: Transact = (...args) => {
    const [work] = args;
    const surrounding = current.getStore();
    if (surrounding === undefined || typeof work !== 'function') return transact(...args);
    return (work as (tx: Prisma.TransactionClient) => Promise<unknown>)(surrounding);
  };
  return client.$extends({ client: { $transaction } }) as unknown as PrismaClient;
}

/** The transactions in `work` are committed or rolled back together. */
export const inOneTransaction = <Result>(
  prisma: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> => prisma.$transaction((tx) => current.run(tx, () => work(tx)));
