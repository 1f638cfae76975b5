/** What an owner can restore after a change. */
import { isDeepStrictEqual } from 'node:util';
import { Timestamp } from 'contract/fields.ts';
import { Transaction } from 'contract/statements/statement-fields.ts';
import {
  balancesOf,
  type Changed,
  changedTerms,
  entriesOf,
  hasLoss,
  indexesOf,
  type LoanState,
  type LostRow,
  lostBalances,
  lostRows,
  lostState,
  lostTerms,
  placeOf,
  removedRows,
  type Row,
  type StoredLoss,
  takeLast,
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

/** The losses of an owner after a change. A row is a loss of the owner who did not remove it last, and what is lost again is listed once. */
export function lossesAfter(
  left: StoredLoss[],
  current: readonly StoredLoss[],
  loss: StoredLoss,
  isOwn: boolean,
): StoredLoss[] {
  // Those that the change which is undone had brought back, perhaps with other kinds and without their balances.
  const known = new Set(removedRows(current).map((lost) => JSON.stringify(lost)));
  const cameBack = removedRows(left).filter((lost) => !known.has(JSON.stringify(lost)));
  const byKey = indexesOf(cameBack, keyOf);
  const isTaken = new Set<number>();
  const former = new Map<LostRow, LostRow>();
  for (const lost of removedRows([loss])) {
    const index = takeLast(byKey.get(keyOf(lost)), isTaken);
    if (index !== null) former.set(lost, cameBack[index]!);
  }
  const transactions = [...former.keys()];
  if (isOwn) return without(left, { ...loss, transactions, offset_accounts: [], terms: null, state: null });
  if (!hasLoss(loss)) return left;
  const whole = loss.transactions.map((lost) => ({
    ...lost,
    row: { ...lost.row, ...former.get(lost)?.row },
  }));
  return [...without(left, { ...loss, transactions }), { ...loss, transactions: whole }];
}

function bagOf(rows: readonly LostRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const lost of rows) counts.set(keyOf(lost), (counts.get(keyOf(lost)) ?? 0) + 1);
  return counts;
}

function takeFrom(bag: Map<string, number>, lost: LostRow): boolean {
  const left = bag.get(keyOf(lost)) ?? 0;
  bag.set(keyOf(lost), Math.max(0, left - 1));
  return left > 0;
}

/** What is left of the losses of an owner who changes the loan: nothing that the owner sets anew. */
export function withoutSetAnew(
  losses: readonly StoredLoss[],
  before: LoanState,
  after: Changed,
): StoredLoss[] {
  const [former, current] = [balancesOf(before.input), balancesOf(after.input)];
  const termsSet = new Set(changedTerms(before.input, after.input));
  return withoutSetKinds(losses, lostRows(before, after))
    .map((loss) => {
      const terms = Object.entries(loss.terms ?? {}).filter(([name]) => !termsSet.has(name));
      const offset_accounts = loss.offset_accounts.flatMap(({ account, balances }) => {
        const [then, now] = [former[account - 1], current[account - 1]];
        const left = balances.filter(({ date }) => {
          const balance = now?.get(String(date));
          return balance === undefined || balance === then?.get(String(date));
        });
        return left.length === 0 ? [] : [{ account, balances: left }];
      });
      return { ...loss, terms: terms.length === 0 ? null : Object.fromEntries(terms), offset_accounts };
    })
    .filter(hasLoss);
}

/** Without the kinds of rows that still were what the other owner had made of them. */
function withoutSetKinds(losses: readonly StoredLoss[], changes: readonly LostRow[]): StoredLoss[] {
  const stored = losses.flatMap(({ transactions }) => transactions);
  const byPlace = indexesOf(stored, (lost) => `${labelOf(lost, lost.became)} ${lost.place}`);
  const byLabel = indexesOf(stored, (lost) => labelOf(lost, lost.became));
  const isTaken = new Set<number>();
  for (const { became, ...change } of changes) {
    const { kind } = Transaction.parse(change.row);
    const label = labelOf(change, kind);
    if (became === undefined || became === kind) continue;
    if (takeLast(byPlace.get(`${label} ${change.place}`), isTaken) === null) {
      takeLast(byLabel.get(label), isTaken);
    }
  }
  const gone = new Set([...isTaken].map((index) => stored[index]!));
  return losses.map((loss) => ({
    ...loss,
    transactions: loss.transactions.filter((lost) => !gone.has(lost)),
  }));
}

const labelOf = ({ row, version }: LostRow, kind: string | undefined) =>
  `${String(row['date'])} ${Number(row['amount'])} ${version} ${kind}`;

/** What is left of the losses of an owner without what is restored or lost again. */
export function without(losses: readonly StoredLoss[], part: StoredLoss): StoredLoss[] {
  const rows = bagOf(part.transactions);
  const balances = new Set(
    part.offset_accounts.flatMap((each) => each.balances.map((balance) => balanceKey(each, balance))),
  );
  return losses
    .toReversed()
    .map((loss) => {
      const terms = Object.entries(loss.terms ?? {}).filter(
        ([name, term]) => !part.terms || !(name in part.terms) || !isDeepStrictEqual(term, part.terms[name]),
      );
      return {
        ...loss,
        transactions: loss.transactions.filter((lost) => !takeFrom(rows, lost)),
        offset_accounts: loss.offset_accounts.flatMap((each) => {
          const left = each.balances.filter((balance) => !balances.has(balanceKey(each, balance)));
          return left.length === 0 ? [] : [{ ...each, balances: left }];
        }),
        terms: terms.length === 0 ? null : Object.fromEntries(terms),
        state: isDeepStrictEqual(loss.state, part.state) ? null : loss.state,
      };
    })
    .toReversed()
    .filter(hasLoss);
}

/** That of a row that was removed is the same wherever it was. */
const keyOf = (lost: LostRow) => (lost.became === undefined ? labelOf(lost, '') : JSON.stringify(lost));

const balanceKey = ({ account }: { account: number }, { date, balance }: Record<string, unknown>) =>
  `${account} ${String(date)} ${Number(balance)}`;

const placeAndBalanceOf = (row: Row) => `${placeOf(row)} ${row.balance ?? ''}`;

/**
 * What is left of the losses of an owner once a change has added rows, and the versions of all rows: one that is there again is of
 * who added it first.
 */
export function withReturned(losses: StoredLoss[], after: LoanState, addedBy: number, isOwn: boolean) {
  const lost = removedRows(losses).map((each) => ({
    each,
    row: Transaction.parse(each.row),
    version: each.version,
  }));
  const byPlace = indexesOf(lost, ({ row }) => placeOf(row));
  const byBalance = indexesOf(lost, ({ row }) => placeAndBalanceOf(row));
  const isTaken = new Set<number>();
  const back = new Map<LostRow, Row>();
  const rowVersions = entriesOf(after).map(({ row, version }) => {
    if (version !== addedBy) return version;
    // The same balance, or one of both states none.
    const others =
      row.balance === undefined
        ? byPlace.get(placeOf(row))
        : byBalance.get(placeAndBalanceOf({ ...row, balance: undefined }));
    const index = takeLast(byBalance.get(placeAndBalanceOf(row)), isTaken) ?? takeLast(others, isTaken);
    if (index === null) return version;
    back.set(lost[index]!.each, row);
    return lost[index]!.version;
  });
  if (back.size === 0) return { losses, rowVersions };
  const left = losses
    .map((loss) => ({
      ...loss,
      transactions: loss.transactions.flatMap((each): LostRow[] => {
        const row = back.get(each);
        if (!row) return [each];
        // The other owner has added it with another kind, or without its balance.
        const isSame =
          isOwn ||
          ((each.row['kind'] ?? 'other') === row.kind &&
            (each.row['balance'] === undefined || row.balance !== undefined));
        return isSame ? [] : [{ ...each, became: row.kind }];
      }),
    }))
    .filter(hasLoss);
  return { losses: left, rowVersions };
}
