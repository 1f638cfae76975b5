/** The labels of the summary's figures whose derivation can be displayed. */
export const declassifiedLabels = [
  'Monthly Payment',
  'Fortnightly Payment',
  'Weekly Payment',
  'Total Payments',
  'Total Interest',
  'Loan Amount',
  'Final Payment',
  'Effective Monthly Rate',
  'Interest to Principal',
] as const;

export type DeclassifiedLabel = (typeof declassifiedLabels)[number];
