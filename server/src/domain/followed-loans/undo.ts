/** The state of a loan before its latest change, to which either owner can return. */
import { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import { Timestamp } from 'contract/fields.ts';
import { loanFields } from 'engine/followed-loans/loan-fields.ts';
import { z } from 'zod';
import { readableEntries, storedEntries } from '#domain/stored-json.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import type { LoanRow } from './followed-loans.queries.ts';
import { formOf, type LoanState, recentOf, StoredLoss, storedLosses } from './restorable.ts';
import { storedChanges } from './stored-changes.ts';

/** An entry of `restorable`, beside the losses. */
const Snapshot = z.object({
  /** That of the change. */
  version: z.int(),
  at: z.iso.datetime(),
  before: z
    .object({ input: formOf(FollowedLoanInput), row_versions: z.array(z.int()) })
    .refine(({ input, row_versions }) => {
      const rows = input['transactions'];
      return row_versions.length === (Array.isArray(rows) ? rows.length : 0);
    }),
});
type Snapshot = z.infer<typeof Snapshot>;

/** The column after a change. What a newer version wrote stays. */
export const restorableAfter = (
  restorable: unknown,
  { input, rowVersions }: LoanState,
  { version, at }: { version: number; at: Date },
  lossesOf: (losses: StoredLoss[]) => StoredLoss[],
): Prisma.InputJsonArray => {
  const unreadable = storedEntries(restorable).filter(
    (entry) => !StoredLoss.safeParse(entry).success && !Snapshot.safeParse(entry).success,
  );
  const before = { input: loanFields(input), row_versions: [...rowVersions] };
  const snapshot: Snapshot = { version, at: Timestamp.parse(at), before };
  return [...unreadable, ...lossesOf(storedLosses(restorable)), snapshot] as Prisma.InputJsonArray;
};

type StoredLoan = Pick<LoanRow, 'version' | 'restorable' | 'changes' | 'row_versions'>;

/** Undefined if the latest change cannot be undone. */
export const snapshotOf = ({ version, restorable }: StoredLoan): Snapshot | undefined =>
  recentOf(readableEntries(restorable, Snapshot), new Date()).find((each) => each.version === version);

/** The changes that can be undone: the latest one, and files, whose rows can be removed. */
export function undoableOf(loan: StoredLoan): Set<number> {
  const rowVersions: unknown[] = Array.isArray(loan.row_versions) ? loan.row_versions : [];
  const files = storedChanges(loan.changes).flatMap(({ kind, version }) =>
    kind === 'file' && rowVersions.includes(version) && rowVersions.some((each) => each !== version)
      ? version
      : [],
  );
  return new Set([...files, ...(snapshotOf(loan) ? [loan.version] : [])]);
}
