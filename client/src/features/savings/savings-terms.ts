import { loanLimits } from 'contract/loans/loans.constants.ts';
import { scenarioLimits } from 'contract/scenarios/scenarios.constants.ts';
import { termsCalculator, type TermsField, type TermsOf } from '#parts/calculator/terms.ts';
import { timeInYears } from '#parts/calculator/time-in-years.ts';
import { defaultInflationPercent } from 'contract/scenarios/scenarios.constants.ts';

export type SavingsTerms = TermsOf<'savings'>;

const { minAnnualRatePercent, maxAnnualRatePercent } = loanLimits;

export const savingsFields: readonly TermsField<keyof SavingsTerms>[] = [
  {
    name: 'opening_balance',
    label: 'Opening Balance',
    hint: 'Australian dollars that you already have',
    initial: '0',
  },
  {
    name: 'deposit_per_month',
    label: 'Deposit per Month',
    hint: 'Australian dollars, at the end of each month',
    initial: '',
  },
  timeInYears,
  {
    name: 'annual_interest_rate',
    label: 'Annual Interest Rate (%)',
    hint: `${minAnnualRatePercent}% to ${maxAnnualRatePercent}% a year, added each month`,
    initial: '',
  },
  {
    name: 'inflation_rate',
    label: 'Inflation (%)',
    hint: `0% to ${scenarioLimits.maxInflationPercent}% a year, an assumption`,
    initial: defaultInflationPercent,
    isOptional: true,
  },
  {
    name: 'target_amount',
    label: 'Goal (optional)',
    hint: 'Australian dollars that you want to have at the end',
    initial: '',
    isOptional: true,
  },
];

export const savingsCalculator = termsCalculator({
  name: 'savings',
  fields: savingsFields,
  schema: async () => (await import('./savings-calculation.ts')).SavingsAndGoal,
  requestOf: (terms) => ({ ...savingsRequest(terms), target_amount: terms.target_amount || null }),
  load: async () => (await import('./savings-calculation.ts')).calculateSavings,
});

export function savingsRequest({ target_amount: _goal, inflation_rate, ...terms }: SavingsTerms) {
  return { ...terms, inflation_rate: inflation_rate || null };
}
