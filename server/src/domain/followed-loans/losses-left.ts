/** What an owner can restore after a change. */
import { Timestamp } from 'contract/fields.ts';
import { Transaction } from 'contract/statements/statement-fields.ts';
import {
  balancesOf,
  type Before,
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
import { withOtherKinds, withoutOwnKinds } from './relabelled.ts';

/** The losses of the other owner after a change. */
export function lossesAfter(
  stored: readonly StoredLoss[],
  before: Before,
  after: Changed,
  { version, at, isGivenBack }: { version: number; at: Date; isGivenBack: (lost: LostRow) => boolean },
): StoredLoss[] {
  const lost = lostRows(before, after).filter((each) => each.became !== undefined || !isGivenBack(each));
  const { losses, others: transactions } = withOtherKinds(stored, lost);
  const loss: StoredLoss = {
    version,
    at: Timestamp.parse(at),
    transactions,
    offset_accounts: lostBalances(before, after.input),
    terms: lostTerms(before, after.input),
    state: lostState(before.input, after.input),
  };
  return hasLoss(loss) ? [...losses, loss] : losses;
}

/** What is left of the losses of an owner who changes the loan: nothing that the owner sets anew. */
export function withoutSetAnew(
  losses: readonly StoredLoss[],
  before: LoanState,
  after: Changed,
): StoredLoss[] {
  const [former, current] = [balancesOf(before.input), balancesOf(after.input)];
  const termsSet = new Set(changedTerms(before.input, after.input));
  return withoutOwnKinds(losses, lostRows({ ...before, changes: [] }, after))
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

/** What is left of the losses once one is restored: also what of it was not offered, because it could not come back now. */
export const withoutRestored = (losses: readonly StoredLoss[], restored: StoredLoss): StoredLoss[] =>
  losses
    .map((loss) => {
      if (loss.version !== restored.version) return loss;
      const terms = Object.entries(loss.terms ?? {}).filter(([name]) => !(name in (restored.terms ?? {})));
      return {
        ...loss,
        transactions: without(loss.transactions, restored.transactions),
        offset_accounts: loss.offset_accounts.flatMap(({ account, balances }) => {
          const back = restored.offset_accounts.flatMap((each) =>
            each.account === account ? each.balances : [],
          );
          const left = without(balances, back);
          return left.length === 0 ? [] : [{ account, balances: left }];
        }),
        terms: terms.length === 0 ? null : Object.fromEntries(terms),
        state: restored.state ? null : loss.state,
      };
    })
    .filter(hasLoss);

function without<Entry>(all: readonly Entry[], some: readonly Entry[]): Entry[] {
  const keys = new Set(some.map((entry) => JSON.stringify(entry)));
  return all.filter((entry) => !keys.has(JSON.stringify(entry)));
}

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
