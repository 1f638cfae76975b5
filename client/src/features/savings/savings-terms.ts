import { loanLimits } from 'contract/loans/loans.constants.ts';
import { scenarioLimits } from 'contract/scenarios/scenarios.constants.ts';
import { savingsQuery } from 'contract/calculations/links.ts';
import type { Terms, TermsDefinition } from '#parts/calculator/terms.ts';
import { timeInYears } from '#parts/calculator/time-in-years.ts';
import { plainNumber } from '#parts/form/typed-numbers.ts';
import { usualInflationPercent } from '#parts/calculator/usual-inflation.ts';

type SavingsField = keyof typeof savingsQuery;
export type SavingsTerms = Terms<SavingsField>;

const { minAnnualRatePercent, maxAnnualRatePercent } = loanLimits;

export const savingsDefinition: TermsDefinition<SavingsField> = {
  query: savingsQuery,
  fields: [
    {
      name: 'opening_balance',
      label: 'Opening Balance',
      hint: 'Australian dollars that you already have',
      isAmount: true,
      initial: '0',
      read: plainNumber,
    },
    {
      name: 'deposit_per_month',
      label: 'Deposit per Month',
      hint: 'Australian dollars, at the end of each month',
      isAmount: true,
      initial: '',
      read: plainNumber,
    },
    timeInYears,
    {
      name: 'annual_interest_rate',
      label: 'Annual Interest Rate (%)',
      hint: `${minAnnualRatePercent}% to ${maxAnnualRatePercent}% a year, added each month`,
      initial: '',
      read: plainNumber,
    },
    {
      name: 'inflation_rate',
      label: 'Inflation (%)',
      hint: `0% to ${scenarioLimits.maxInflationPercent}% a year, an assumption`,
      initial: usualInflationPercent,
      isOptional: true,
      read: plainNumber,
    },
    {
      name: 'target_amount',
      label: 'Goal (optional)',
      hint: 'Australian dollars that you want to have at the end',
      isAmount: true,
      initial: '',
      isOptional: true,
      read: plainNumber,
    },
  ],
};
