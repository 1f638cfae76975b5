/**
 * Which charges that differ may be right: no statement tells the rate and the balance of each day. A charge without a cause
 * that is proven is called wrong only outside of the range of what a bank may have charged rightly.
 */
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { Convention } from 'contract/statements/statements.constants.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { addStep, dayOf, newSteps, stepAt, type Steps, stretchesOf, yearLengths } from './days.ts';
import { interestCents, millionths } from './interest.ts';
import { periodOfCharge } from './periods.ts';

/** What is owed or held changes by it. */
export interface Move {
  date: string;
  /** What it adds to the debt, or takes from an offset account. */
  cents: number;
  isOffset: boolean;
}

type Charge = StatementResult['rows'][number];

/**
 * Percentage points by which a rate may be another on any days. The standard rates of lenders, without a discount, are less
 * than that above those of their customers.
 */
const widestChange = 3;
/** A row may count from a day so many days before or after its own: weekends, holidays, transfers between banks. */
const valueDays = 7;
/** Default interest on what is overdue, in percentage points, and on how many regular repayments. */
const [defaultPercent, mostOverdue] = [5, 3];
/** The years by which interest is divided. */
const [shortestYear, longestYear] = [360, 366];
/** A row that was ignored for less may count from another day; and small differences have the size of one by chance. */
const [leastIgnoredDays, leastIgnoredCents] = [15, 500];
/** The years and months by which interest is divided differ by less. */
const aboutShare = 0.1;

export const movesOf = ({ transactions, offset_balances: balances }: StatementBody): Move[] => [
  ...transactions.flatMap(({ kind, date, amount }) =>
    kind === 'interest' ? [] : { date, cents: amount, isOffset: false },
  ),
  ...balances.map(({ date, balance }, index) => ({
    date,
    cents: (balances[index - 1]?.balance ?? 0) - balance,
    isOffset: true,
  })),
];

/** The charges that differ, and may be right, by their indexes. */
export function possibleCharges(
  { rows, convention }: Pick<StatementResult, 'rows' | 'convention'>,
  moves: readonly Move[],
): Set<number> {
  const dated = moves.map((move) => ({ ...move, day: dayOf(move.date) })).toSorted((a, b) => a.day - b.day);
  const days = { days: dated.map(({ day }) => day), values: [] };
  const held = offsetBalances(dated);
  const overdueCents = mostOverdue * usualRepayment(moves);
  return new Set(
    rows.flatMap((charge, index) => {
      if (charge.status !== 'differs' || convention === null) return [];
      const [first, end] = daysOf(charge);
      const near = dated.slice(stepAt(days, first - valueDays - 1), stepAt(days, end + valueDays) + 1);
      return !isCauseProven(charge, convention, near) && isInRange(charge, near, held, overdueCents)
        ? [index]
        : [];
    }),
  );
}

function offsetBalances(moves: readonly DatedMove[]): Steps {
  const steps = newSteps();
  addStep(steps, -Infinity, 0);
  let heldCents = 0;
  for (const { day, cents, isOffset } of moves) if (isOffset) addStep(steps, day, (heldCents -= cents));
  return steps;
}

/** The middle one of what reduces the debt. */
function usualRepayment(moves: readonly Move[]): number {
  const sizes = moves.flatMap(({ cents, isOffset }) => (cents < 0 && !isOffset ? [0 - cents] : []));
  return sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0;
}

type DatedMove = Move & { day: number };

const daysOf = ({ from, to }: Charge): [first: number, end: number] => [dayOf(from!), dayOf(to!) + 1];

/** The least and the most are linear in the days, so that no combination is tried. */
function isInRange(charge: Charge, moves: readonly DatedMove[], held: Steps, overdueCents: number): boolean {
  const [first, end] = daysOf(charge);
  const within = (day: number) => Math.min(Math.max(day, first), end);
  // In cents and days.
  let owed = 0;
  let [least, most] = [0, 0];
  for (const { balance, days } of charge.runs) owed += 100 * balance * days;
  for (const { day, cents } of moves) {
    const counted = within(day);
    const [earlier, later] = [
      cents * (counted - within(day - valueDays)),
      cents * (counted - within(day + valueDays)),
    ];
    least += Math.min(earlier, later, 0);
    most += Math.max(earlier, later, 0);
  }
  // A bank may not have linked an offset account on any of the days.
  for (const { days, value } of stretchesOf(held, first, end - 1)) most += days * Math.max(value, 0);
  const rates = charge.runs.map(({ annual_interest_rate: rate }) => rate ?? 0);
  const lowest = Math.max(Math.min(...rates) - widestChange, 0);
  const highest = Math.max(...rates) + widestChange;
  const overdue = overdueCents * (end - first) * defaultPercent;
  // However the amounts of the days are rounded, and what was cut off before.
  const rounded = 1 + end - first;
  const charged = Math.round(100 * charge.charged);
  return (
    charged >= (Math.max(owed + least, 0) * lowest) / (100 * longestYear) - rounded &&
    charged <= ((owed + most) * highest + overdue) / (100 * shortestYear) + rounded
  );
}

/** To the cent, by rows and balances. */
function isCauseProven(charge: Charge, convention: Convention, moves: readonly DatedMove[]): boolean {
  const { cause } = charge;
  return cause === 'charged_twice' || cause === 'offset_ignored' || isRowIgnored(charge, convention, moves);
}

/** Whether it is exactly the interest without one row of the loan. */
function isRowIgnored(charge: Charge, convention: Convention, moves: readonly DatedMove[]): boolean {
  const { charged, difference, annual_interest_rate } = charge;
  const missing = 100 * (difference ?? 0);
  if (Math.abs(missing) < leastIgnoredCents) return false;
  const [first, end] = daysOf(charge);
  const period = periodOfCharge(charge, convention, yearLengths(first, end - 1));
  const delay = convention.balance === 'opening' ? 1 : 0;
  return moves.some(({ day, cents, isOffset }) => {
    const start = day + delay;
    const days = end - start;
    if (isOffset || start < first || days < leastIgnoredDays) return false;
    // Far cheaper than the exact interest.
    const about = (0 - cents * days * (annual_interest_rate ?? 0)) / 36_500;
    if (Math.abs(about - missing) > aboutShare * Math.abs(missing) + 1) return false;
    const runs = period.runs.map((run) =>
      run.firstDay < start ? run : { ...run, balanceCents: Math.max(run.balanceCents - cents, 0) },
    );
    return interestCents({ ...period, runs }, convention, millionths) === Math.round(100 * charged);
  });
}
