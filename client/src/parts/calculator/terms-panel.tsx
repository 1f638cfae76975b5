import type { ReactNode, SubmitEventHandler } from 'react';
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput, Select, TextInput } from '#ui/controls/input.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AmountInput } from './amount-input.tsx';

export interface PanelField<Input extends FieldValues> {
  name: Path<Input>;
  label: string;
  hint: ReactNode;
  rules?: RegisterOptions<Input, Path<Input>>;
  isOptional?: boolean;
  /** The field is an amount in dollars. */
  isAmount?: boolean;
  /** The user may also type units, such as `2 years`. */
  hasUnits?: boolean;
  /** The value and the label of each choice. */
  choices?: readonly (readonly [string, string])[];
  /** The field is a checkbox, whose value is `true` or empty. */
  isBox?: boolean;
  isDisabled?: boolean;
  /** Of fields that are not numbers. */
  type?: 'text' | 'date';
}

interface TermsPanelProps<Input extends FieldValues> {
  title: string;
  /** The name of the form for screen readers. */
  label?: string;
  fields: readonly PanelField<Input>[];
  form: UseFormReturn<Input>;
  submit: SubmitEventHandler<HTMLFormElement>;
  clear: () => void;
  isPending: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

/** The form of a calculator. */
export function TermsPanel<Input extends FieldValues>(props: TermsPanelProps<Input>) {
  const { title, label = title, fields, form, submit, clear, isPending, children } = props;
  return (
    <Panel title={title} className="print:hidden">
      <form
        className="grid grid-fit-[14rem] items-end gap-x-5 gap-y-4"
        onSubmit={submit}
        noValidate
        aria-label={label}
      >
        <TermsFields fields={fields} form={form} />
        <div className="col-span-full flex flex-wrap gap-3 *:min-w-[min(9.5rem,100%)] max-sm:*:min-w-0 max-sm:*:flex-[1_0_40%]">
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

type TermsFieldsProps<Input extends FieldValues> = Pick<TermsPanelProps<Input>, 'fields' | 'form'>;

export function TermsFields<Input extends FieldValues>({ fields, form }: TermsFieldsProps<Input>) {
  return fields.map(
    ({ name, label, hint, rules, isOptional = false, isAmount, hasUnits, choices, type, ...box }) =>
      box.isBox ? (
        <Checkbox
          key={name}
          label={label}
          hint={hint}
          value="true"
          disabled={box.isDisabled}
          error={form.getFieldState(name, form.formState).error?.message}
          {...form.register(name, rules)}
        />
      ) : (
        <Field
          key={name}
          label={label}
          hint={hint}
          error={form.getFieldState(name, form.formState).error?.message}
        >
          {(control) => {
            const input = { ...control, ...form.register(name, rules), required: !isOptional };
            if (choices) return <Select {...control} {...form.register(name, rules)} options={choices} />;
            if (type) return <TextInput {...input} type={type} autoComplete="off" />;
            if (isAmount) return <AmountInput {...input} />;
            return <NumberInput {...input} inputMode={hasUnits ? 'text' : 'decimal'} />;
          }}
        </Field>
      ),
  );
}
