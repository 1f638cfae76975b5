import type { ComponentProps } from 'react';
import { cx } from '#ui/cx.ts';
import { DateInput } from './date-input.tsx';
import './fields.css';

export function TextInput({ className, type = 'text', ...input }: ComponentProps<'input'>) {
  const Input = type.startsWith('date') ? DateInput : 'input';
  return <Input {...input} type={type} className={cx('input', className)} />;
}

/** For names and codes, which the browser must not change. */
export const verbatim = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Not `type="number"`, which changes on scrolling and has an empty value for invalid input. */
export function NumberInput({ className, ...input }: ComponentProps<'input'>) {
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      {...input}
      type="text"
      className={cx('input tabular-nums', className)}
    />
  );
}

export function TextArea({ className, rows = 4, ...area }: ComponentProps<'textarea'>) {
  return <textarea {...area} rows={rows} className={cx('input h-auto resize-y py-2', className)} />;
}

/** The value and the label of each option. */
export type Options = readonly (readonly [value: string | number, label: string | number])[];

/** Options whose label is their value. */
export const optionsOf = <Value extends string | number>(values: readonly Value[]) =>
  values.map((value) => [value, value] as const);

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: Options;
}

export function Select({ options, className, ...select }: SelectProps) {
  return (
    <select {...select} className={cx('input input-select', className)}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
