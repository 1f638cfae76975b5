/** Adds, corrects and restores rows of a loan. */
import type {
  addToLoan as addToLoanRoute,
  correctLoanRows as correctLoanRowsRoute,
  restoreLoan as restoreLoanRoute,
} from 'contract/followed-loans/followed-loans.ts';
import { FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import type { LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import { followedLoanMessages, type RestoringAct } from 'contract/followed-loans/followed-loans.constants.ts';
import { count } from 'contract/counts.ts';
import { statementLimits, statementMessages } from 'contract/statements/statements.constants.ts';
import { loanFields } from 'engine/followed-loans/loan-fields.ts';
import { type Merged, mergeFile } from 'engine/statements/merge.ts';
import type { z } from 'zod';
import type { Caller } from '#auth/sessions/callers.ts';
import { AppError, fieldErrors, notFound, validationFailed } from '#errors.ts';
import { changeLoan, type CurrentLoan, type LoanChange } from './loan-changes.ts';
import type { CalculatingDependencies } from './loan-figures.ts';
import {
  type Opening,
  openingFields,
  openingsOfRows,
  previousChargeDate,
  storedOpenings,
} from '#domain/followed-loans/openings.ts';
import { restorableOf, withLoss } from '#domain/followed-loans/restoring.ts';
import { inputOf } from '#domain/followed-loans/loan-record.ts';
import { openingsAt, storedChanges } from '#domain/followed-loans/stored-changes.ts';
import { hasFileRows, snapshotOf } from '#domain/followed-loans/undo.ts';

export async function addToLoan(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  file: z.output<(typeof addToLoanRoute)['body']>,
) {
  let merged: Merged | undefined;
  const { loan, figures, change } = await changeLoan(
    deps,
    caller,
    id,
    file.version,
    (current) => {
      merged = mergeOrRefuse(current.input, file);
      return merged.isChanged ? additionOf(current, merged, file) : null;
    },
    { addedRows: file.transactions.length, mayShowFault: true },
  );
  const { added, recognised, missing, joins } = merged!;
  const what = added > 0 ? count(added, 'row') : 'Balances';
  const msg = change === null ? followedLoanMessages.nothingNew : `${what} added.`;
  return { msg, loan, figures, added, recognised, missing, joins };
}

function mergeOrRefuse(input: FollowedLoanInput, file: LoanFile): Merged {
  const accounts = input.offset_accounts.length;
  for (const [index, { account }] of file.offset_accounts.entries()) {
    if (account > accounts + 1) {
      throw validationFailed({ [`offset_accounts.${index}.account`]: [`Must be at most ${accounts + 1}.`] });
    }
  }
  const merged = mergeFile(input, file);
  if (merged.transactions.length > 0 && merged.openingBalance === undefined) {
    throw validationFailed({ opening_balance: ['Required.'] });
  }
  if (merged.joins === 'apart' && !file.accept_gap) {
    throw new AppError('conflict', followedLoanMessages.doesNotJoin);
  }
  return merged;
}

function additionOf(current: CurrentLoan, merged: Merged, file: LoanFile): LoanChange {
  const { input, rowVersions, openings, nextVersion } = current;
  const { sources } = merged;
  const partners = rowVersions.map(() => 0);
  for (const [index, source] of sources.entries()) if (source !== null) partners[source] = index;
  const dates =
    file.transactions.length > 0 ? file.transactions : file.offset_accounts.flatMap((each) => each.balances);
  const sorted = dates.map(({ date }) => date).toSorted();
  const known: Opening[] = [];
  for (const { row, ...opening } of openings) if (row >= 0) known[partners[row]!] = opening;
  const [first] = openingsOfRows(input, openings);
  if (first) known[partners[0]!] = first;
  // A row that was recognised is another object.
  const indexes = new Map(merged.transactions.map((row, index) => [row, index]));
  if (file.opening_balance !== undefined) {
    for (const [index, { owed }] of openingsOfRows(file, []).entries()) {
      const added = indexes.get(file.transactions[index]!);
      if (added !== undefined) known[added] = { owed };
    }
  }
  const changed = checked(mergedInput(current, merged));
  return {
    input: changed,
    rowVersions: sources.map((source) => (source === null ? nextVersion : rowVersions[source]!)),
    openings: storedOpenings(changed, known, current),
    partners,
    change: {
      kind: 'file',
      rows: merged.added,
      first_date: sorted[0] ?? null,
      last_date: sorted.at(-1) ?? null,
    },
  };
}

/** The state of a loan without rows ends with its first rows. */
function mergedInput(current: CurrentLoan, merged: Merged): FollowedLoanInput {
  const { input } = current;
  const { transactions, openingBalance, offsetAccounts: offset_accounts } = merged;
  const [first] = transactions;
  if (!first) return { ...input, offset_accounts };
  const { owed: _owed, owed_on: _owedOn, ...account } = input;
  return {
    ...account,
    owed: undefined,
    owed_on: undefined,
    transactions,
    opening_balance: openingBalance,
    previous_charge_date: previousChargeDate(current, first),
    offset_accounts,
  };
}

/** Refuses what is beyond the limits of a loan. */
function checked(input: FollowedLoanInput): FollowedLoanInput {
  if ((input.transactions?.length ?? 0) > statementLimits.transactions) {
    throw validationFailed({ transactions: [followedLoanMessages.tooManyRows] });
  }
  const parsed = FollowedLoanInput.safeParse(loanFields(input));
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  const isTooLong = Object.values(errors).flat().includes(statementMessages.tooLongAfterFirst);
  throw validationFailed(isTooLong ? { transactions: [followedLoanMessages.tooManyYears] } : errors);
}

export async function correctLoanRows(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  { version, remove = [], kinds = [] }: z.output<(typeof correctLoanRowsRoute)['body']>,
) {
  const { loan, figures, change } = await changeLoan(deps, caller, id, version, (current) => {
    const { input } = current;
    const rows = input.transactions ?? [];
    refuseRows(remove, kinds, rows.length);
    const removed = new Set(remove);
    const labels = new Map(kinds.map(({ row, kind }) => [row, kind]));
    const changedRows = rows.filter(
      ({ kind }, index) => removed.has(index + 1) || (labels.get(index + 1) ?? kind) !== kind,
    );
    if (changedRows.length === 0) return null;
    const relabelled = rows.map((row, index) => ({ ...row, kind: labels.get(index + 1) ?? row.kind }));
    return {
      ...withoutRows({ ...current, input: { ...input, transactions: relabelled } }, (index) =>
        removed.has(index + 1),
      ),
      change: {
        kind: 'rows',
        rows: changedRows.length,
        first_date: changedRows[0]!.date,
        last_date: changedRows.at(-1)!.date,
      },
    };
  });
  const { corrected, nothingToCorrect } = followedLoanMessages;
  return { msg: change ? corrected : nothingToCorrect, loan, figures };
}

function withoutRows(
  { input, rowVersions, openings }: CurrentLoan,
  isRemoved: (index: number) => boolean,
): Omit<LoanChange, 'change'> {
  let next = 0;
  const partners = rowVersions.map((_, index) => (isRemoved(index) ? null : next++));
  const known = openingsOfRows(input, openings).filter((_, index) => !isRemoved(index));
  const transactions = input.transactions?.filter((_, index) => !isRemoved(index));
  const opening = partners[0] === null && openingFields(known[0]!);
  const changed = checked({ ...input, transactions, ...opening });
  return {
    input: changed,
    rowVersions: rowVersions.filter((_, index) => !isRemoved(index)),
    openings: storedOpenings(changed, known, { input, openings }),
    partners,
  };
}

function refuseRows(remove: readonly number[], kinds: readonly { row: number }[], length: number): void {
  const errors: Record<string, string[]> = {};
  const check = (rows: readonly number[], pathOf: (index: number) => string) => {
    const named = new Set<number>();
    for (const [index, row] of rows.entries()) {
      if (row > length) errors[pathOf(index)] = [followedLoanMessages.notARow];
      else if (named.has(row)) errors[pathOf(index)] = [followedLoanMessages.namedTwice];
      named.add(row);
    }
  };
  check(remove, (index) => `remove.${index}`);
  check(
    kinds.map(({ row }) => row),
    (index) => `kinds.${index}.row`,
  );
  if (Object.keys(errors).length > 0) throw validationFailed(errors);
  if (length > 0 && remove.length === length) {
    throw validationFailed({ remove: [followedLoanMessages.noRowLeft] });
  }
}

type Restoration = z.output<(typeof restoreLoanRoute)['body']>;

/** Undoes the latest change, restores what the other owner removed or replaced, or removes the rows of an earlier file. */
export async function restoreLoan(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  body: Restoration,
) {
  const { loan, figures } = await changeLoan(
    deps,
    caller,
    id,
    body.loan_version,
    (current) => restoration(current, body),
    { mayShowFault: true },
  );
  return { loan, figures };
}

function restoration(current: CurrentLoan, { version, act }: Restoration): LoanChange {
  const { row, input, rowVersions, openings } = current;
  const isMeant = (each: RestoringAct) => act === undefined || act === each;
  const undone = storedChanges(row.changes).find((change) => change.version === version);
  const snapshot = isMeant('undo') && version === row.version && snapshotOf(row)?.before;
  if (snapshot) {
    const { rows = 0, first_date = null, last_date = null } = undone ?? {};
    return {
      input: inputOf(snapshot),
      rowVersions: snapshot.row_versions,
      openings: openingsAt(row.changes, version - 1),
      change: { kind: 'restored', rows, first_date, last_date },
      undoes: version,
    };
  }
  const loss = isMeant('restore') && restorableOf(row).find((each) => each.version === version);
  if (loss) {
    const restored = loss.state
      ? (loanFields(input).transactions ?? [])
      : loss.transactions.map((each) => each.row);
    return {
      ...withLoss({ input, rowVersions, openings }, loss),
      change: {
        kind: loss.state ? 'rows' : 'restored',
        ...extentOf(restored.map(({ date }) => String(date))),
      },
      restores: loss,
    };
  }
  if (!undone) throw notFound();
  if (!isMeant('remove_rows') || !hasFileRows(row, undone)) {
    throw new AppError('conflict', followedLoanMessages.notRestorable);
  }
  const dates = (input.transactions ?? []).flatMap(({ date }, index) =>
    rowVersions[index] === version ? date : [],
  );
  return {
    ...withoutRows(current, (index) => rowVersions[index] === version),
    change: { kind: 'rows', ...extentOf(dates) },
  };
}

/** Of rows in their order. */
const extentOf = (dates: readonly string[]) => ({
  rows: dates.length,
  first_date: dates[0] ?? null,
  last_date: dates.at(-1) ?? null,
});
