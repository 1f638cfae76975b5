import type { ReactNode, SubmitEventHandler } from 'react';
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Field } from '#ui/field.tsx';
import { NumberInput, Select } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import { AmountInput } from './amount-input.tsx';
import styles from './terms-panel.module.css';

interface ShownField<Input extends FieldValues> {
  name: Path<Input>;
  label: string;
  hint: ReactNode;
  rules?: RegisterOptions<Input, Path<Input>>;
  isOptional?: boolean;
  /** In dollars. */
  isAmount?: boolean;
  /** Units may be typed too. */
  hasUnits?: boolean;
  /** Value and label. */
  choices?: readonly (readonly [string, string])[];
}

interface TermsPanelProps<Input extends FieldValues> {
  title: string;
  /** Of the form, for screen readers. */
  label?: string;
  /** Beside one another, where there is room. */
  columns: 3 | 4;
  fields: readonly ShownField<Input>[];
  form: UseFormReturn<Input>;
  submit: SubmitEventHandler<HTMLFormElement>;
  clear: () => void;
  isPending: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

/** The form of a calculator. */
export function TermsPanel<Input extends FieldValues>(props: TermsPanelProps<Input>) {
  const { title, label = title, columns, fields, form, submit, clear, isPending, children } = props;
  return (
    <Panel title={title} className={styles.panel}>
      <form
        className={cx(styles.form, columns === 3 ? styles.three : styles.four)}
        onSubmit={submit}
        noValidate
        aria-label={label}
      >
        {fields.map(({ name, label: fieldLabel, hint, rules, isOptional, isAmount, hasUnits, choices }) => (
          <div className={styles.field} key={name}>
            <Field
              label={fieldLabel}
              hint={hint}
              error={form.getFieldState(name, form.formState).error?.message}
            >
              {(control) => {
                const input = { ...control, ...form.register(name, rules) };
                if (choices) return <Select {...input} options={choices} />;
                if (isAmount) return <AmountInput {...input} required={!isOptional} />;
                return (
                  <NumberInput {...input} inputMode={hasUnits ? 'text' : 'decimal'} required={!isOptional} />
                );
              }}
            </Field>
          </div>
        ))}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={isPending}>
            Calculate
          </Button>
          <Button onClick={clear}>Clear Form</Button>
          {children}
        </div>
      </form>
    </Panel>
  );
}
