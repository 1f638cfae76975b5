/** What an owner can restore of the kind of a row, once the kind is changed again. */
import { Transaction } from 'contract/statements/statement-fields.ts';
import { hasLoss, indexesOf, type LostRow, type StoredLoss, takeLast } from './restorable.ts';

const kindOf = ({ row }: LostRow) => Transaction.parse(row).kind;
const labelOf = ({ row, version }: LostRow, kind: string) =>
  `${String(row['date'])} ${Number(row['amount'])} ${version} ${kind}`;

/**
 * Puts in place of each stored loss of a kind what is left of it, where the row still was what the other owner had made of it. The
 * changes of which there is none are `others`.
 */
function relabelled(
  losses: readonly StoredLoss[],
  changes: readonly LostRow[],
  leftOf: (stored: LostRow, change: LostRow) => LostRow | null,
) {
  const stored = losses.flatMap(({ transactions }) =>
    transactions.flatMap((lost) => (lost.became === undefined ? [] : { lost, became: lost.became })),
  );
  const byPlace = indexesOf(stored, ({ lost, became }) => `${labelOf(lost, became)} ${lost.place}`);
  const byLabel = indexesOf(stored, ({ lost, became }) => labelOf(lost, became));
  const isTaken = new Set<number>();
  const left = new Map<LostRow, LostRow | null>();
  const others = changes.filter((change) => {
    if (change.became === undefined || change.became === kindOf(change)) return true;
    const label = labelOf(change, kindOf(change));
    const index =
      takeLast(byPlace.get(`${label} ${change.place}`), isTaken) ?? takeLast(byLabel.get(label), isTaken);
    if (index === null) return true;
    const { lost } = stored[index]!;
    left.set(lost, leftOf(lost, change));
    return false;
  });
  if (left.size === 0) return { losses: [...losses], others };
  const replaced = losses.map((loss) => ({
    ...loss,
    transactions: loss.transactions.flatMap((lost) => (left.has(lost) ? (left.get(lost) ?? []) : lost)),
  }));
  return { losses: replaced.filter(hasLoss), others };
}

/** When the other owner changes kinds: what that owner made of a row before is no loss, and nothing is once it is as it was. */
export const withOtherKinds = (losses: readonly StoredLoss[], changes: readonly LostRow[]) =>
  relabelled(losses, changes, (stored, { place, became }) =>
    became === kindOf(stored) ? null : { ...stored, place, became: became! },
  );

/** When the owner changes kinds: they are set anew. */
export const withoutOwnKinds = (losses: readonly StoredLoss[], changes: readonly LostRow[]): StoredLoss[] =>
  relabelled(losses, changes, () => null).losses;
