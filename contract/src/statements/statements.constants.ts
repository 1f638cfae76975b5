export const transactionKinds = ['interest', 'fee', 'other'] as const;
export type TransactionKind = (typeof transactionKinds)[number];

export const statementLimits = {
  transactions: 5_000,
  offsetBalances: 5_000,
  rates: 200,
  /** The longest time from the first to the last transaction, and from the charge before them. */
  maxYears: 40,
  /** The largest legal body is below 800,000 bytes. */
  bodyMaxBytes: 1024 * 1024,
} as const;

/** The parts of a convention, each with its values in the order in which equally good conventions are preferred. */
export const conventionParts = {
  balance: ['closing', 'opening'],
  charge_day: ['excluded', 'included'],
  days_in_year: ['365', '365_or_366', 'twelfth'],
  rounded_each: ['charge', 'run', 'day'],
  rounding: ['half_up', 'down'],
} as const;

type Parts = typeof conventionParts;
export type ConventionPart = keyof Parts;
/** A way of calculating interest. */
export type Convention = { [Part in ConventionPart]: Parts[Part][number] };
export const conventionPartNames = Object.keys(conventionParts) as ConventionPart[];

/** The number of conventions that are tried: `opening` is combined with `excluded` only. */
export const conventionCount = 54;

/** The fewest charges from which a convention is judged. */
export const fewestCharges = 3;

export const verdicts = ['explained', 'partly', 'unexplained', 'too_few'] as const;
export const chargeStatuses = ['explained', 'differs', 'not_checked'] as const;
export const uncheckedReasons = ['start', 'balance', 'gap', 'rate_unknown'] as const;
export const findingKinds = ['balance', 'repeat', 'gap'] as const;
/** The causes in the order in which they are tried. */
export const differenceCauses = [
  'charged_twice',
  'offset_ignored',
  'rate_late',
  'day_more',
  'day_less',
  'other_year',
  'other_rounding',
] as const;
export type DifferenceCause = (typeof differenceCauses)[number];

export const statementMessages = {
  pdf: 'This is a PDF. We do not guess figures from a picture of a page. On your bank’s website, open the account, choose Export or Download, and take CSV (or OFX or QIF).',
  notBeforeRowAbove: 'Must not be before the row above.',
  notAfterFirst: 'Must not be after the first transaction.',
  laterThanBefore: 'Must be later than the one before.',
  tooLongAfterFirst: `Must be at most ${statementLimits.maxYears} years after the first.`,
  tooLongBeforeLast: `Must be at most ${statementLimits.maxYears} years before the last transaction.`,
} as const;
