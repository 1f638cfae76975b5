export const calculationKinds = [
  'loan',
  'scenario',
  'savings',
  'switch',
  'take_home_pay',
  'statement',
  'buying',
  'study_loan',
] as const;
export type CalculationKind = (typeof calculationKinds)[number];

/** Calculations that a change of the cash rate can concern. */
export const variableKinds: readonly CalculationKind[] = ['loan', 'scenario'];

export const calculationLimits = {
  nameMaxLength: 120,
  notesMaxLength: 2_000,
  shares: 50,
} as const;

export const calculationMessages = {
  unknownRates: 'Must be the name of a vintage of the cash rate.',
  onlyLoansVariable: 'Only a loan or a scenario can have a variable rate.',
  onlyFriends: 'Must be friends of yours.',
} as const;
