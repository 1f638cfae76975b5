import { compoundingFrequencies, defaultCompoundingFrequency } from 'contract/loans/loans.constants.ts';
import { monthsOf, plainNumber } from '#parts/form/typed-numbers.ts';
import type { CommandOption } from './options.ts';

/** The duration in years or in months; both options set the same field. */
export const durationOptions: readonly CommandOption<'duration_months'>[] = [
  {
    name: 'years',
    field: 'duration_months',
    value: 'N',
    meaning: 'how long',
    isRequired: true,
    read: (typed) => monthsOf(typed, 'years'),
  },
  {
    name: 'months',
    field: 'duration_months',
    value: 'N',
    meaning: 'the same in months',
    isRequired: true,
    read: (typed) => monthsOf(typed, 'months'),
  },
];

export const rateOption: CommandOption<'annual_interest_rate'> = {
  name: 'rate',
  field: 'annual_interest_rate',
  value: 'PERCENT',
  meaning: 'interest a year',
  isRequired: true,
  read: plainNumber,
};

export const compoundingOption: CommandOption<'compounding_frequency'> = {
  name: 'compounding',
  field: 'compounding_frequency',
  value: 'WORD',
  meaning: `${compoundingFrequencies.join(', ')}; ${defaultCompoundingFrequency} unless given`,
  choices: compoundingFrequencies,
};

export function compoundingOf(typed: string | undefined) {
  return compoundingFrequencies.find((frequency) => frequency === typed) ?? defaultCompoundingFrequency;
}
