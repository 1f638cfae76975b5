export const objectiveKinds = ['pay_off', 'save'] as const;
export type ObjectiveKind = (typeof objectiveKinds)[number];

export const objectiveLimits = {
  titleMaxLength: 120,
  /** The maximum number of objectives of one user. */
  objectives: 100,
} as const;

export const objectiveMessages = {
  tooManyObjectives: `You have ${objectiveLimits.objectives} objectives. Delete one, then try again.`,
  notOwnCalculation: 'Must be a calculation that you have saved.',
  dateInPast: 'Must not be in the past.',
} as const;
