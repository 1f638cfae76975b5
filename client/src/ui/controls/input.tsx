import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { cx } from '#ui/cx.ts';
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

/**
 * Marks an empty field. WebKit displays today in it as if it were the value, and has no selector for one, so the style hides
 * the text until the field has the focus.
 */
function DateInput({ ref, onInput, ...input }: ComponentProps<'input'>) {
  const own = useRef<HTMLInputElement>(null);
  const markEmpty = () => {
    const { current } = own;
    current?.toggleAttribute('data-empty', current.value === '' && !current.validity.badInput);
  };
  // After each render, because a form may have changed the value.
  useLayoutEffect(markEmpty);
  return (
    <input
      {...input}
      ref={(element) => {
        own.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      onInput={(event) => {
        markEmpty();
        onInput?.(event);
      }}
    />
  );
}
