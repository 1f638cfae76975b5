import type { ReactNode, SubmitEventHandler } from 'react';
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput, Select } from '#ui/controls/input.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AmountInput } from './amount-input.tsx';

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
    <Panel title={title} className="print:hidden">
      <form
        className={cx(
          'grid gap-x-5 gap-y-2',
          columns === 3
            ? 'grid-cols-3 max-lg:grid-cols-2 max-[641px]:grid-cols-1'
            : 'grid-fit-[14rem] md:max-[67.5rem]:grid-cols-2 min-[67.5rem]:grid-cols-4',
        )}
        onSubmit={submit}
        noValidate
        aria-label={label}
      >
        {fields.map(({ name, label: fieldLabel, hint, rules, isOptional, isAmount, hasUnits, choices }) => (
          <div
            className="min-h-[calc(var(--control-height)+4*var(--text-sm)*1.5+2*var(--space-2))]"
            key={name}
          >
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
        <div className="col-span-full flex flex-wrap gap-3 *:min-w-[min(9.5rem,100%)] max-md:*:min-w-0 max-md:*:flex-[1_0_40%]">
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
