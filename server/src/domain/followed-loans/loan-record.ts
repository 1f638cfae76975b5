/** The stored columns of a followed loan, and its form on the wire. */
import { FollowedLoan, FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import { type ChangeKind, followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { Timestamp } from 'contract/fields.ts';
import type { Person } from 'contract/friends/friends.ts';
import { newerVersionText } from 'contract/texts.ts';
import { z } from 'zod';
import { AppError } from '#errors.ts';
import type { LoanRow } from './followed-loans.queries.ts';
import { StoredLoss } from './restorable.ts';

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

export const storedChanges = (value: unknown): StoredChange[] => z.array(StoredChange).parse(value);

export const withChange = (changes: unknown, change: StoredChange): StoredChange[] =>
  [...storedChanges(changes), change].slice(-followedLoanLimits.changes);

/** Empty in a newer form, of which `inputOf` refuses the input as well. */
export const rowVersionsOf = (row: Pick<LoanRow, 'row_versions'>): number[] =>
  z.array(z.int()).catch([]).parse(row.row_versions);

/** Throws `conflict` for an input of a newer version. */
export function inputOf({ input }: Pick<LoanRow, 'input'>): FollowedLoanInput {
  const parsed = FollowedLoanInput.safeParse(input);
  if (!parsed.success) throw new AppError('conflict', `${newerVersionText}.`);
  return parsed.data;
}

export function toLoan(row: LoanRow): FollowedLoan {
  const byOf = ({ own, pair }: StoredChange): Person | null => {
    if (own) return row.owner;
    return pair !== null && pair === row.pair_id ? row.co_owner : null;
  };
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    input: row.input as FollowedLoanFields,
    row_versions: rowVersionsOf(row),
    changes: storedChanges(row.changes).map((change) => ({
      version: change.version,
      at: change.at,
      by: byOf(change),
      kind: FollowedLoan.shape.changes.element.shape.kind.parse(change.kind),
      rows: change.rows,
      first_date: change.first_date,
      last_date: change.last_date,
    })),
    restorable: StoredLoss.array()
      .parse(row.restorable)
      .map(({ version, at, transactions, terms }) => ({
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
