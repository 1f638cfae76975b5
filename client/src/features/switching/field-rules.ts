import type { FieldPath } from 'react-hook-form';
import type { PanelField } from '#parts/calculator/terms-panel.tsx';
import { monthsOf, plainNumber } from '#parts/form/typed-numbers.ts';
import type { SwitchInputs } from './switch-inputs.ts';

export const fieldGridClasses = 'grid grid-fit-[14rem] items-end gap-x-5 gap-y-4';

type SwitchField = PanelField<SwitchInputs>;
type Kind = Omit<SwitchField, 'name' | 'label' | 'hint'>;

/** How the text of a field becomes the value that is sent. */
export const number: Kind = { rules: { setValueAs: plainNumber } };
export const amount: Kind = { ...number, isAmount: true };
export const trimmed: Kind = { rules: { setValueAs: (typed: string) => typed.trim() } };
export const months: Kind = {
  rules: { setValueAs: (typed: string) => monthsOf(typed, 'months') },
  hasUnits: true,
};
export const optional = (kind: Kind): Kind => ({ ...kind, isOptional: true });

export const field = (
  name: FieldPath<SwitchInputs>,
  label: string,
  hint: SwitchField['hint'],
  kind: Kind,
): SwitchField => ({ name, label, hint, ...kind });
