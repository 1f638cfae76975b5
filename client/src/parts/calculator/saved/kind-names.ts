import type { Calculation } from 'contract/calculations/calculations.ts';
import { newerVersionText } from 'contract/texts.ts';

export const kindNames: Record<Calculation['kind'], string> = {
  loan: 'Loan',
  scenario: 'What if',
  savings: 'Savings',
  switch: 'Switch',
  take_home_pay: 'Take-home pay',
  statement: 'My loan, checked',
  buying: 'Buying a home',
  study_loan: 'Your study loan',
  unknown: newerVersionText,
};
