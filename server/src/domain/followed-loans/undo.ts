/** The state of a loan before its latest change, to which either owner can return. */
import { followedLoanLimits, type UndoAct } from 'contract/followed-loans/followed-loans.constants.ts';
import { Timestamp } from 'contract/fields.ts';
import { loanFields } from 'engine/followed-loans/loan-fields.ts';
import { z } from 'zod';
import { isRecord, parsedOnce, storedEntries } from '#domain/stored-json.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import type { LoanRow } from './followed-loans.queries.ts';
import { type LoanState, parsedInput, recentOf, StoredLoss } from './restorable.ts';
import type { StoredChange } from './stored-changes.ts';

/** An entry of `restorable`, beside the losses. */
const Snapshot = z.object({
  /** That of the change. */
  version: z.int(),
  at: z.iso.datetime(),
  before: z
    .object({ input: z.record(z.string(), z.unknown()), row_versions: z.array(z.int()) })
    .refine(({ input, row_versions }) => {
      const rows = input['transactions'];
      return row_versions.length === (Array.isArray(rows) ? rows.length : 0);
    }),
  /** What the owner could restore before, if it is not what is left without the loss of the change. */
  losses: z.array(StoredLoss).optional(),
});
type Snapshot = z.infer<typeof Snapshot>;

/** The entries of the column. Those in the form of a newer version stay in it. */
const columnEntries = parsedOnce((restorable) => {
  const losses: StoredLoss[] = [];
  const snapshots: Snapshot[] = [];
  const unreadable: unknown[] = [];
  for (const entry of storedEntries(restorable)) {
    const snapshot = isRecord(entry) && 'before' in entry ? Snapshot.safeParse(entry) : undefined;
    const loss = snapshot ? undefined : StoredLoss.safeParse(entry);
    if (snapshot?.success) snapshots.push(snapshot.data);
    else if (loss?.success) losses.push(loss.data);
    else unreadable.push(entry);
  }
  return { losses, snapshots, unreadable };
});

/** Without those in the form of a newer version. */
export const storedLosses = (restorable: unknown): StoredLoss[] =>
  Array.isArray(restorable) ? columnEntries(restorable).losses : [];

const storedSnapshots = (restorable: unknown): Snapshot[] =>
  Array.isArray(restorable) ? columnEntries(restorable).snapshots : [];

const sizeOf = ({ transactions, offset_accounts }: StoredLoss): number =>
  offset_accounts.reduce((sum, { balances }) => sum + balances.length, transactions.length + 1);

/** Then what is set anew since is deleted, and nothing that can be restored. */
export const isTooMany = (losses: readonly StoredLoss[]): boolean =>
  losses.reduce((sum, each) => sum + sizeOf(each), 0) > followedLoanLimits.restorableEntries;

/** The column after a change. What a newer version wrote stays. */
export const restorableAfter = (
  restorable: unknown,
  { input, rowVersions }: LoanState,
  { version, at }: { version: number; at: Date },
  losses: readonly StoredLoss[],
): Prisma.InputJsonArray => {
  const { unreadable } = columnEntries(restorable);
  const before = { input: loanFields(input), row_versions: [...rowVersions] };
  const former = recentOf(storedLosses(restorable), at);
  const isSame = JSON.stringify(former) === JSON.stringify(losses.filter((loss) => loss.version !== version));
  const snapshot: Snapshot = {
    version,
    at: Timestamp.parse(at),
    before,
    ...(!isSame && { losses: former }),
  };
  return [...unreadable, ...losses, snapshot] as Prisma.InputJsonArray;
};

/** The column without the loss of a version, also once the latest change is undone. Undefined if there is none. */
export function withoutLoss(restorable: unknown, version: number): Prisma.InputJsonArray | undefined {
  const { losses, snapshots, unreadable } = columnEntries(restorable);
  const others = (all: readonly StoredLoss[]) => all.filter((loss) => loss.version !== version);
  if (others(losses).length === losses.length) return undefined;
  const left = snapshots.map(({ losses: former, ...snapshot }) => ({
    ...snapshot,
    ...(former && { losses: others(former) }),
  }));
  return [...unreadable, ...others(losses), ...left] as Prisma.InputJsonArray;
}

/** What an owner could restore before a change, and can again once it is undone. */
export function lossesUndone(restorable: unknown, version: number): StoredLoss[] {
  const former = storedSnapshots(restorable).find((each) => each.version === version)?.losses;
  const losses = former ?? storedLosses(restorable).filter((loss) => loss.version !== version);
  return recentOf(losses, new Date());
}

type StoredLoan = Pick<LoanRow, 'version' | 'restorable' | 'row_versions'>;

/** Undefined if the latest change cannot be undone. */
export const snapshotOf = ({ version, restorable }: StoredLoan): Snapshot | undefined =>
  recentOf(storedSnapshots(restorable), new Date()).find(
    (each) => each.version === version && parsedInput(each.before.input).success,
  );

/** How a change can be undone: the latest one as a whole, a file by removing its rows. Null if it cannot. */
export const undoActOf = (loan: StoredLoan, change: StoredChange): UndoAct | null =>
  change.version === loan.version && snapshotOf(loan)
    ? 'undo'
    : hasFileRows(loan, change)
      ? 'remove_rows'
      : null;

/** Whether a file has added rows that are there, beside others. */
export function hasFileRows(
  { row_versions }: Pick<StoredLoan, 'row_versions'>,
  { kind, version }: StoredChange,
): boolean {
  const rowVersions: unknown[] = Array.isArray(row_versions) ? row_versions : [];
  return kind === 'file' && rowVersions.includes(version) && rowVersions.some((each) => each !== version);
}
