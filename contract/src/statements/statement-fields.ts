/** The request of a check, with the rules that involve several fields. */
import { z } from 'zod';
import { oneOf } from 'contract/fields.ts';
import { amount, day, filledListOf, listOf, optional, rate } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { statementLimits, statementMessages, transactionKinds } from './statements.constants.ts';

const { maxAmount } = loanLimits;
const signedAmount = () => amount(-maxAmount);

export const Transaction = z.strictObject({
  date: day().describe('The day from which the row counts.'),
  amount: signedAmount().describe('Positive where it adds to what is owed, negative where it reduces it.'),
  kind: optional(oneOf(transactionKinds), 'other'),
  balance: optional(signedAmount(), undefined).describe(
    'What is owed after this row, as the bank states it; negative in credit.',
  ),
});

export type Transaction = z.output<typeof Transaction>;

const RateEntry = z.strictObject({ from: day(), annual_interest_rate: rate() });
export const OffsetBalance = z.strictObject({ date: day(), balance: amount() });

export const transactionList = () =>
  filledListOf(Transaction, statementLimits.transactions).describe('In the order of the account.');

export const rateList = () => listOf(RateEntry, statementLimits.rates);

export const accountFields = {
  opening_balance: optional(signedAmount(), undefined).describe(
    'What was owed before the first row. By default the balance of the first row less its amount; required if it has none.',
  ),
  previous_charge_date: optional(day(), undefined).describe(
    'The day of the interest charge before the first row.',
  ),
  rates: optional(rateList(), []).describe(
    'Each rate holds from its day on, the first also before. Without rates, they are found in hundredths of a percent.',
  ),
};

/** A statement without its lists of rows. */
export const AccountTerms = z.strictObject(accountFields);

const PlainStatement = z.strictObject({
  transactions: transactionList(),
  ...accountFields,
  offset_balances: optional(listOf(OffsetBalance, statementLimits.offsetBalances), []).describe(
    'The balance at the end of the day, and until the next entry. Before the first it is 0.',
  ),
});

export const StatementBody = PlainStatement.superRefine((statement, context) =>
  refuseConflicts(statement, refuseWith(context)),
).meta({ id: 'Statement' });
export type StatementBody = z.output<typeof PlainStatement>;
export type StatementInput = z.input<typeof PlainStatement>;

export type Refuse = (path: (string | number)[], message: string) => void;

export const refuseWith =
  (context: z.RefinementCtx): Refuse =>
  (path, message) =>
    context.addIssue({ code: 'custom', path, message });

/** The rules that involve several fields. */
export function refuseConflicts(statement: StatementBody, refuse: Refuse): void {
  refuseAccount(statement, refuse);
  refuseFalling(['offset_balances'], 'date', statement.offset_balances, refuse);
}

type Account = Omit<StatementBody, 'offset_balances' | 'transactions' | 'rates'> & {
  transactions: readonly StatementBody['transactions'][number][];
  rates: readonly StatementBody['rates'][number][];
};

/** The rules of the transactions and the rates. */
export function refuseAccount(statement: Account, refuse: Refuse): void {
  const { transactions, opening_balance: openingCents, previous_charge_date: previous } = statement;
  const first = transactions[0];
  if (!first) return;
  refuseDates(transactions, refuse);
  if (openingCents === undefined && first.balance === undefined) refuse(['opening_balance'], 'Required.');
  else refuseBalance(statement, openingCents ?? first.balance! - first.amount, refuse);
  if (previous !== undefined && previous > first.date) {
    refuse(['previous_charge_date'], statementMessages.notAfterFirst);
  } else if (previous !== undefined && transactions.at(-1)!.date > lastDayAfter(previous)) {
    refuse(['previous_charge_date'], statementMessages.tooLongBeforeLast);
  }
  refuseFalling(['rates'], 'from', statement.rates, refuse);
}

function refuseDates(transactions: Account['transactions'], refuse: Refuse): void {
  const latest = lastDayAfter(transactions[0]!.date);
  for (const [index, { date }] of transactions.entries()) {
    const path = ['transactions', index, 'date'];
    if (date < (transactions[index - 1]?.date ?? '')) refuse(path, statementMessages.notBeforeRowAbove);
    else if (date > latest) refuse(path, statementMessages.tooLongAfterFirst);
  }
}

/** Refuses the first row after which the balance is beyond the largest amount. */
function refuseBalance({ transactions }: Account, openingCents: number, refuse: Refuse): void {
  let balanceCents = openingCents;
  for (const [index, { amount: amountCents, balance }] of transactions.entries()) {
    balanceCents = balance ?? balanceCents + amountCents;
    if (Math.abs(balanceCents) > maxAmount * 100) {
      return refuse(['transactions', index, 'amount'], `Must keep the balance within ${maxAmount}.`);
    }
  }
}

export function refuseFalling<Name extends string>(
  list: readonly (string | number)[],
  name: Name,
  entries: readonly Record<Name, string>[],
  refuse: Refuse,
): void {
  for (const [index, entry] of entries.entries()) {
    const before = entries[index - 1]?.[name] ?? '';
    if (entry[name] <= before) refuse([...list, index, name], statementMessages.laterThanBefore);
  }
}

/** The last day that is within the longest time, in a year that may lack it. */
export const lastDayAfter = (date: string): string =>
  `${Number(date.slice(0, 4)) + statementLimits.maxYears}${date.slice(4)}`;
