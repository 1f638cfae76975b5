/** What an owner can restore after a change. */
import { isDeepStrictEqual } from 'node:util';
import { Timestamp } from 'contract/fields.ts';
import { Transaction } from 'contract/statements/statement-fields.ts';
import { rowFields } from 'engine/followed-loans/loan-fields.ts';
import { takerOf } from 'engine/taker.ts';
import {
  balancesOf,
  type Changed,
  changedTerms,
  hasLoss,
  type LoanState,
  type LostRow,
  lostBalances,
  lostRows,
  lostState,
  lostTerms,
  partOf,
  placeOf,
  removedRows,
  type Row,
  type StoredLoss,
} from './restorable.ts';

/** What a change takes from the other owner. */
export const lossOf = (
  before: LoanState,
  after: Changed,
  { version, at }: { version: number; at: Date },
): StoredLoss => ({
  version,
  at: Timestamp.parse(at),
  transactions: lostRows(before, after),
  offset_accounts: lostBalances(before.input, after.input),
  terms: lostTerms(before.input, after.input),
  state: lostState(before.input, after.input),
});

interface Sought {
  label: string;
  row: Row;
  place?: number;
}

/**
 * For each row an entry with its label, each once: first entries with its balance are taken, that at its place before others, then
 * those where either states none.
 */
function entriesFor(
  entries: readonly LostRow[],
  labelOf: (lost: LostRow, row: Row) => string,
  rows: readonly Sought[],
): (LostRow | undefined)[] {
  const take = takerOf(
    entries.map((lost) => {
      const row = Transaction.parse(lost.row);
      const label = labelOf(lost, row);
      const key = keyOf(label, row);
      return [lost, [`${key} at ${lost.place}`, key, label]];
    }),
  );
  const equal = rows.map(({ label, row, place }) => {
    const key = keyOf(label, row);
    return take(`${key} at ${place}`, key);
  });
  return rows.map(
    ({ label, row }, index) => equal[index] ?? take(row.balance === undefined ? label : keyOf(label, {})),
  );
}

const keyOf = (label: string, { balance }: Partial<Row>) => `${label} with ${balance ?? 'none'}`;

const labelled = ({ became }: LostRow, row: Row) => `${placeOf(row)} ${became ?? ''}`;

/** What is left of a row that was lost, once it is there again: nothing, unless its kind or its balance is missing. */
function leftOf(lost: LostRow, row: Row): LostRow[] {
  const { kind, balance } = Transaction.parse(lost.row);
  const isSame = kind === row.kind && (balance === undefined || row.balance !== undefined);
  return isSame ? [] : [{ ...lost, became: row.kind }];
}

/**
 * The losses of an owner after a change. What was lost before stays lost as it was then: also what the change which is undone had
 * brought back, and the former kind of a row that goes. That of the owner who makes the change is first: it finds the rows that both have.
 */
export function lossesAfter(
  left: StoredLoss[],
  current: readonly StoredLoss[],
  loss: StoredLoss,
  { isOwn, isUndo, isOfState }: { isOwn: boolean; isUndo: boolean; isOfState: boolean },
): StoredLoss[] {
  const takeKnown = takerOf(removedRows(current).map((lost) => [lost, [JSON.stringify(lost)]]));
  const former = left.flatMap(({ transactions }) => transactions);
  const cameBack = former.filter((lost) => lost.became === undefined && !takeKnown(JSON.stringify(lost)));
  const relabelled = isOwn && !isOfState ? former.filter(({ became }) => became !== undefined) : [];
  const before = isUndo ? cameBack : relabelled;
  const removed = removedRows([loss]).map((lost) => ({ lost, row: Transaction.parse(lost.row) }));
  const exact = entriesFor(
    before,
    labelled,
    removed.map(({ lost, row }) => {
      const became = isUndo ? undefined : row.kind;
      return { label: labelled({ ...lost, became }, row), row, place: lost.place };
    }),
  );
  const isExact = new Set(exact);
  const others = entriesFor(
    before.filter((lost) => !isExact.has(lost)),
    (_, row) => placeOf(row),
    removed.flatMap(({ row }, index) => (exact[index] ? [] : { label: placeOf(row), row })),
  );
  const again = new Map<LostRow, LostRow[]>();
  for (const [index, { lost, row }] of removed.entries()) {
    const found = exact[index] ?? others.shift();
    if (isOwn && (found || isOfState)) lost.shared = true;
    if (!found) continue;
    const whole = { ...lost, row: rowFields({ ...row, ...Transaction.parse(found.row) }) };
    again.set(found, isOwn ? [whole] : leftOf(found, row));
  }
  const losses = withRows(left, (lost) => again.get(lost) ?? [lost]);
  // What was owed before the first rows comes back in the place of all rows, also of own ones.
  const isKept = hasLoss(loss) && (!isOwn || isOfState);
  return isKept ? [...withoutFields(losses, loss), loss] : losses;
}

const withRows = (losses: readonly StoredLoss[], rowsOf: (lost: LostRow) => LostRow[]): StoredLoss[] =>
  losses
    .map((loss) => ({ ...loss, transactions: loss.transactions.flatMap((lost) => rowsOf(lost)) }))
    .filter(hasLoss);

/** What is left of the losses of an owner who changes the loan: nothing that the owner sets anew. */
export function withoutSetAnew(
  losses: readonly StoredLoss[],
  before: LoanState,
  after: Changed,
): StoredLoss[] {
  const [former, current] = [balancesOf(before.input), balancesOf(after.input)];
  const termsSet = new Set(changedTerms(before.input, after.input));
  return withoutSetKinds(losses, lostRows(before, after))
    .map((loss) =>
      partOf(
        loss,
        (name) => !termsSet.has(name),
        (account, { date }) => {
          const [then, now] = [former, current].map((all) => all[account - 1]?.get(String(date)));
          return now === undefined || now === then;
        },
      ),
    )
    .filter(hasLoss);
}

/** Without the kinds of rows that still were what the other owner had made of them. */
function withoutSetKinds(losses: readonly StoredLoss[], changes: readonly LostRow[]): StoredLoss[] {
  const former = losses.flatMap(({ transactions }) => transactions);
  const sets = changes.flatMap((change) => {
    const { became, place } = change;
    const row = Transaction.parse(change.row);
    if (became === undefined || became === row.kind) return [];
    return { label: labelled({ ...change, became: row.kind }, row), row, place, kind: became as Row['kind'] };
  });
  const found = entriesFor(
    former.filter(({ became }) => became !== undefined),
    labelled,
    sets,
  );
  const set = new Map<LostRow, LostRow[]>();
  for (const [index, { row, kind }] of sets.entries()) {
    const lost = found[index];
    if (lost) set.set(lost, leftOf({ ...lost, row: { ...lost.row, kind } }, { ...row, kind }));
  }
  return withRows(losses, (lost) => set.get(lost) ?? [lost]);
}

/** What is left of the losses of an owner without what is restored of one. */
function without(losses: readonly StoredLoss[], part: StoredLoss): StoredLoss[] {
  const take = takerOf(part.transactions.map((lost) => [lost, [JSON.stringify(lost)]]));
  return losses.flatMap((loss) => {
    if (loss.version !== part.version) return [loss];
    const transactions = loss.transactions.filter((lost) => !take(JSON.stringify(lost)));
    return withoutFields([{ ...loss, transactions }], part);
  });
}

/** Balances, terms and state that are lost again are listed once. */
function withoutFields(losses: readonly StoredLoss[], part: StoredLoss): StoredLoss[] {
  const balances = new Set(
    part.offset_accounts.flatMap((each) => each.balances.map((balance) => balanceKey(each, balance))),
  );
  return losses
    .map((loss) => ({
      ...partOf(
        loss,
        (name, term) => !isDeepStrictEqual(term, part.terms?.[name]),
        (account, balance) => !balances.has(balanceKey({ account }, balance)),
      ),
      state: isDeepStrictEqual(loss.state, part.state) ? null : loss.state,
    }))
    .filter(hasLoss);
}

const balanceKey = ({ account }: { account: number }, { date, balance }: Record<string, unknown>) =>
  `${account} ${String(date)} ${Number(balance)}`;

/**
 * What is left of the losses of both owners, first of that who makes the change, once it has added rows: none that is there again as
 * it was. One that came back with another kind, or without its balance, is one whose kind was changed. A row takes an entry of one
 * of them, unless both have it.
 */
export function withReturned(lists: readonly StoredLoss[][], rows: readonly Row[]): StoredLoss[][] {
  const [own = [], other = []] = lists.map((losses) => removedRows(losses));
  const back = returnedTo([...other.filter(({ shared }) => !shared), ...own], rows);
  const ofOne = new Set([...back].flatMap(([{ shared }, row]) => (shared ? [] : row)));
  const others = returnedTo(
    other.filter(({ shared }) => shared),
    rows.filter((row) => !ofOne.has(row)),
  );
  return lists.map((losses) => withoutReturned(losses, new Map([...back, ...others])));
}

/** What is left of the lists of both owners once one has restored a part of theirs: nothing of it, also where both have it. */
export function withRestored(lists: readonly StoredLoss[][], part: StoredLoss): StoredLoss[][] {
  const rows = removedRows([part]).flatMap(({ row, shared }) => (shared ? Transaction.parse(row) : []));
  return lists.map((losses, index) => {
    if (index === 0) return without(losses, part);
    const shared = removedRows(losses).filter((lost) => lost.shared);
    return withoutReturned(losses, returnedTo(shared, rows));
  });
}

/** The entries of rows that are there again, with the rows. */
function returnedTo(entries: readonly LostRow[], rows: readonly Row[]): Map<LostRow, Row> {
  const sought = rows.map((row) => ({ label: placeOf(row), row }));
  const found = entriesFor(entries, (_, row) => placeOf(row), sought);
  return new Map(found.flatMap((lost, index): [LostRow, Row][] => (lost ? [[lost, rows[index]!]] : [])));
}

const withoutReturned = (losses: readonly StoredLoss[], back: ReadonlyMap<LostRow, Row>) =>
  withRows(losses, (lost) => {
    const row = back.get(lost);
    return row ? leftOf(lost, row) : [lost];
  });

export function rowsAdded({ input, partners }: Changed): Row[] {
  const stayed = new Set(partners);
  return partners ? (input.transactions ?? []).filter((_, index) => !stayed.has(index)) : [];
}
