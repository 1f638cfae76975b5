/** Reads the transactions of a loan account: balances, interest charges and findings. */
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import type { BalanceRule } from './conventions.ts';
import { addStep, dayOf, newSteps, type Steps, stretchesOf } from './days.ts';

export interface Transaction {
  day: number;
  /** What the row adds to the debt, with what its stated balance differs by. */
  effectCents: number;
  isInterest: boolean;
}

export interface Charge {
  /** The first and the last transaction of the charge, from 0. */
  row: number;
  lastRow: number;
  day: number;
  /** The day of the charge before it. Null if it is not known. */
  dayBefore: number | null;
  /** With the adjustment. */
  chargedCents: number;
  adjustmentCents: number;
  /** What keeps it from being checked under any convention. */
  fault: 'balance' | 'gap' | null;
}

export type Finding = StatementResult['findings'][number];

export interface Account {
  openingCents: number;
  closingCents: number;
  transactions: readonly Transaction[];
  offsets: readonly { day: number; balanceCents: number }[];
  charges: readonly Charge[];
  findings: readonly Finding[];
  /** The day of the first transaction if the loan is drawn with it. */
  drawnDay: number | null;
}

type Rows = StatementBody['transactions'];

export function readAccount(statement: StatementBody): Account {
  const { transactions: rows, previous_charge_date: previous } = statement;
  const first = rows[0]!;
  const openingCents: number = statement.opening_balance ?? first.balance! - first.amount;
  const days = rows.map(({ date }) => dayOf(date));
  const { transactions, closingCents, findings: balanceFindings } = followBalances(rows, days, openingCents);
  const charges = readCharges(rows, days, previous === undefined ? null : dayOf(previous));
  const offsets = statement.offset_balances.map(({ date, balance }) => ({
    day: dayOf(date),
    balanceCents: balance,
  }));
  const gaps = gapsOf(charges, () => bearingBalances({ openingCents, transactions, offsets }, endOfDay));
  const faultyRows = balanceFindings.map(({ row }) => row - 1);
  return {
    openingCents,
    closingCents,
    transactions,
    offsets,
    charges: withFaults(charges, gaps, faultyRows),
    findings: sorted([...balanceFindings, ...repeatsOf(rows, days), ...gaps.map(gapFinding)]),
    drawnDay: previous === undefined && openingCents === 0 ? days[0]! : null,
  };
}

/** Follows the stated balances, and notes where they differ from the sum of the amounts. */
function followBalances(rows: Rows, days: readonly number[], openingCents: number) {
  const findings: Finding[] = [];
  let closingCents = openingCents;
  const transactions = rows.map(({ amount, balance, kind }, index): Transaction => {
    const reachedCents = closingCents + amount;
    const effectCents = (balance ?? reachedCents) - closingCents;
    closingCents += effectCents;
    if (effectCents !== amount) {
      const differenceCents = closingCents - reachedCents;
      findings.push({ kind: 'balance', row: index + 1, other_row: null, amount: differenceCents / 100 });
    }
    return { day: days[index]!, effectCents, isInterest: kind === 'interest' };
  });
  return { transactions, closingCents, findings };
}

/** The balance that bears interest on each day. */
export function bearingBalances(
  { openingCents, transactions, offsets }: Pick<Account, 'openingCents' | 'transactions' | 'offsets'>,
  { balance, charge_day }: BalanceRule,
): Steps {
  const isOpening = balance === 'opening';
  const isIncluded = charge_day === 'included';
  const changes = [
    ...transactions.map(({ day, effectCents, isInterest }) => ({
      day: isOpening || (isIncluded && isInterest) ? day + 1 : day,
      owedCents: effectCents,
    })),
    ...offsets.map(({ day, balanceCents }, index) => ({
      day: isOpening ? day + 1 : day,
      owedCents: (offsets[index - 1]?.balanceCents ?? 0) - balanceCents,
    })),
  ].toSorted((a, b) => a.day - b.day);
  let owedCents = openingCents;
  const steps = newSteps();
  addStep(steps, -Infinity, Math.max(owedCents, 0));
  for (const change of changes) {
    owedCents += change.owedCents;
    addStep(steps, change.day, Math.max(owedCents, 0));
  }
  return steps;
}

/** The interest rows of one day are one charge, or with a negative row a correction of the charge before. */
function readCharges(rows: Rows, days: readonly number[], previousDay: number | null): Charge[] {
  const charges: Charge[] = [];
  let dayBefore = previousDay;
  for (let index = 0; index < rows.length;) {
    const day = days[index]!;
    const ofDay: number[] = [];
    for (; days[index] === day; index++) if (rows[index]!.kind === 'interest') ofDay.push(index);
    if (ofDay.length === 0) continue;
    const sumCents = ofDay.reduce((sum, row) => sum + rows[row]!.amount, 0);
    if (ofDay.some((row) => rows[row]!.amount < 0)) {
      const charge = charges.at(-1);
      if (!charge) continue;
      charge.adjustmentCents += sumCents;
      charge.chargedCents += sumCents;
    } else {
      const [row, lastRow] = [ofDay[0]!, ofDay.at(-1)!];
      charges.push({ row, lastRow, day, dayBefore, chargedCents: sumCents, adjustmentCents: 0, fault: null });
      dayBefore = day;
    }
  }
  return charges;
}

interface Gap {
  charge: Charge;
  before: Charge;
}

/** The balances at the end of each day, which decide on gaps under every convention. */
const endOfDay = { balance: 'closing', charge_day: 'excluded' } as const;

/** The charges before which more days bear interest than 1.5 times the usual distance. */
function gapsOf(charges: readonly Charge[], balancesOf: () => Steps): Gap[] {
  const pairs = charges.slice(1).map((charge, index) => ({ charge, before: charges[index]! }));
  const distances = pairs.map(({ charge, before }) => charge.day - before.day);
  const usual = distances.toSorted((a, b) => a - b)[distances.length >> 1];
  if (usual === undefined || charges.length < fewestForGaps) return [];
  const late = pairs.filter((_, index) => 2 * distances[index]! > 3 * usual);
  if (late.length === 0) return [];
  const balances = balancesOf();
  return late.filter(
    ({ charge, before }) => 2 * bearingDays(balances, before.day, charge.day - 1) > 3 * usual,
  );
}

const bearingDays = (balances: Steps, firstDay: number, lastDay: number): number =>
  stretchesOf(balances, firstDay, lastDay).reduce((sum, { days, value }) => sum + (value > 0 ? days : 0), 0);

const fewestForGaps = 3;

function withFaults(
  charges: readonly Charge[],
  gaps: readonly Gap[],
  faultyRows: readonly number[],
): Charge[] {
  const late = new Set(gaps.map(({ charge }) => charge));
  let fault = 0;
  return charges.map((charge) => {
    const before = fault;
    while (faultyRows[fault]! <= charge.lastRow) fault++;
    if (fault > before) return { ...charge, fault: 'balance' };
    return late.has(charge) ? { ...charge, fault: 'gap' } : charge;
  });
}

/** The fees of the same amount as a fee of the week before. */
function repeatsOf(rows: Rows, days: readonly number[]): Finding[] {
  const lastRows = new Map<number, number>();
  return rows.flatMap(({ kind, amount }, index): Finding[] => {
    if (kind !== 'fee' || amount <= 0) return [];
    const other = lastRows.get(amount);
    lastRows.set(amount, index);
    if (other === undefined || days[index]! - days[other]! > repeatDays) return [];
    return [{ kind: 'repeat', row: index + 1, other_row: other + 1, amount: amount / 100 }];
  });
}

/** A fee of the same amount within so many days repeats the one before. */
export const repeatDays = 7;

const gapFinding = ({ charge, before }: Gap): Finding => ({
  kind: 'gap',
  row: charge.row + 1,
  other_row: before.row + 1,
  amount: null,
});

const findingOrder = ['balance', 'repeat', 'gap'];
const sorted = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => a.row - b.row || findingOrder.indexOf(a.kind) - findingOrder.indexOf(b.kind));
