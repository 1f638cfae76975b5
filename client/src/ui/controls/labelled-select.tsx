import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { Select } from './input.tsx';

/** A list below its label. */
export const LabelledSelect = ({ label, ...select }: ComponentProps<typeof Select> & { label: string }) => (
  <Field label={label}>{(control) => <Select {...control} {...select} />}</Field>
);
