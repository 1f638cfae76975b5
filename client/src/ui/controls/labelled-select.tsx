import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { Select } from './input.tsx';

interface LabelledSelectProps extends ComponentProps<typeof Select> {
  label: string;
  hint?: string | undefined;
}

/** A list below its label. */
export const LabelledSelect = ({ label, hint, ...select }: LabelledSelectProps) => (
  <Field {...{ label, hint }}>{(control) => <Select {...control} {...select} />}</Field>
);
