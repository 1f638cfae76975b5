/** The stored columns of a followed loan, and its form on the wire. */
import { FollowedLoan, FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import { type ChangeKind, followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { Timestamp } from 'contract/fields.ts';
import type { Person } from 'contract/friends/friends.ts';
import { z } from 'zod';
import { isRecord, ofNewerVersion, readableEntries, storedEntries } from '#domain/stored-json.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import type { LoanRow } from './followed-loans.queries.ts';
import { storedLosses } from './restorable.ts';

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
});
export type StoredChange = z.infer<typeof StoredChange>;

export type NewChange = Omit<StoredChange, 'own' | 'pair' | 'version' | 'at' | 'kind'> & { kind: ChangeKind };

/** Without those in the form of a newer version, which stay in the column. */
export const storedChanges = (changes: unknown): StoredChange[] => readableEntries(changes, StoredChange);

export const withChange = (changes: unknown, change: StoredChange): Prisma.InputJsonArray =>
  [...storedEntries(changes), change].slice(-followedLoanLimits.changes) as Prisma.InputJsonArray;

const RowVersions = z.array(z.int());

/** To change them. Throws `conflict` in the form of a newer version. */
export function rowVersionsOf({ row_versions }: Pick<LoanRow, 'row_versions'>): number[] {
  const parsed = RowVersions.safeParse(row_versions);
  if (!parsed.success) throw ofNewerVersion();
  return parsed.data;
}

/** Throws `conflict` for an input of a newer version. */
export function inputOf({ input }: Pick<LoanRow, 'input'>): FollowedLoanInput {
  const parsed = FollowedLoanInput.safeParse(input);
  if (!parsed.success) throw ofNewerVersion();
  return parsed.data;
}

/** What cannot be read is left out. */
export function toLoan(row: LoanRow): FollowedLoan {
  const byOf = ({ own, pair }: StoredChange): Person | null => {
    if (own) return row.owner;
    return pair !== null && pair === row.pair_id ? row.co_owner : null;
  };
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    input: isRecord(row.input) ? row.input : {},
    row_versions: RowVersions.catch([]).parse(row.row_versions),
    changes: storedChanges(row.changes).map((change) => ({
      version: change.version,
      at: change.at,
      by: byOf(change),
      kind: FollowedLoan.shape.changes.element.shape.kind.parse(change.kind),
      rows: change.rows,
      first_date: change.first_date,
      last_date: change.last_date,
    })),
    restorable: storedLosses(row.restorable).map(({ version, at, transactions, terms }) => ({
      version,
      at,
      rows: transactions.length,
      terms: terms !== null,
    })),
    co_owner: row.co_owner,
    invited: row.invited,
    created_at: Timestamp.parse(row.created_at),
    date_updated: Timestamp.parse(row.date_updated),
  };
}
