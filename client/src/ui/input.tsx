import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './input.module.css';

export function TextInput({ className, type = 'text', ...input }: ComponentProps<'input'>) {
  return <input {...input} type={type} className={cx(styles.input, className)} />;
}

/** Not `type="number"`, which changes on scrolling and has an empty value for invalid input. */
export function NumberInput({ className, ...input }: ComponentProps<'input'>) {
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      {...input}
      type="text"
      className={cx(styles.input, styles.number, className)}
    />
  );
}

export function TextArea({ className, rows = 4, ...area }: ComponentProps<'textarea'>) {
  return <textarea {...area} rows={rows} className={cx(styles.input, styles.area, className)} />;
}

export function Select({ className, ...select }: ComponentProps<'select'>) {
  return <select {...select} className={cx(styles.input, styles.select, className)} />;
}
