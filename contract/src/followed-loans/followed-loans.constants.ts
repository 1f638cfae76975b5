import { count } from 'contract/counts.ts';
import { statementLimits } from 'contract/statements/statements.constants.ts';

export const goalKinds = ['pay_off', 'owe_below', 'offset_above'] as const;
export type GoalKind = (typeof goalKinds)[number];

export const followedLoanLimits = {
  /** The maximum number of loans that one user follows. */
  loans: 10,
  nameMaxLength: 120,
  offsetAccounts: 10,
  /** In all offset accounts of a loan. */
  offsetBalances: statementLimits.offsetBalances,
  goals: 20,
  minPlanMonths: 2,
  maxPlanMonths: 600,
  /** The latest changes that are stored. */
  changes: 200,
  invitationDays: 14,
  /** How long the latest change can be undone, and what the other owner removed or replaced can be restored. */
  restoreDays: 30,
  /** The rows and balances that an owner can restore: all rows of a loan. More would take too long to read. */
  restorableEntries: 6_000,
} as const;

export const rateSources = ['given', 'fitting', 'earlier', 'found'] as const;
export const paymentSources = ['given', 'rows'] as const;
export const conventionSources = ['found', 'usual'] as const;
export const planSources = ['contract', 'first_day'] as const;
export const planReasons = ['plan_unknown', 'rate_unknown'] as const;
/** Why the end of a loan is not known. */
export const endReasons = [
  'paid_off',
  'rate_unknown',
  'payment_unknown',
  'interest_only',
  'payment_below_interest',
  'too_long',
] as const;
export type EndReason = (typeof endReasons)[number];

export const decisionStates = ['passed_on', 'undated', 'open', 'not_passed_on'] as const;
export const changeKinds = ['created', 'file', 'rows', 'restored', 'terms', 'owner'] as const;
export type ChangeKind = (typeof changeKinds)[number];
export const undoActs = ['undo', 'remove_rows'] as const;
export type UndoAct = (typeof undoActs)[number];
/** What `restoreLoan` does. */
export const restoringActs = [...undoActs, 'restore', 'discard'] as const;
export type RestoringAct = (typeof restoringActs)[number];
/** How the rows of a file join those of the loan. */
export const fileJoins = ['first', 'overlaps', 'continues', 'unknown', 'apart'] as const;
export type FileJoin = (typeof fileJoins)[number];

export const followedLoanMessages = {
  followed: 'Loan followed.',
  updated: 'Loan updated.',
  nothingNew: 'Nothing new in this file.',
  corrected: 'Rows corrected.',
  nothingToCorrect: 'Nothing to correct.',
  restored: 'Change undone.',
  discarded: 'Discarded.',
  invited: 'Invitation sent.',
  withdrawn: 'Invitation withdrawn.',
  accepted: 'You follow this loan together.',
  rejected: 'Invitation rejected.',
  left: 'This loan is now yours alone.',
  tooManyLoans: `You follow ${followedLoanLimits.loans} loans. Delete one, then try again.`,
  changedMeanwhile: 'This loan has changed meanwhile. Load it again.',
  notRestorable: 'This can no longer be done in this way. Load the loan again to see what can be undone.',
  tooMuchRestorable:
    'The other owner can still restore so much of what you removed or replaced that this would be too much. Let them restore or discard it, or try again in 30 days.',
  restoreFirst:
    'You can still restore so much that this would be too much. Restore or discard some of it first, or try again in 30 days.',
  noRoomForRows: `With this, the loan would have more than ${statementLimits.transactions} rows. Remove rows, then try again.`,
  noRoomForBalances: `With this, the loan would have more than ${followedLoanLimits.offsetBalances} balances of offset accounts. A file with fewer balances for the same days makes room.`,
  noRoomForYears: `With this, the rows would be more than ${statementLimits.maxYears} years apart. Remove the first or the last rows, then try again.`,
  doesNotFit: 'This does not fit with the current rows and terms. Change them, then try again.',
  doesNotJoin:
    'These rows do not join what you have. Rows may be missing between them, or they are of another account.',
  hasTwoOwners: 'This loan has two owners already.',
  invitationPending: 'An invitation is pending. Withdraw it first.',
  onlyOwner: 'You are its only owner.',
  notFriend: 'Must be a friend of yours.',
  tooManyRows: `Must leave at most ${count(statementLimits.transactions, 'row')}.`,
  tooManyBalances: `Must have at most ${followedLoanLimits.offsetBalances} balances in all.`,
  tooManyYears: `Must be within ${statementLimits.maxYears} years of the other rows.`,
  emptyFile: 'Needs rows or balances.',
  notARow: 'Must be the number of a row.',
  namedTwice: 'Must be there once.',
  noRowLeft: 'Must leave at least one row.',
  withTransactions: 'Must be left out where there are transactions.',
  together: 'Must be given together.',
  planLength: `Must be ${followedLoanLimits.minPlanMonths} to ${followedLoanLimits.maxPlanMonths} months after the start.`,
  notAfterState: 'Must not be after the day of the debt.',
  withoutAmount: 'Must be left out for this kind.',
} as const;

/** The months from a day to another, counted up: from 15 March to 16 May are 3. */
export function monthsCountedUp(from: string, to: string): number {
  const [fromYear, fromMonth, fromDay] = from.split('-').map(Number) as [number, number, number];
  const [year, month, day] = to.split('-').map(Number) as [number, number, number];
  return 12 * (year - fromYear) + month - fromMonth + (day > fromDay ? 1 : 0);
}

interface LoanDays {
  transactions?: readonly { date: string }[] | undefined;
  owed_on?: string | undefined;
}

/** The days of the first and the last transaction, or that of the debt of a loan without transactions. */
export function daysOfLoan({ transactions, owed_on }: LoanDays) {
  const [first, last] = [transactions?.[0]?.date, transactions?.at(-1)?.date];
  return { firstDate: first ?? owed_on ?? '', lastDate: last ?? owed_on ?? '' };
}
