/** Changes a loan for both of its owners. */
import { setImmediate } from 'node:timers/promises';
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loans.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { daysOfLoan, followedLoanMessages } from 'contract/followed-loans/followed-loans.constants.ts';
import { Timestamp } from 'contract/fields.ts';
import { loanFields } from 'engine/followed-loans/loan-fields.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { AppError, notFound } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import {
  lockLoanRows,
  lockOwnersAgainstDeletion,
  type LoanRow,
  selectLoan,
} from '#domain/followed-loans/followed-loans.queries.ts';
import { type CalculatingDependencies, calculateOwnLoan, headlineOf } from './loan-figures.ts';
import { inputOf, rowVersionsOf, toLoan } from '#domain/followed-loans/loan-record.ts';
import {
  type LoanState,
  type Partners,
  recentOf,
  type StoredLoss,
} from '#domain/followed-loans/restorable.ts';
import {
  rowsAdded,
  lossesAfter,
  lossOf,
  withoutSetAnew,
  withRestored,
  withReturned,
} from '#domain/followed-loans/losses-left.ts';
import type { RowOpening } from '#domain/followed-loans/openings.ts';
import {
  type NewChange,
  openingsAt,
  storedChanges,
  withChange,
} from '#domain/followed-loans/stored-changes.ts';
import { lossesUndone, isTooMany, restorableAfter, storedLosses } from '#domain/followed-loans/undo.ts';
import { chargedTogether } from '#domain/finance/calculators.ts';
import {
  type Fault,
  faultsOf,
  newFault,
  notifyOfFault,
  removeFormerFaults,
  removeReminder,
} from './loan-faults.ts';

export interface CurrentLoan extends LoanState {
  row: LoanRow;
  /** That of the change. */
  nextVersion: number;
}

export interface LoanChange {
  input: FollowedLoanInput;
  /** Unchanged if absent. */
  rowVersions?: readonly number[];
  openings?: readonly RowOpening[];
  change: NewChange;
  /** The version of the latest change, which it undoes. */
  undoes?: number;
  /** What the other owner removed or replaced, which it restores. */
  restores?: StoredLoss;
  /** Of a change that adds or removes rows. */
  partners?: Partners;
}

interface Options {
  addedRows?: number;
  /** Whether the owners are notified of a charge that the change shows to be wrong. */
  mayShowFault?: boolean;
}

/** In microseconds: until a file may be refused, 5,000 rows and 5,000 others are read and merged in about 30 ms. */
const changeCostPerRow = 3;

const noCharge = async () => {};

/** Two owners who change a loan at the same time both succeed, unless one of them named a version. */
const mostMs = 20_000;

/**
 * Computes the change and its figures from the loan that was read, and writes both rows if the loan is still the same; otherwise
 * starts again. So no lock is held while figures are computed. `changeOf` returns null if nothing changes.
 */
export async function changeLoan<Change extends LoanChange>(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  version: number | undefined,
  changeOf: (loan: CurrentLoan) => Change | null,
  { addedRows = 0, mayShowFault = false }: Options = {},
): Promise<{ loan: FollowedLoan; figures: FollowedLoanResult; change: Change | null }> {
  const { database } = deps;
  const end = Date.now() + mostMs;
  const charging = chargedTogether(deps.charging);
  while (Date.now() < end) {
    const [row] = await selectLoan(database, caller.user.id, id);
    if (!row) throw notFound();
    if (version !== undefined && version !== row.version) throw changedMeanwhile();
    const rowVersions = rowVersionsOf(row);
    // An exhausted payer is refused before any work.
    await charging.charge(changeCostPerRow * (rowVersions.length + addedRows));
    const current: CurrentLoan = {
      row,
      input: inputOf(row),
      rowVersions,
      openings: openingsAt(row.changes, row.version),
      nextVersion: row.version + 1,
    };
    const change = changeOf(current);
    const figures = await calculateOwnLoan({ ...deps, charging }, caller, id, change?.input ?? current.input);
    if (!change) return { loan: toLoan(row), figures, change };
    const faults = await faultsOf(charging, change.input, figures);
    const fault = mayShowFault ? newFault(row, current.input, faults) : undefined;
    const written = await database.prisma.$transaction(async (tx) => {
      const rows = await lockSame(tx, caller, row);
      return rows && writeChange(tx, caller, rows, current, change, { figures, faults, fault });
    });
    if (written) return { loan: toLoan(written), figures, change };
    // What is started again for a change of the other owner is paid for.
    charging.charge = noCharge;
  }
  throw changedMeanwhile();
}

const changedMeanwhile = () => new AppError('conflict', followedLoanMessages.changedMeanwhile);

type LockedRows = Awaited<ReturnType<typeof lockLoanRows>>;

/** The rows of both owners. Undefined if the loan, or who owns it, has changed since it was read. */
async function lockSame(tx: Transaction, caller: Caller, read: LoanRow): Promise<LockedRows | undefined> {
  const ownerIds = [caller.user.id, ...(read.co_owner ? [read.co_owner.id] : [])];
  await lockOwnersAgainstDeletion(tx, ownerIds);
  const rows = await lockLoanRows(tx, caller.user.id, read.id);
  const own = rows.find((row) => row.id === read.id);
  if (!own) throw notFound();
  const isSame =
    own.version === read.version && own.pair_id === read.pair_id && rows.length === ownerIds.length;
  return isSame ? rows : undefined;
}

interface Outcome {
  figures: FollowedLoanResult;
  /** The charges that are called wrong, and the first that was not before. */
  faults: readonly Fault[];
  fault: Fault | undefined;
}

async function writeChange(
  tx: Transaction,
  caller: Caller,
  locked: LockedRows,
  { row: { id }, input, rowVersions, openings, nextVersion: version }: CurrentLoan,
  { change, undoes, restores, ...changed }: LoanChange,
  { figures, faults, fault }: Outcome,
): Promise<LoanRow | undefined> {
  // That of the caller is first.
  const rows = locked.toSorted((one, other) => Number(other.id === id) - Number(one.id === id));
  const own = rows[0]!;
  const at = await readClock(tx);
  const entry = {
    ...change,
    version,
    at: Timestamp.parse(at),
    openings: [...(changed.openings ?? openings)],
  };
  const before = { input, rowVersions, openings };
  const after = { ...changed, rowVersions: changed.rowVersions ?? rowVersions, openings: entry.openings };
  const current = rows.map(({ restorable }) => recentOf(storedLosses(restorable), at));
  // Thousands of entries, while other requests wait.
  await setImmediate();
  const left =
    undoes !== undefined
      ? rows.map(({ restorable }) => lossesUndone(restorable, undoes))
      : restores
        ? withRestored(current, restores)
        : withReturned(current, rowsAdded(after));
  await setImmediate();
  if (undoes === undefined && !restores) left[0] = withoutSetAnew(left[0]!, before, after);
  // So much only if the other owner undid it. It is not to grow without end.
  if (change.kind === 'file' && isTooMany(left[0]!)) {
    throw new AppError('conflict', followedLoanMessages.restoreFirst);
  }
  // What the other owner did can always be taken back.
  const isOfOther = storedChanges(own.changes).some((each) => each.version === undoes && !each.own);
  const mayExceed = isOfOther || restores !== undefined;
  const loss = lossOf(before, after, { version, at });
  const hasOtherEnd = daysOfLoan(after.input).lastDate !== daysOfLoan(input).lastDate;
  const data = {
    input: loanFields(after.input) as Prisma.InputJsonObject,
    row_versions: [...after.rowVersions],
    version,
    ...headlineOf(figures, faults),
    date_updated: at,
  };
  for (const [index, row] of rows.entries()) {
    const isOwn = index === 0;
    const losses = lossesAfter(left[index]!, current[index]!, loss, {
      isOwn,
      isUndo: undoes !== undefined,
      isOfState: Boolean(restores?.state),
    });
    if (!mayExceed && losses.at(-1)?.version === version && isTooMany(losses)) {
      throw new AppError('conflict', followedLoanMessages.tooMuchRestorable);
    }
    await tx.followedLoan.update({
      where: { id: row.id },
      data: {
        ...data,
        changes: withChange(row.changes, { ...entry, own: isOwn, pair: isOwn ? null : row.pair_id }),
        restorable: restorableAfter(row.restorable, before, { version, at }, losses),
      },
    });
    if (fault) await notifyOfFault(tx, row, fault);
    await removeFormerFaults(tx, row, faults);
    if (hasOtherEnd) await removeReminder(tx, row);
  }
  const [written] = await selectLoan(tx, caller.user.id, id);
  return written;
}
