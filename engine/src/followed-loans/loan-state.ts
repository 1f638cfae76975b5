/** A loan as of a day: what is owed, and how interest and payments go on from there. */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import type { Convention } from 'contract/statements/statements.constants.ts';
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import { type Account, bearingBalances, readAccount } from 'engine/statements/account.ts';
import { dayInMonth, dayNumberOf, dayOf, type Steps } from 'engine/statements/days.ts';
import { addUpBalances } from 'engine/statements/merge.ts';

export interface LoanState {
  day: number;
  owedCents: number;
  offsetCents: number;
  /** The balance that bears interest on each day up to now. */
  balances: Steps;
  /** The first day whose interest is not charged. */
  unchargedFrom: number;
  nextChargeDay: number;
  /** The day of the month on which interest is charged; 31 is the last day of each month. */
  chargeDayNumber: number;
  /** What is paid regularly by the rows. */
  regular: RegularPayment | null;
}

export interface RegularPayment {
  amountCents: number;
  frequency: PaymentFrequency;
  /** The day of the last one, or the current day for a planned one. */
  day: number;
}

type Loan = FollowedLoanInput;

/** The rows of the loan up to a day as the check of a statement takes them. */
export function statementOf(loan: Loan, date: string): StatementBody | null {
  const transactions = (loan.transactions ?? []).filter((row) => row.date <= date);
  if (transactions.length === 0) return null;
  return {
    transactions,
    opening_balance: loan.opening_balance,
    previous_charge_date: loan.previous_charge_date,
    rates: loan.rates,
    offset_balances: offsetBalancesOf(loan, date),
  };
}

/** What the offset accounts hold together, up to a day. Before its first balance an account holds nothing. */
export const offsetBalancesOf = ({ offset_accounts }: Loan, date: string): StatementBody['offset_balances'] =>
  addUpBalances(
    offset_accounts.map(({ balances }) => ({
      openingCents: 0,
      days: new Map(balances.map((entry) => [entry.date, entry.balance])),
    })),
  )
    .filter((entry) => entry.date <= date)
    .map((entry) => ({
      date: entry.date,
      balance: entry.cents as StatementBody['offset_balances'][number]['balance'],
    }));

export function loanStateOn(loan: Loan, date: string, convention: Convention): LoanState {
  const statement = statementOf(loan, date);
  const account = statement ? readAccount(statement) : accountOfState(loan, date);
  const day = dayOf(date);
  const previous = loan.previous_charge_date;
  const lastChargeDay = account.charges.at(-1)?.day ?? (previous === undefined ? null : dayOf(previous));
  const isIncluded = convention.charge_day === 'included';
  const startDay = lastChargeDay ?? account.drawnDay ?? day;
  const isDrawn = lastChargeDay === null && account.drawnDay !== null;
  const chargeDayNumber = chargeDayNumberOf(account) ?? dayNumberOf(startDay);
  return {
    day,
    owedCents: account.closingCents,
    offsetCents: account.offsets.at(-1)?.balanceCents ?? 0,
    balances: bearingBalances(account, convention),
    unchargedFrom: startDay + (isIncluded && !isDrawn ? 1 : 0),
    nextChargeDay: firstAfter(day, (count) => dayInMonth(startDay, count + 1, chargeDayNumber)),
    chargeDayNumber,
    regular: statement && regularPayment(statement.transactions, day),
  };
}

function accountOfState(loan: Loan, date: string): Account {
  const owedCents = loan.owed ?? 0;
  return {
    openingCents: owedCents,
    closingCents: owedCents,
    transactions: [],
    offsets: offsetBalancesOf(loan, date).map((entry) => ({
      day: dayOf(entry.date),
      balanceCents: entry.balance,
    })),
    charges: [],
    findings: [],
    drawnDay: null,
  };
}

/** The first of rising days after a day. */
function firstAfter(day: number, dayAt: (count: number) => number): number {
  let count = 0;
  while (dayAt(count) <= day) count++;
  return dayAt(count);
}

const recentCharges = 12;

/** The most frequent day of the month among the last charges, the latest of several. */
function chargeDayNumberOf({ charges }: Account): number | null {
  const numbers = charges
    .slice(-recentCharges)
    .map(({ day }) => (dayNumberOf(day + 1) === 1 ? lastOfMonth : dayNumberOf(day)));
  const count = (number: number) => numbers.filter((other) => other === number).length;
  const most = Math.max(...numbers.map(count));
  return numbers.findLast((number) => count(number) === most) ?? null;
}

const lastOfMonth = 31;

const longestAgoDays = 100;
/** In days between two payments. */
const rhythms: readonly { frequency: PaymentFrequency; least: number; most: number }[] = [
  { frequency: 'weekly', least: 6, most: 8 },
  { frequency: 'fortnightly', least: 13, most: 15 },
  { frequency: 'monthly', least: 26, most: 35 },
];

/** The last payment of a size and at a distance that one before it has. A single extra repayment has none. */
function regularPayment(rows: StatementBody['transactions'], today: number): RegularPayment | null {
  const byDay = new Map<number, number>();
  for (const { date, kind, amount } of rows) {
    if (kind !== 'other' || amount >= 0) continue;
    byDay.set(dayOf(date), (byDay.get(dayOf(date)) ?? 0) - amount);
  }
  const days = [...byDay.keys()];
  for (const [index, day] of [...days.entries()].toReversed()) {
    if (today - day > longestAgoDays) return null;
    const amountCents = byDay.get(day)!;
    for (const other of days.slice(0, index).toReversed()) {
      const rhythm = rhythms.find(({ least, most }) => day - other >= least && day - other <= most);
      const difference = Math.abs(byDay.get(other)! - amountCents);
      if (rhythm && 100 * difference <= 15 * amountCents) {
        return { amountCents, frequency: rhythm.frequency, day };
      }
    }
  }
  return null;
}
