import { compoundingFrequencies, defaultCompoundingFrequency } from 'contract/loans/loans.constants.ts';
import { readMonths } from 'contract/typed-numbers.ts';
import { amountOption, type CommandOption } from './options.ts';

/** The duration in years or in months; both options set the same field. */
export const durationOptions: readonly CommandOption<'duration_months'>[] = [
  {
    name: 'years',
    field: 'duration_months',
    value: 'N',
    meaning: 'the duration in years',
    isRequired: true,
    read: (text) => readMonths(text, 'years'),
  },
  {
    name: 'months',
    field: 'duration_months',
    value: 'N',
    meaning: 'the duration in months',
    isRequired: true,
    read: (text) => readMonths(text, 'months'),
  },
];

export const rateOption = amountOption('rate', 'annual_interest_rate', 'the interest rate a year', {
  value: 'PERCENT',
  isRequired: true,
});

export const compoundingOption: CommandOption<'compounding_frequency'> = {
  name: 'compounding',
  field: 'compounding_frequency',
  value: 'WORD',
  meaning: `${compoundingFrequencies.join(', ')}; ${defaultCompoundingFrequency} by default`,
  choices: compoundingFrequencies,
};

export function compoundingOf(text: string | undefined) {
  return compoundingFrequencies.find((frequency) => frequency === text) ?? defaultCompoundingFrequency;
}
