/** Adds, corrects and restores rows of a loan. */
import type {
  addToLoan as addToLoanRoute,
  correctLoanRows as correctLoanRowsRoute,
} from 'contract/followed-loans/followed-loans.ts';
import { FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import type { FollowedLoanFields, LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import { followedLoanMessages } from 'contract/followed-loans/followed-loans.constants.ts';
import { count } from 'contract/counts.ts';
import { formatLongDate } from 'contract/formats.ts';
import { statementLimits, statementMessages } from 'contract/statements/statements.constants.ts';
import { loanFields } from 'engine/followed-loans/loan-fields.ts';
import { loanMoves, unprovenCharges } from 'engine/followed-loans/unproven-charges.ts';
import { doubtfulRates } from 'engine/statements/doubtful-rates.ts';
import { possibleCharges } from 'engine/statements/possible-charges.ts';
import { type Merged, mergeFile } from 'engine/statements/merge.ts';
import type { z } from 'zod';
import type { Caller } from '#auth/sessions/callers.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { AppError, fieldErrors, notFound, validationFailed } from '#errors.ts';
import { changeLoan, type CurrentLoan, type LoanChange } from './loan-changes.ts';
import type { CalculatingDependencies } from './loan-figures.ts';
import { openingAfter, undone, undosOf } from '#domain/followed-loans/undo.ts';
import type { StoredChange } from '#domain/followed-loans/stored-changes.ts';

export async function addToLoan(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  file: z.output<(typeof addToLoanRoute)['body']>,
) {
  let merged: Merged | undefined;
  let input: FollowedLoanInput | undefined;
  const { loan, figures, change } = await changeLoan(
    deps,
    caller,
    id,
    undefined,
    (current) => {
      merged = mergeOrRefuse(current.input, file);
      if (!merged.isChanged) return null;
      const addition = additionOf(current, merged, file);
      ({ input } = addition);
      return addition;
    },
    {
      addedRows: file.transactions.length,
      isRepeated: (earlier, current) => isRepeated(file, earlier, current),
      afterChange: async (tx, owners, { check }, rowVersions, version) => {
        if (!check || !input) return;
        const unproven = unprovenCharges(input, check);
        const doubtful = doubtfulRates(check);
        const possible = possibleCharges(check, loanMoves(input));
        const fault = check.rows.find(
          ({ status, row }, index) =>
            status === 'differs' &&
            !unproven.has(index) &&
            !doubtful.has(index) &&
            !possible.has(index) &&
            rowVersions[row - 1] === version,
        );
        if (!fault) return;
        for (const { userId, loanId, name } of owners) {
          await notify(tx, userId, {
            kind: 'loan_fault',
            title: `An interest charge of ${name} differs`,
            text: `The charge on ${formatLongDate(fault.date)} is not what we expect. Open it to see the difference and a letter.`,
            loanId,
          });
        }
      },
    },
  );
  const { added, recognised, missing, joins } = merged!;
  const what = added > 0 ? count(added, 'row') : 'Balances';
  const msg = change === null ? followedLoanMessages.nothingNew : `${what} added.`;
  return { msg, loan, figures, added, recognised, missing, joins };
}

/** Whether a file has rows or balances of a change. */
function isRepeated(
  { transactions: rows, offset_accounts: accounts }: LoanFile,
  { version, offsets = [] }: StoredChange,
  { input, rowVersions }: CurrentLoan,
): boolean {
  const [first, last] = [rows[0]?.date ?? '', rows.at(-1)?.date ?? ''];
  return (
    (input.transactions ?? []).some(
      ({ date }, index) => rowVersions[index] === version && first <= date && date <= last,
    ) ||
    offsets.some((days) =>
      accounts.some(
        ({ account, balances }) =>
          account === days.account &&
          balances.some(({ date }) => days.first_date <= date && date <= days.last_date),
      ),
    )
  );
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

function additionOf(
  { input, rowVersions, nextVersion }: CurrentLoan,
  merged: Merged,
  file: LoanFile,
): LoanChange {
  const dates =
    file.transactions.length > 0 ? file.transactions : file.offset_accounts.flatMap((each) => each.balances);
  const sorted = dates.map(({ date }) => date).toSorted();
  return {
    input: checked(mergedInput(input, merged)),
    rowVersions: versionsOf(merged, rowVersions, nextVersion),
    change: {
      kind: 'file',
      rows: merged.added,
      first_date: sorted[0] ?? null,
      last_date: sorted.at(-1) ?? null,
    },
  };
}

const versionsOf = (
  { sources }: Pick<Merged, 'sources'>,
  before: readonly number[],
  version: number,
): number[] => sources.map((source) => (source === null ? version : before[source]!));

/** The state of a loan without rows ends with its first rows. */
function mergedInput(input: FollowedLoanInput, merged: Merged): FollowedLoanInput {
  const { transactions, openingBalance, offsetAccounts: offset_accounts } = merged;
  const [first] = transactions;
  if (!first) return { ...input, offset_accounts };
  const { owed: _owed, owed_on: _owedOn, ...account } = input;
  const { previous_charge_date: previous } = input;
  return {
    ...account,
    owed: undefined,
    owed_on: undefined,
    transactions,
    opening_balance: openingBalance,
    // A charge that it was before is among the earlier rows now.
    previous_charge_date: previous !== undefined && previous <= first.date ? previous : undefined,
    offset_accounts,
  };
}

const checked = (input: FollowedLoanInput) => checkedFields(loanFields(input));

/** Refuses what is beyond the limits of a loan. */
function checkedFields(input: FollowedLoanFields): FollowedLoanInput {
  if ((input.transactions?.length ?? 0) > statementLimits.transactions) {
    throw validationFailed({ transactions: [followedLoanMessages.tooManyRows] });
  }
  const parsed = FollowedLoanInput.safeParse(input);
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
  const { loan, figures } = await changeLoan(deps, caller, id, version, ({ input, rowVersions }) => {
    const rows = input.transactions ?? [];
    refuseRows(remove, kinds, rows.length);
    const removed = new Set(remove);
    const labels = new Map(kinds.map(({ row, kind }) => [row, kind]));
    const changedRows = rows.filter(
      ({ kind }, index) => removed.has(index + 1) || (labels.get(index + 1) ?? kind) !== kind,
    );
    if (changedRows.length === 0) return null;
    const transactions = rows
      .map((row, index) => ({ ...row, kind: labels.get(index + 1) ?? row.kind }))
      .filter((_, index) => !removed.has(index + 1));
    const places = rows.flatMap((_, index) => (removed.has(index + 1) ? [] : [index]));
    return {
      input: checked({ ...input, transactions, opening_balance: openingAfter(input, places) }),
      rowVersions: rowVersions.filter((_, index) => !removed.has(index + 1)),
      change: {
        kind: 'rows',
        rows: changedRows.length,
        first_date: changedRows[0]!.date,
        last_date: changedRows.at(-1)!.date,
      },
    };
  });
  return { loan, figures };
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

/** Undoes a change, of whichever owner. */
export async function restoreLoan(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  version: number,
) {
  const { loan, figures } = await changeLoan(
    deps,
    caller,
    id,
    undefined,
    ({ row, input, rowVersions, nextVersion }) => {
      const undo = undosOf(row).get(version);
      if (!undo) throw notFound();
      const { fields, sources, removed } = undone(input, rowVersions, undo);
      const returned = sources.filter((source) => source === null).length;
      const dates = [...removed, ...undo.loss.transactions].map(({ date }) => String(date)).toSorted();
      return {
        input: checkedFields(fields),
        rowVersions: versionsOf({ sources }, rowVersions, nextVersion),
        restoredVersion: version,
        change: {
          kind: removed.length > 0 ? 'rows' : 'restored',
          rows: removed.length + Math.max(returned, undo.loss.transactions.length),
          first_date: dates[0] ?? null,
          last_date: dates.at(-1) ?? null,
        },
      };
    },
  );
  return { loan, figures };
}
