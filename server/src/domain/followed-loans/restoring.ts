/** Restores what the other owner removed or replaced. */
import { isDeepStrictEqual } from 'node:util';
import { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import { followedLoanMessages } from 'contract/followed-loans/followed-loans.constants.ts';
import { OffsetBalance, Transaction } from 'contract/statements/statement-fields.ts';
import { statementLimits, statementMessages } from 'contract/statements/statements.constants.ts';
import { loanFields } from 'engine/followed-loans/loan-fields.ts';
import { groupBy } from 'engine/group-by.ts';
import { takerOf } from 'engine/taker.ts';
import { z } from 'zod';
import { AppError, fieldErrors } from '#errors.ts';
import {
  balancesOf,
  entriesOf,
  type Entry,
  hasLoss,
  type LoanState,
  type LostRow,
  partOf,
  type Partners,
  placeOf,
  placesOf,
  type Row,
  parsedInput,
  recentOf,
  removedRows,
  type StoredLoss,
  termsOf,
} from './restorable.ts';
import { openingFields, openingsOfRows, previousChargeDate, storedOpenings } from './openings.ts';
import { storedLosses } from './undo.ts';

interface StoredLoan {
  input: unknown;
  row_versions: unknown;
  restorable: unknown;
}

/**
 * What an owner can restore now: nothing that is there again, and nothing that the owner has set anew since. Rows of the same day
 * come back in the order in which they went, the last first, so that each is where it was.
 */
export function restorableOf({ input, row_versions, restorable }: StoredLoan): StoredLoss[] {
  const losses = recentOf(storedLosses(restorable), new Date());
  const loan = losses.length === 0 ? undefined : parsedInput(input).data;
  const versions = z.array(z.int()).safeParse(row_versions).data;
  if (!loan || !versions) return [];
  const entries = entriesOf({ input: loan, rowVersions: versions });
  const [currentTerms, currentBalances] = [termsOf(loan), balancesOf(loan)];
  const later = new Set<string>();
  const lefts = losses.toReversed().map((loss) => {
    const left = partOf(
      loss,
      (name, term) => !isDeepStrictEqual(term, currentTerms[name]),
      (account, fields) => {
        const { date, balance } = OffsetBalance.parse(fields);
        return currentBalances[account - 1]?.get(date) !== balance;
      },
    );
    const removed = removedRows([loss]);
    const isBlocked = loss.transactions.some(({ row }) => later.has(String(row['date'])));
    for (const { row } of removed) later.add(String(row['date']));
    // No kinds that are no longer what the other owner made of them.
    const relabelled = new Set(withKinds(entries, loss.transactions).restored);
    return {
      ...left,
      transactions: isBlocked
        ? []
        : loss.transactions.filter((lost) => lost.became === undefined || relabelled.has(lost)),
      state: loan.owed === undefined ? loss.state : null,
    };
  });
  return lefts.filter(hasLoss).toReversed();
}

const placeAndKindOf = (row: Row) => `${placeOf(row)} ${row.kind}`;

/** Rows that still are what the change made of them, or lack their balance, as they were before: of several equal ones that with its balance, otherwise that at its place. */
function withKinds(entries: readonly Entry[], lost: readonly LostRow[]) {
  const rows = entries.map(({ row }) => row);
  const places = placesOf(entries);
  const take = takerOf(
    rows.map((row, index) => {
      const key = placeAndKindOf(row);
      return [index, [`${key} at ${places[index]}`, key, `${key} with ${row.balance ?? 'none'}`]];
    }),
  );
  const restored = lost.filter(({ row: fields, place, became }) => {
    if (became === undefined) return false;
    const former = Transaction.parse(fields);
    const key = `${placeOf(former)} ${became}`;
    const isStated = former.balance !== undefined;
    const stated = isStated ? [`${key} with ${former.balance}`] : [];
    const bare = isStated ? [`${placeAndKindOf(former)} with none`] : [];
    const index = take(...stated, `${key} at ${place}`, key, ...bare);
    if (index === undefined) return false;
    const { kind, balance } = rows[index]!;
    rows[index] = { ...former, balance: balance ?? former.balance };
    return former.kind !== kind || balance !== rows[index].balance;
  });
  return { rows, restored };
}

/** Puts back what was lost, each row at its place in its day. Rows and balances that were added since stay, unless what was owed before them comes back. */
export function withLoss(
  { input, rowVersions, openings }: LoanState,
  loss: StoredLoss,
): LoanState & { partners?: Partners } {
  const offset_accounts = withBalances(input.offset_accounts, loss.offset_accounts);
  if (loss.state) {
    const account = { ...input, transactions: undefined, opening_balance: undefined, offset_accounts };
    const fields = { ...loanFields(account), ...loss.terms, ...loss.state };
    return { input: fitting(fields), rowVersions: [], openings: [] };
  }
  const current: Placed[] = entriesOf({ input, rowVersions });
  const entries = withRows(current, removedRows([loss]));
  const indexes = new Map(entries.map((entry, index) => [entry, index]));
  const opening = entries[0]?.lost?.opening;
  const account = {
    ...input,
    offset_accounts,
    ...(entries.length > 0 && {
      owed: undefined,
      owed_on: undefined,
      transactions: withKinds(entries, loss.transactions).rows,
      previous_charge_date: previousChargeDate({ input, openings }, entries[0]!.row),
      ...(opening && openingFields(opening)),
    }),
  };
  const restored = fitting({ ...loanFields(account), ...loss.terms });
  const before = new Map(openingsOfRows(input, openings).map((each, index) => [current[index], each]));
  return {
    input: restored,
    rowVersions: entries.map(({ version }) => version),
    partners: current.map((entry) => indexes.get(entry)!),
    openings: storedOpenings(
      restored,
      entries.map((entry) => entry.lost?.opening ?? before.get(entry)),
      { input, openings },
    ),
  };
}

interface Restored {
  transactions?: readonly unknown[] | null | undefined;
}

function fitting(fields: Restored): FollowedLoanInput {
  const parsed = FollowedLoanInput.safeParse(fields);
  if (!parsed.success) throw new AppError('conflict', reasonOf(fields, fieldErrors(parsed.error)));
  return parsed.data;
}

function reasonOf({ transactions }: Restored, errors: Record<string, string[]>): string {
  const texts = new Set(Object.values(errors).flat());
  if ((transactions?.length ?? 0) > statementLimits.transactions) return followedLoanMessages.noRoomForRows;
  if (Object.keys(errors).some((name) => name.startsWith('offset_accounts'))) {
    return followedLoanMessages.noRoomForBalances;
  }
  return texts.has(statementMessages.tooLongAfterFirst) || texts.has(statementMessages.tooLongBeforeLast)
    ? followedLoanMessages.noRoomForYears
    : followedLoanMessages.doesNotFit;
}

interface Placed extends Entry {
  lost?: LostRow;
}

function withRows(entries: readonly Placed[], removed: readonly LostRow[]): Placed[] {
  const all: Placed[] = [
    ...entries,
    ...removed.map((lost) => ({ row: Transaction.parse(lost.row), version: lost.version, lost })),
  ];
  const days = groupBy(all, ({ row }) => row.date);
  return [...days.keys()].toSorted().flatMap((date) => {
    const ofDay = days.get(date)!;
    const result = ofDay.filter(({ lost }) => !lost);
    for (const entry of ofDay) if (entry.lost) result.splice(entry.lost.place, 0, entry);
    return result;
  });
}

/** By day: the balances between stay. */
function withBalances(
  accounts: FollowedLoanInput['offset_accounts'],
  lost: StoredLoss['offset_accounts'],
): FollowedLoanInput['offset_accounts'] {
  const result = [...accounts];
  for (const { account, balances } of lost) {
    const former = balances.map((balance) => OffsetBalance.parse(balance));
    const days = new Set(former.map(({ date }) => date));
    const others = result[account - 1]?.balances.filter(({ date }) => !days.has(date)) ?? [];
    const sorted = [...others, ...former].toSorted((one, other) => one.date.localeCompare(other.date));
    result[account - 1] = { balances: sorted };
  }
  return Array.from(result, (account) => account ?? { balances: [] });
}
