/** Whether a row adds or reduces: its step, and for the other rows how the rows that follow are written. */
import { mapSlices, type Slices } from 'engine/slices.ts';
import { plainText } from './kinds.ts';
import type { ParsedRow } from './parse-rows.ts';
import type { Place } from './reading.ts';

export interface SteppedSheet {
  /** The rows of the account in their order. */
  ordered: readonly ParsedRow[];
  /** The rows that follow, with their steps in units of the balances. */
  steps: ReadonlyMap<ParsedRow, number>;
}

/** 1 where the balances are those of the debt or of the money, -1 where they have the other sign, null where nothing says. */
export function signOfBalances(
  sheets: readonly SteppedSheet[],
  place: Place,
  turned: boolean | undefined,
): 1 | -1 | null {
  const rows = sheets.flatMap(({ ordered }) => ordered);
  const balances = rows.flatMap(({ balance }) => (balance === null ? [] : [balance]));
  const isNegative = balances.length > 0 && balances.every((balance) => balance <= 0);
  const isPositive = balances.length > 0 && balances.every((balance) => balance >= 0);
  const found = (): 1 | -1 | null => {
    if (place === 'offset') return isNegative && balances.some((balance) => balance < 0) ? null : 1;
    const votes = sheets.reduce((sum, sheet) => sum + votesOf(sheet), 0);
    const sign = isNegative ? -1 : isPositive ? 1 : null;
    if (votes === 0) return sign;
    const vote = votes > 0 ? 1 : -1;
    return sign === null || sign === vote ? vote : null;
  };
  const sign = found();
  if (turned === undefined) return sign;
  return turned ? ((0 - (sign ?? 1)) as 1 | -1) : (sign ?? 1);
}

/** Whether more charges add to the balances than reduce them. What takes back a charge before it is none. */
function votesOf({ ordered, steps }: SteppedSheet): number {
  /** By size, how many charges of each side were not taken back. */
  const open = new Map<string, number>();
  let votes = 0;
  for (const row of ordered) {
    if (row.interest !== 'strong' || !row.size) continue;
    const side = Math.sign(steps.get(row) ?? 0);
    // The first row of a file has no step, and may be a charge of either side.
    const taken = side === 0 ? [] : [0 - side, 0].map((other) => `${row.size} ${other}`);
    const other = taken.find((key) => (open.get(key) ?? 0) > 0);
    if (other !== undefined) {
      open.set(other, open.get(other)! - 1);
      continue;
    }
    votes += side;
    open.set(`${row.size} ${side}`, (open.get(`${row.size} ${side}`) ?? 0) + 1);
  }
  return votes;
}

interface Sides {
  plus: number;
  minus: number;
}

/** How the rows that follow are written, in units of the balances. */
export interface Ways {
  byWay: Map<string, Sides>;
  byText: Map<string, Sides>;
}

export function* waysOfWriting(sheets: readonly SteppedSheet[]): Slices<Ways> {
  const ways: Ways = { byWay: new Map(), byText: new Map() };
  for (const { steps } of sheets) {
    yield* mapSlices([...steps], ([row, step]) => {
      addStep(ways.byWay, row.way, step);
      addStep(ways.byText, plainText(row.texts), step);
    });
  }
  return ways;
}

function addStep(map: Map<string, Sides>, key: string, step: number): void {
  const sides = map.get(key) ?? { plus: 0, minus: 0 };
  if (step > 0) sides.plus++;
  else sides.minus++;
  map.set(key, sides);
}

const sideIn = (sides: Sides | undefined): 1 | -1 | null => {
  if (!sides || (sides.plus > 0 && sides.minus > 0)) return null;
  return sides.plus > 0 ? 1 : -1;
};

/** `wordTurn` turns what words say of the holder into units of the balances. */
export function sideOf(row: ParsedRow, { byWay, byText }: Ways, wordTurn: number): 1 | -1 | null {
  const way = byWay.get(row.way);
  const side = sideIn(way);
  if (side !== null) return side;
  if (way) return sideIn(byText.get(plainText(row.texts)));
  // No row is written so: the other column of a pair is the other side.
  const column = row.way.split(' ')[0];
  const others = [...byWay].filter(([key]) => key.split(' ')[0] !== column).map(([, each]) => sideIn(each));
  if (others.length > 0 && others.every((each) => each !== null && each === others[0]))
    return -others[0]! as 1 | -1;
  return row.wordSide === 0 ? null : ((row.wordSide * wordTurn) as 1 | -1);
}

/** -1 where most interest would reduce the debt as words have it; null where nothing says. */
export function turnWithoutBalances(
  sheets: readonly Pick<SteppedSheet, 'ordered'>[],
  place: Place,
  turned: boolean | undefined,
): 1 | -1 | null {
  if (turned !== undefined) return turned ? -1 : 1;
  if (place === 'offset') return 1;
  const votes = sheets.reduce((sum, { ordered }) => {
    const steps = ordered.flatMap((row) => (row.size ? [[row, row.wordSide * row.size] as const] : []));
    return sum + votesOf({ ordered, steps: new Map(steps) });
  }, 0);
  if (votes !== 0) return votes > 0 ? -1 : 1;
  const isSigned = sheets.some(({ ordered }) =>
    ordered.some(({ wordSide, isSideNamed }) => wordSide !== 0 && !isSideNamed),
  );
  return isSigned ? null : 1;
}
