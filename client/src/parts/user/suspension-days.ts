/** The lengths of a suspension, in days. */
export const suspensionDays = [
  ['1', '1 day'],
  ['3', '3 days'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['365', '365 days'],
] as const;
