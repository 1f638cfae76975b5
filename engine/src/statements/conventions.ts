import { type Convention, conventionParts } from 'contract/statements/statements.constants.ts';

/** The days and the balances of a convention. */
export type BalanceRule = Pick<Convention, 'balance' | 'charge_day'>;
export type YearRule = Convention['days_in_year'];
export type RoundingRule = Pick<Convention, 'rounded_each' | 'rounding'>;

/** `opening` with `included` adds up the same days as `closing` with `excluded`. */
export const balanceRules: readonly BalanceRule[] = [
  { balance: 'closing', charge_day: 'excluded' },
  { balance: 'closing', charge_day: 'included' },
  { balance: 'opening', charge_day: 'excluded' },
];

export const yearRules: readonly YearRule[] = conventionParts.days_in_year;

export const roundingRules: readonly RoundingRule[] = conventionParts.rounded_each.flatMap((rounded_each) =>
  conventionParts.rounding.map((rounding) => ({ rounded_each, rounding })),
);
