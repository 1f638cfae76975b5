/** The stored changes of a followed loan: who made each, and what it set. */
import { type ChangeKind, followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { z } from 'zod';
import { isRecord, parsedOnce, readableEntries, storedEntries } from '#domain/stored-json.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { RowOpening } from './openings.ts';

const OffsetDays = z.object({ account: z.int(), first_date: z.iso.date(), last_date: z.iso.date() });
type OffsetDays = z.infer<typeof OffsetDays>;

const StoredChange = z.object({
  version: z.int(),
  at: z.iso.datetime(),
  /** Whether the user made it. */
  own: z.boolean(),
  /** Of a change of the other owner: the pair under which it was made. Null for an earlier owner. */
  pair: z.string().nullable(),
  kind: z.string(),
  rows: z.int(),
  first_date: z.iso.date().nullable(),
  last_date: z.iso.date().nullable(),
  /** Whether the other owner has added the same rows or balances. */
  repeated: z.boolean().optional(),
  /** Whether it put back what either owner had set. */
  both: z.boolean().optional(),
  /** Those of the rows after it. Only the latest two changes have them: one for the loan, and one to return to. */
  openings: z.array(RowOpening).optional(),
  /** The names of the terms that it set. */
  terms: z.array(z.string()).optional(),
  /** The days whose balances it set. */
  offsets: z.array(OffsetDays).optional(),
});
export type StoredChange = z.infer<typeof StoredChange>;

export type NewChange = Pick<StoredChange, 'rows' | 'first_date' | 'last_date'> & { kind: ChangeKind };

/** Without those in the form of a newer version, which stay in the column. */
export const storedChanges = parsedOnce((changes) => readableEntries(changes, StoredChange));

/** Of the rows after the change of a version. */
export const openingsAt = (changes: unknown, version: number): RowOpening[] =>
  storedChanges(changes).find((change) => change.version === version)?.openings ?? [];

export function withChange(changes: unknown, change: StoredChange): Prisma.InputJsonArray {
  const earlier = storedEntries(changes).map((each) => {
    if (!isRecord(each) || Number(each['version']) >= change.version - 1) return each;
    const { openings: _openings, ...fields } = each;
    return fields;
  });
  return [...earlier, change].slice(-followedLoanLimits.changes) as Prisma.InputJsonArray;
}

/** The column in which the other owner has repeated the changes of these versions. */
export const withRepeated = (changes: unknown, versions: ReadonlySet<number>): Prisma.InputJsonArray =>
  storedEntries(changes).map((change) =>
    isRecord(change) && versions.has(Number(change['version'])) ? { ...change, repeated: true } : change,
  ) as Prisma.InputJsonArray;

/** Since both follow the loan. What was there before counts as set by both. */
export const changesTogether = (changes: readonly StoredChange[]): readonly StoredChange[] =>
  changes.slice(changes.findLastIndex(({ kind }) => kind === 'owner') + 1);

const covers = ({ offsets = [] }: StoredChange, account: number, date: string): boolean =>
  offsets.some((days) => days.account === account && days.first_date <= date && date <= days.last_date);

/** The last change that set a term. */
export const setterOfTerm = (changes: readonly StoredChange[], name: string) =>
  changes.findLast(({ terms }) => terms?.includes(name));

/** The last change that set the balance of an offset account, numbered from 1. */
export const setterOfBalance = (changes: readonly StoredChange[], account: number, date: string) =>
  changes.findLast((change) => covers(change, account, date));

export const isOnlyOwn = (change: StoredChange | undefined): boolean =>
  change !== undefined && change.own && change.both !== true && change.repeated !== true;
