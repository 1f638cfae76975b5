import type { PanelField } from '#parts/calculator/terms-fields.tsx';
import { plainNumber } from '#parts/form/typed-numbers.ts';
import { basisTexts, dayCountTexts, optionTexts } from './option-texts.ts';
import type { ScenarioInputs } from './scenario-inputs.ts';

type Fields = readonly PanelField<ScenarioInputs>[];

/** The kinds of fields, by how the typed text becomes the value that is sent. */
export const number = { rules: { setValueAs: plainNumber } };
export const amount = { ...number, isAmount: true };
export const trimmed = { rules: { setValueAs: (text: string) => text.trim() } };

const isOptional = true;

export const accountFields = [
  { name: 'offset.balance', ...optionTexts.balance, ...amount, isOptional },
  { name: 'offset.deposit_per_period', ...optionTexts.deposit_per_period, ...amount, isOptional },
  { name: 'fees.upfront', ...optionTexts.upfront, ...amount, isOptional },
  { name: 'fees.per_period', ...optionTexts.per_period, ...amount, isOptional },
] as const satisfies Fields;

export const repaymentFields = [
  { name: 'payment_basis', ...optionTexts.payment_basis, choices: Object.entries(basisTexts) },
  { name: 'interest_only_periods', ...optionTexts.interest_only_periods, ...trimmed, isOptional },
  { name: 'residual_amount', ...optionTexts.residual_amount, ...amount, isOptional },
] as const satisfies Fields;

export const dateFields = [
  { name: 'start_date', ...optionTexts.start_date, type: 'date', isOptional },
  { name: 'day_count', ...optionTexts.day_count, choices: Object.entries(dayCountTexts) },
] as const satisfies Fields;
