/** The stored changes of a followed loan, and who made each. */
import { type ChangeKind, followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { z } from 'zod';
import { isRecord, parsedOnce, readableEntries, storedEntries } from '#domain/stored-json.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { RowOpening } from './openings.ts';

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
  /** Those of the rows after it. Only the latest two changes have them: one for the loan, and one to return to. */
  openings: z.array(RowOpening).optional(),
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
