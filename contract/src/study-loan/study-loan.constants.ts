export const alternatives = ['savings', 'home_loan'] as const;

export const studyLoanLimits = {
  maxBalance: 10_000_000,
  /** The number of income years in a result. */
  maxYears: 50,
  /** In percent a year. */
  maxGrowth: 20,
  maxIndexation: 20,
} as const;
