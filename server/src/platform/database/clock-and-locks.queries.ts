import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import type { Database, Transaction } from './database.ts';
import { defineQuery } from './query.ts';

export const selectNow = defineQuery('now', z.object({ now: z.date() }), () => Prisma.sql`SELECT now()`);

/** The clock of the database. In a transaction, the time at which it began. */
export async function readClock(executor: Database | Transaction): Promise<Date> {
  const [row] = await selectNow(executor);
  if (!row) throw new Error('PostgreSQL returned no time.');
  return row.now;
}

export const secondsAfter = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

export const daysAfter = (time: Date, days: number): Date => secondsAfter(time, days * 24 * 60 * 60);

export const earliest = (time: Date, ...others: (Date | undefined)[]): Date =>
  others.reduce<Date>((first, other) => (other && other < first ? other : first), time);

/** The lock applies to all processes and ends with the transaction. */
export const lockName = defineQuery(
  'lock-name',
  z.object({ lock: z.string() }),
  (name: string) => Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text AS lock`,
);
