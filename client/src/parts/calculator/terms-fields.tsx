import type { ComponentProps, ReactNode } from 'react';
import { type FieldPath, type FieldValues, type Path, useFormContext } from 'react-hook-form';
import { kindOf, misunderstoodPaths } from '#parts/form/typed-fields.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput, Select, TextInput } from '#ui/controls/input.tsx';
import { UnitInput } from '#ui/controls/unit-input.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AmountInput } from './amount-input.tsx';
import { Chips } from './chips.tsx';

export interface PanelField<Input extends FieldValues> {
  name: Path<Input>;
  label: string;
  hint?: ReactNode;
  isOptional?: boolean;
  /** The value and the label of each choice. */
  choices?: readonly (readonly [string, string])[];
  /** The unit inside the control, such as `AUD`, or the field of a unit that the user chooses. */
  unit?: string | { name: Path<Input>; label: string; choices: readonly (readonly [string, string])[] };
  /** The field is a checkbox, whose value is `true` or empty. */
  isBox?: boolean;
  isDisabled?: boolean;
  /** Whether the thousands are grouped, though the text may be something else than an amount. */
  isGrouped?: boolean;
  /** The type of a field that is not a number. */
  type?: 'text' | 'date';
}

/** Needs a `Form` or a `CalculatorForm`. */
export function TermsFields<Input extends FieldValues>({ fields }: { fields: readonly PanelField<Input>[] }) {
  const form = useFormContext<Input>();
  return fields.map(({ name, label, hint, isOptional = false, choices, unit, type, isGrouped, ...box }) =>
    box.isBox ? (
      <Checkbox
        key={name}
        label={label}
        hint={hint}
        value="true"
        disabled={box.isDisabled}
        error={form.getFieldState(name, form.formState).error?.message}
        {...form.register(name)}
      />
    ) : (
      <Field
        key={name}
        label={label}
        hint={hint}
        error={form.getFieldState(name, form.formState).error?.message}
      >
        {(control) => {
          // A page of the server has the value before the form's code runs.
          const value = { ...form.register(name), defaultValue: form.getValues(name) };
          const input = { ...control, ...value, required: !isOptional };
          if (choices) return <Select {...control} {...value} options={choices} />;
          if (type) return <TextInput {...input} type={type} autoComplete="off" />;
          if (isGrouped) return <AmountInput {...input} inputMode="text" />;
          if (!unit) return <TypedInput {...input} />;
          if (typeof unit !== 'string') {
            const select = (
              <Select {...form.register(unit.name)} aria-label={unit.label} options={unit.choices} />
            );
            return <UnitInput unit={select} control={<TypedInput {...input} />} />;
          }
          const unitId = `${control.id}unit`;
          const description = [control['aria-describedby'], unitId].filter(Boolean).join(' ');
          return (
            <UnitInput
              unit={<span id={unitId}>{unit}</span>}
              control={<TypedInput {...input} aria-describedby={description} />}
            />
          );
        }}
      </Field>
    ),
  );
}

/** The input of a number, by the kind of its name. */
function TypedInput(input: ComponentProps<typeof NumberInput> & { name: string }) {
  switch (kindOf(input.name)) {
    case 'amount':
      return <AmountInput {...input} />;
    case 'months':
    case 'payments':
      // The user may also type units, such as `2 years`.
      return <NumberInput {...input} inputMode="text" />;
    default:
      return <NumberInput {...input} />;
  }
}

interface TermsOption<Inputs extends FieldValues> {
  title: string;
  /** The values of the option; empty if there are none. */
  content: string;
  fields?: readonly PanelField<Inputs>[];
  /** Further paths whose errors mark the option. */
  paths?: readonly FieldPath<Inputs>[];
  /** In place of fields. */
  children?: ReactNode;
}

interface TermsFieldsetProps<Inputs extends FieldValues> {
  /** The name for screen readers. */
  title: string;
  fields: readonly PanelField<Inputs>[];
  /** Further fields beside the others. */
  children?: ReactNode;
  options?: readonly TermsOption<Inputs>[];
}

/** The fields of a calculator under one title, and its options as chips. */
export const TermsGroup = <Inputs extends FieldValues>({
  aside,
  ...props
}: TermsFieldsetProps<Inputs> & { aside?: ReactNode }) => (
  <Panel title={props.title} aside={aside}>
    <TermsFieldset {...props} />
  </Panel>
);

const noOptions: readonly never[] = [];

export function TermsFieldset<Inputs extends FieldValues>({
  title,
  fields,
  children,
  options = noOptions,
}: TermsFieldsetProps<Inputs>) {
  const form = useFormContext<Inputs>();
  const misunderstood = options.length > 0 ? misunderstoodPaths(form.getValues()) : [];
  const isRefused = (path: FieldPath<Inputs>) =>
    form.getFieldState(path, form.formState).invalid ||
    misunderstood.some((other) => other === path || other.startsWith(`${path}.`));
  const chips = options.map((option) => ({
    name: option.title,
    title: option.title,
    content: option.content,
    isRefused: [...(option.paths ?? []), ...(option.fields ?? []).map(({ name }) => name)].some(isRefused),
    children: option.fields ? (
      <div className="fields">
        <TermsFields fields={option.fields} />
      </div>
    ) : (
      option.children
    ),
  }));
  return (
    <fieldset className="flex flex-col gap-4" aria-label={title}>
      <div className="fields">
        <TermsFields fields={fields} />
        {children}
      </div>
      {chips.length > 0 && <Chips chips={chips} />}
    </fieldset>
  );
}
