/**
 * Which charges that differ may be right: no statement tells the rate and the balance of each day. A charge without a cause
 * that is proven is called wrong only outside of the range of what a bank may have charged rightly, and if no rate of some
 * days explains it.
 */
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { Convention } from 'contract/statements/statements.constants.ts';
import type { StatementCharge as Charge, StatementResult } from 'contract/statements/statements.ts';
import { addStep, dayOf, newSteps, stepAt, type Steps, stretchesOf, yearLengths } from './days.ts';
import { interestCents, millionths } from './interest.ts';
import { periodOfCharge } from './periods.ts';
import { hasTemporaryRate } from './temporary-rate.ts';

export type BankRefund = 'named' | 'possible';

/** What is owed or held changes by it: no interest, but what takes it back, for whichever charge that is. */
export interface Move {
  date: string;
  /** What it adds to the debt, or takes from an offset account. */
  cents: number;
  isOffset: boolean;
  /** Whether its texts, where they are known, say or may say that a bank gives back what it charged. */
  refundWords?: BankRefund | null;
}

/** A row may count from a day up to a month before or after its own, and what is drawn from up to a quarter before. */
const [valueDays, backdatedDays] = [31, 92];
/** Percentage points a year, more than contracts add for what is overdue. */
const defaultPercent = 5;
/** The lengths of months. */
const [shortestMonth, longestMonth] = [28, 31];
/** The fewest days by which a year's interest is divided: the range is never narrower than with the bank's. */
const shortestYear = 360;
/** Money that bears for less may count from another day; and small differences have the size of one by chance. */
const [leastIgnoredDays, leastIgnoredCents] = [15, 500];
/** Money in offset accounts of about as much as is owed besides: twice the interest may be that without them. */
const mostOfOwed = 0.9;
/** The years and months by which interest is divided differ by less. */
const aboutShare = 0.1;

type Account = Pick<StatementBody, 'transactions' | 'offset_balances'>;

export const movesOf = ({ transactions, offset_balances: balances }: Account): Move[] => [
  ...transactions.flatMap(({ kind, date, amount }) =>
    kind === 'interest' && amount >= 0 ? [] : { date, cents: amount, isOffset: false },
  ),
  ...balances.map(({ date, balance }, index) => ({
    date,
    cents: (balances[index - 1]?.balance ?? 0) - balance,
    isOffset: true,
  })),
];

/** Without what the offset accounts hold at first. */
export const changesOf = (account: Account): Move[] => {
  const moves = movesOf(account);
  const first = moves.findIndex(({ isOffset }) => isOffset);
  return first < 0 ? moves : moves.toSpliced(first, 1);
};

/** Why a charge may be right, beside another rate on some days. */
export interface Possibility {
  /** The row of the loan without which it is exactly the interest. */
  ignored?: Move | null;
  /** The later rows that may have given it back, none if later charges are less by as much; absent if nothing has. */
  refund?: readonly Move[];
  /** Whether a row may count from another day. */
  hasRows?: boolean;
  hasOffset?: boolean;
  hasLateRepayment?: boolean;
}

/** The charges that differ, and may be right, by their indexes. */
export function possibleCharges(
  { rows, convention }: Pick<StatementResult, 'rows' | 'convention'>,
  moves: readonly Move[],
): Map<number, Possibility> {
  if (!rows.some(({ status }) => status === 'differs')) return new Map();
  const dated = moves.map((move) => ({ ...move, day: dayOf(move.date) })).toSorted((a, b) => a.day - b.day);
  const days = { days: dated.map(({ day }) => day), values: [] };
  const held = offsetBalances(dated);
  const overdue = overdueRepayments(dated, Math.max(...rows.map(({ date }) => dayOf(date))));
  return new Map(
    rows.flatMap((charge, index): [number, Possibility][] => {
      if (charge.status !== 'differs' || convention === null) return [];
      const [first, end] = daysOf(charge);
      const near = dated.slice(stepAt(days, first - valueDays - 1), stepAt(days, end + valueDays) + 1);
      const ignored = ignoredRow(charge, convention, near);
      const mayBeRight =
        (charge.difference ?? 0) < 0 ||
        ignored !== null ||
        (!isCauseProven(index, rows, held) &&
          (isInRange(charge, near, held, overdue) || isRateOfSomeDays(charge, convention)));
      const possibility = {
        ignored,
        hasRows: near.length > 0,
        hasOffset: stretchesOf(held, first, end - 1).some(({ value }) => value > 0),
        hasLateRepayment: overdue.some((each) => each.first < end && each.end > first),
      };
      return mayBeRight ? [[index, possibility]] : [];
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

/** A regular repayment that came late or is missing, on which a lender may charge default interest. */
interface Overdue {
  cents: number;
  first: number;
  end: number;
}

function overdueRepayments(moves: readonly DatedMove[], lastDay: number): Overdue[] {
  const payments = moves.flatMap(({ day, cents, isOffset }) =>
    cents < 0 && !isOffset ? [{ day, size: 0 - cents }] : [],
  );
  const usualSize = middleOf(payments.map(({ size }) => size));
  const regular = payments.filter(({ size }) => 2 * size >= usualSize && 2 * size <= 3 * usualSize);
  const gaps = regular.map(({ day }, index) => (regular[index + 1]?.day ?? lastDay) - day);
  const usual = middleOf(gaps);
  const isMonthly = usual >= shortestMonth && usual <= longestMonth;
  return regular.flatMap(({ day, size }, index) => {
    const gap = gaps[index]!;
    if (gap <= (isMonthly ? longestMonth : usual)) return [];
    // What was left out, and not only late, stays overdue.
    const isPaid = index + 1 < regular.length && 2 * gap < 3 * usual;
    const first = day + (isMonthly ? shortestMonth : usual);
    return [{ cents: size, first, end: isPaid ? day + gap : Infinity }];
  });
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

type DatedMove = Move & { day: number };

const daysOf = ({ from, to }: Charge): [first: number, end: number] => [dayOf(from!), dayOf(to!) + 1];

/** Whether it is no more than the most that a bank may charge, which is linear in the days, so that no combination is tried. */
function isInRange(
  charge: Charge,
  moves: readonly DatedMove[],
  held: Steps,
  overdue: readonly Overdue[],
): boolean {
  const [first, end] = daysOf(charge);
  const within = (day: number) => Math.min(Math.max(day, first), end);
  // In cents and days.
  let most = 0;
  for (const { day, cents, isOffset } of moves) {
    const counted = within(day);
    const earlier = counted - within(day - valueDays);
    // The interest of the days before the period comes with this charge.
    const isBackdated = !isOffset && day >= first && day < end;
    most += Math.max(
      cents * (isBackdated ? backdatedDays : earlier),
      cents * (counted - within(day + valueDays)),
      0,
    );
  }
  // A bank may not have linked an offset account on any of the days.
  for (const { days, value } of stretchesOf(held, first, end - 1)) most += days * Math.max(value, 0);
  const percent = Math.max(...charge.runs.map(({ annual_interest_rate: rate }) => rate ?? 0));
  let late = 0;
  for (const { cents, first: due, end: paid } of overdue)
    late += cents * Math.max(within(paid) - within(due), 0) * defaultPercent;
  // However the amounts of the days are rounded, and what was cut off before.
  const rounded = 1 + end - first;
  return 100 * (charge.difference ?? 0) <= (most * percent + late) / (100 * shortestYear) + rounded;
}

/** The rate may have changed, and changed back. */
function isRateOfSomeDays(charge: Charge, convention: Convention): boolean {
  const [first, end] = daysOf(charge);
  const { annual_interest_rate: rate, charged } = charge;
  const period = periodOfCharge(charge, convention, yearLengths(first, end - 1));
  return rate === null || hasTemporaryRate(period, rate, convention, Math.round(100 * charged));
}

export const isExplained = ({ status }: Charge) => status === 'explained';

/** To the cent, by balances. */
function isCauseProven(index: number, rows: readonly Charge[], held: Steps): boolean {
  const charge = rows[index]!;
  const [first, end] = daysOf(charge);
  const stretches = stretchesOf(held, first, end - 1).filter(({ value }) => value > 0);
  if (charge.cause === 'offset_ignored') {
    const days = stretches.reduce((sum, stretch) => sum + stretch.days, 0);
    const isLarge = 100 * (charge.difference ?? 0) >= leastIgnoredCents && days >= leastIgnoredDays;
    return isLarge && isLinkedAround(index, rows, held);
  }
  if (charge.cause !== 'charged_twice') return false;
  const offset = stretches.reduce((sum, { days, value }) => sum + days * value, 0);
  const owed = charge.runs.reduce((sum, { days, balance }) => sum + 100 * days * balance, 0);
  if (offset < mostOfOwed * owed) return true;
  // Before it was linked, or after, an offset account is none.
  return rows.slice(0, index).some(isExplained) && rows.slice(index + 1).some(isExplained);
}

const isLinked = ({ cause }: Charge) => cause !== 'offset_ignored';

/**
 * Whether the charges next to those without the offset account prove that it is linked: they are explained, with money in it.
 * Else it may never have been linked, or not between two days within their periods.
 */
function isLinkedAround(index: number, rows: readonly Charge[], held: Steps): boolean {
  return [rows.slice(0, index).findLast(isLinked), rows.slice(index + 1).find(isLinked)].every((other) => {
    if (other?.status !== 'explained') return false;
    const [first, end] = daysOf(other);
    return stretchesOf(held, first, end - 1).some(({ value }) => value > 0);
  });
}

/** The row of the loan without which it is exactly the interest: banks may count a row from the next charge. */
function ignoredRow(charge: Charge, convention: Convention, moves: readonly DatedMove[]): Move | null {
  const { charged, difference, annual_interest_rate } = charge;
  const missing = 100 * (difference ?? 0);
  if (Math.abs(missing) < leastIgnoredCents) return null;
  const [first, end] = daysOf(charge);
  const period = periodOfCharge(charge, convention, yearLengths(first, end - 1));
  const delay = convention.balance === 'opening' ? 1 : 0;
  const ignored = moves.find(({ day, cents, isOffset }) => {
    const start = day + delay;
    const days = end - start;
    if (isOffset || start < first || days < 1) return false;
    // Far cheaper than the exact interest.
    const about = (0 - cents * days * (annual_interest_rate ?? 0)) / 36_500;
    if (Math.abs(about - missing) > aboutShare * Math.abs(missing) + 1) return false;
    const runs = period.runs.map((run) =>
      run.firstDay < start ? run : { ...run, balanceCents: Math.max(run.balanceCents - cents, 0) },
    );
    return interestCents({ ...period, runs }, convention, millionths) === Math.round(100 * charged);
  });
  return ignored ? { date: ignored.date, cents: ignored.cents, isOffset: false } : null;
}
