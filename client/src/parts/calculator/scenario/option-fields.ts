import type { PanelField } from '#parts/calculator/terms-fields.tsx';
import { basisTexts, dayCountTexts, optionTexts } from './option-texts.ts';
import type { ScenarioInputs } from './scenario-inputs.ts';

type Fields = readonly PanelField<ScenarioInputs>[];

const isOptional = true;

export const accountFields = [
  { name: 'offset.balance', ...optionTexts.balance, isOptional },
  { name: 'offset.deposit_per_period', ...optionTexts.deposit_per_period, isOptional },
  { name: 'fees.upfront', ...optionTexts.upfront, isOptional },
  { name: 'fees.per_period', ...optionTexts.per_period, isOptional },
  { name: 'fees.per_year', ...optionTexts.per_year, isOptional },
] as const satisfies Fields;

export const repaymentFields = [
  { name: 'payment_basis', ...optionTexts.payment_basis, choices: Object.entries(basisTexts) },
  { name: 'interest_only_periods', ...optionTexts.interest_only_periods, isOptional },
  { name: 'residual_amount', ...optionTexts.residual_amount, isOptional },
] as const satisfies Fields;

export const dateFields = [
  { name: 'start_date', ...optionTexts.start_date, type: 'date', isOptional },
  { name: 'day_count', ...optionTexts.day_count, choices: Object.entries(dayCountTexts) },
] as const satisfies Fields;
