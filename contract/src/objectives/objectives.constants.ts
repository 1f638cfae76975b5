/** Kinds with amounts that the user enters. */
export const typedObjectiveKinds = ['pay_off', 'save'] as const;
/** `owe_below` and `offset_above` are filled by a followed loan, and `pay_off` may be. */
export const objectiveKinds = [...typedObjectiveKinds, 'owe_below', 'offset_above'] as const;
export type ObjectiveKind = (typeof objectiveKinds)[number];

export const objectiveLimits = {
  titleMaxLength: 120,
  /** The maximum number of objectives of one user. */
  objectives: 100,
} as const;

export const objectiveMessages = {
  tooManyObjectives: `You have ${objectiveLimits.objectives} objectives. Delete one, then try again.`,
  notFollowed: 'Must be a loan that you follow.',
  needsLoan: 'Needs a followed loan.',
  notFilledByLoan: 'Is not filled by a loan.',
  filledByLoan: 'Is filled by the loan.',
  dateInPast: 'Must not be in the past.',
} as const;
