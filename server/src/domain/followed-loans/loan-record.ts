/** The stored columns of a followed loan, and its form on the wire. */
import { FollowedLoan, type FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import { Timestamp } from 'contract/fields.ts';
import type { Person } from 'contract/friends/friends.ts';
import { z } from 'zod';
import { isRecord, ofNewerVersion } from '#domain/stored-json.ts';
import type { LoanRow } from './followed-loans.queries.ts';
import { parsedInput } from './restorable.ts';
import { restorableOf } from './restoring.ts';
import { type StoredChange, storedChanges } from './stored-changes.ts';
import { undoActOf } from './undo.ts';

const RowVersions = z.array(z.int());

/** To change them. Throws `conflict` in the form of a newer version. */
export function rowVersionsOf({ row_versions }: Pick<LoanRow, 'row_versions'>): number[] {
  const parsed = RowVersions.safeParse(row_versions);
  if (!parsed.success) throw ofNewerVersion();
  return parsed.data;
}

/** Throws `conflict` for an input of a newer version. */
export function inputOf({ input }: Pick<LoanRow, 'input'>): FollowedLoanInput {
  const parsed = parsedInput(input);
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
      undo_act: undoActOf(row, change),
    })),
    restorable: restorableOf(row).map(({ version, at, transactions, terms, state }) => ({
      version,
      at,
      rows: transactions.length,
      terms: terms !== null,
      state: state !== null,
    })),
    co_owner: row.co_owner,
    invited: row.invited,
    created_at: Timestamp.parse(row.created_at),
    date_updated: Timestamp.parse(row.date_updated),
  };
}
