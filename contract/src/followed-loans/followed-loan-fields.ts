/** The request of a followed loan, with the rules that involve several fields. */
import { z } from 'zod';
import { oneOf, WholeNumber } from 'contract/fields.ts';
import { amount, day, listOf, optional, rate } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { paymentFrequencies } from 'contract/scenarios/scenarios.constants.ts';
import {
  accountFields,
  lastDayAfter,
  OffsetBalance,
  rateList,
  type Refuse,
  refuseAccount,
  refuseFalling,
  refuseWith,
  Transaction,
  transactionList,
} from 'contract/statements/statement-fields.ts';
import { noCents } from 'contract/units.ts';
import { statementLimits, statementMessages } from 'contract/statements/statements.constants.ts';
import {
  daysOfLoan,
  followedLoanLimits,
  followedLoanMessages,
  goalKinds,
  monthsCountedUp,
} from './followed-loans.constants.ts';

const { minAmount } = loanLimits;

const Payment = z.strictObject({ amount: amount(minAmount), frequency: oneOf(paymentFrequencies) });

const LoanPlan = z.strictObject({
  end_date: day().describe('The day on which the contract ends.'),
  start_date: optional(day(), undefined).describe(
    'Together with `amount`. By default the loan is planned from the first transaction on.',
  ),
  amount: optional(amount(minAmount), undefined),
  annual_interest_rate: optional(rate(), undefined),
  interest_only_until: optional(day(), undefined),
});

const boolean = z.boolean('Must be true or false.');

const terms = {
  annual_interest_rate: rate().describe('The rate from now on, in percent a year.'),
  payment: Payment.describe('What is paid from now on.'),
  interest_only_until: day().describe('The last day on which only interest is paid.'),
  variable_rate: boolean.describe('Whether the rate follows the cash rate. By default it does.'),
  plan: LoanPlan.describe('The contract.'),
};

/** Absent terms stay, and null removes a term. */
export const LoanTermsUpdate = z
  .strictObject({
    annual_interest_rate: terms.annual_interest_rate.nullable(),
    payment: terms.payment.nullable(),
    interest_only_until: terms.interest_only_until.nullable(),
    variable_rate: terms.variable_rate.nullable(),
    plan: terms.plan.nullable(),
    rates: rateList()
      .nullable()
      .describe('The rates that the charges are checked with. Without any, they are found.'),
  })
  .exactPartial();

const OffsetAccount = z.strictObject({ balances: listOf(OffsetBalance, followedLoanLimits.offsetBalances) });

const PlainLoan = z.strictObject({
  transactions: optional(transactionList(), undefined),
  ...accountFields,
  offset_accounts: optional(listOf(OffsetAccount, followedLoanLimits.offsetAccounts), []),
  owed: optional(amount(minAmount), undefined).describe(
    'What is owed on the day `owed_on`; required for a loan without transactions.',
  ),
  owed_on: optional(day(), undefined),
  annual_interest_rate: optional(terms.annual_interest_rate, undefined),
  payment: optional(terms.payment, undefined),
  interest_only_until: optional(terms.interest_only_until, undefined),
  variable_rate: optional(terms.variable_rate, true),
  plan: optional(terms.plan, undefined),
});
type PlainLoan = z.output<typeof PlainLoan>;

const Goal = z
  .strictObject({ kind: oneOf(goalKinds), amount: optional(amount(minAmount), undefined), date: day() })
  .superRefine(({ kind, amount: amountCents }, context) => {
    const refuse = refuseWith(context);
    if (kind === 'pay_off' && amountCents !== undefined) {
      refuse(['amount'], followedLoanMessages.withoutAmount);
    } else if (kind !== 'pay_off' && amountCents === undefined) refuse(['amount'], 'Required.');
  });
export type LoanGoal = z.output<typeof Goal>;

/** What is stored of a followed loan. */
export const FollowedLoanInput = PlainLoan.superRefine(refuseConflicts).meta({ id: 'FollowedLoanInput' });
export type FollowedLoanInput = z.output<typeof PlainLoan>;
/** The input before parsing: amounts in dollars and rates in percent. */
export type FollowedLoanFields = z.input<typeof PlainLoan>;

const PlainRequest = PlainLoan.extend({ goals: optional(listOf(Goal, followedLoanLimits.goals), []) });

export const FollowLoanBody = PlainRequest.superRefine(refuseConflicts).meta({ id: 'FollowLoan' });
export type FollowLoanBody = z.output<typeof PlainRequest>;

/** What is added to a followed loan. */
const PlainFile = z.strictObject({
  transactions: optional(listOf(Transaction, statementLimits.transactions), []),
  opening_balance: accountFields.opening_balance,
  offset_accounts: optional(
    listOf(
      z.strictObject({
        account: z
          .int('Must be a whole number.')
          .min(1, 'Must be at least 1.')
          .max(followedLoanLimits.offsetAccounts, `Must be at most ${followedLoanLimits.offsetAccounts}.`)
          .describe('From 1 to one more than the loan has.'),
        balances: listOf(OffsetBalance, followedLoanLimits.offsetBalances),
      }),
      followedLoanLimits.offsetAccounts,
    ),
    [],
  ),
  accept_gap: optional(boolean, false).describe('Whether rows that do not join those of the loan are added.'),
  version: optional(WholeNumber, undefined).describe(
    'The version that the caller has. Another one is refused, so that what is added to a new account is not added to one that another owner has added meanwhile.',
  ),
});

export const LoanFile = PlainFile.superRefine(refuseFile).meta({ id: 'LoanFile' });
export type LoanFile = z.output<typeof PlainFile>;

function refuseConflicts(loan: PlainLoan, context: z.RefinementCtx): void {
  const refuse = refuseWith(context);
  const { transactions } = loan;
  if (transactions) {
    for (const field of ['owed', 'owed_on'] as const) {
      if (loan[field] !== undefined) refuse([field], followedLoanMessages.withTransactions);
    }
    refuseAccount({ ...loan, transactions }, refuse);
  } else refuseState(loan, refuse);
  refuseOffsets(loan.offset_accounts, refuse);
  refusePlan(loan, refuse);
}

function refuseState(
  { owed, owed_on, previous_charge_date: previous, rates }: PlainLoan,
  refuse: Refuse,
): void {
  if (owed === undefined) refuse(['owed'], 'Required.');
  else if (owed_on === undefined) refuse(['owed_on'], 'Required.');
  if (previous !== undefined && owed_on !== undefined) {
    if (previous > owed_on) refuse(['previous_charge_date'], followedLoanMessages.notAfterState);
    else if (owed_on > lastDayAfter(previous)) {
      refuse(['previous_charge_date'], statementMessages.tooLongBeforeLast);
    }
  }
  refuseFalling(['rates'], 'from', rates, refuse);
}

function refuseOffsets(
  accounts: readonly Pick<LoanFile['offset_accounts'][number], 'balances'>[],
  refuse: Refuse,
) {
  let count = 0;
  for (const [index, { balances }] of accounts.entries()) {
    count += balances.length;
    refuseFalling(['offset_accounts', index, 'balances'], 'date', balances, refuse);
  }
  if (count > followedLoanLimits.offsetBalances) {
    refuse(['offset_accounts'], followedLoanMessages.tooManyBalances);
  }
}

function refusePlan({ plan, ...loan }: PlainLoan, refuse: Refuse): void {
  if (!plan) return;
  const { start_date, amount: amountCents, end_date } = plan;
  if (start_date === undefined && amountCents !== undefined) {
    refuse(['plan', 'start_date'], followedLoanMessages.together);
  } else if (start_date !== undefined && amountCents === undefined) {
    refuse(['plan', 'amount'], followedLoanMessages.together);
  }
  const start = start_date ?? daysOfLoan(loan).firstDate;
  if (start === '') return;
  const months = monthsCountedUp(start, end_date);
  const { minPlanMonths, maxPlanMonths } = followedLoanLimits;
  if (months < minPlanMonths || months > maxPlanMonths) {
    refuse(['plan', 'end_date'], followedLoanMessages.planLength);
  }
}

function refuseFile(
  { transactions, opening_balance, offset_accounts }: LoanFile,
  context: z.RefinementCtx,
): void {
  const refuse = refuseWith(context);
  if (transactions.length > 0) {
    // Where neither states it, the rows of the loan may know the balance before the first row.
    const opening = opening_balance ?? (transactions[0]!.balance === undefined ? noCents : undefined);
    refuseAccount(
      { transactions, opening_balance: opening, previous_charge_date: undefined, rates: [] },
      refuse,
    );
  } else if (offset_accounts.every(({ balances }) => balances.length === 0)) {
    refuse(['transactions'], followedLoanMessages.emptyFile);
  }
  refuseOffsets(offset_accounts, refuse);
  for (const [index, { account }] of offset_accounts.entries()) {
    if (offset_accounts.findIndex((other) => other.account === account) < index) {
      refuse(['offset_accounts', index, 'account'], followedLoanMessages.namedTwice);
    }
  }
}
