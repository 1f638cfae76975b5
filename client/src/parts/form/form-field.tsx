import { type ComponentProps, type ElementType, type ReactNode, useId } from 'react';
import {
  type FieldValues,
  type Path,
  type RegisterOptions,
  useController,
  type UseFormReturn,
} from 'react-hook-form';
import { AmountInput } from '#parts/calculator/amount-input.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field, type FieldControl, FieldError } from '#ui/controls/field.tsx';
import { NumberInput, Select, TextArea, TextInput, verbatim } from '#ui/controls/input.tsx';
import { PasswordInput } from '#ui/controls/password-input.tsx';
import { kindOf, readField } from './typed-fields.ts';

interface FieldProps<Input extends FieldValues> {
  form: UseFormReturn<Input>;
  name: Path<Input>;
  label: string;
  hint?: ReactNode;
  aside?: ReactNode;
  rules?: Pick<RegisterOptions<Input, Path<Input>>, 'deps' | 'onChange'>;
}

type OwnProps = keyof FieldProps<FieldValues> | keyof FieldControl;

/** The props of a field, and those of its control that the field does not set itself. */
type InputFieldProps<Input extends FieldValues, Control extends ElementType> = FieldProps<Input> &
  Omit<ComponentProps<Control>, OwnProps>;

function errorOf<Input extends FieldValues>(form: UseFormReturn<Input>, name: Path<Input>) {
  return form.getFieldState(name, form.formState).error?.message;
}

/** A field whose control belongs to the form. @param rulesOf the rules of every such field. */
function registeredField<Control extends ElementType>(
  Control: Control,
  rulesOf: (name: string) => Pick<RegisterOptions, 'setValueAs'> = () => ({}),
) {
  return function RegisteredField<Input extends FieldValues>(props: InputFieldProps<Input, Control>) {
    const { form, name, label, hint, aside, rules, ...input } = props as FieldProps<Input>;
    const AnyControl: ElementType = Control;
    return (
      <Field label={label} hint={hint} aside={aside} error={errorOf(form, name)}>
        {(control) => (
          <AnyControl {...control} {...form.register(name, { ...rulesOf(name), ...rules })} {...input} />
        )}
      </Field>
    );
  };
}

interface LineInputProps extends ComponentProps<typeof TextInput> {
  /** Whether the text is prose, which the browser may capitalize and check, instead of a name or a code. */
  isProse?: boolean;
}

const prose = { autoComplete: 'off', autoCapitalize: 'sentences', spellCheck: true } as const;

const LineInput = ({ isProse = false, ...input }: LineInputProps) => (
  <TextInput {...(isProse ? prose : verbatim)} {...input} />
);

/** A text field whose value is trimmed. */
export const TextField = registeredField(LineInput, () => ({ setValueAs: (text: string) => text.trim() }));

interface NameFieldProps<Input extends FieldValues> {
  form: UseFormReturn<Input>;
  hint?: string;
  maxLength: number;
}

/** What a user calls something of their own. */
export const NameField = <Input extends { name: string }>(field: NameFieldProps<Input>) => (
  <TextField {...field} name={'name' as Path<Input>} label="Name" required isProse />
);

export const PasswordField = registeredField(PasswordInput);

export const TextAreaField = registeredField(TextArea);

/** An amount has its thousands grouped once the field is left. */
const TypedNumberInput = (input: ComponentProps<typeof NumberInput>) =>
  kindOf(input.name ?? '') === 'amount' ? <AmountInput {...input} /> : <NumberInput {...input} />;

/** Converts `$500,000` to a plain decimal; other text remains as typed, for the schema to refuse. */
export const NumberField = registeredField(TypedNumberInput, (name) => ({
  setValueAs: (text: string) => readField(name, text, () => undefined).value,
}));

type SelectFieldProps<Input extends FieldValues> = InputFieldProps<Input, typeof Select> & {
  /** Replaces the contract's message. */
  error?: string | undefined;
};

/** A controlled select, because the options may load after the value. */
export function SelectField<Input extends FieldValues>({
  form,
  name,
  label,
  hint,
  rules,
  error = errorOf(form, name),
  ...select
}: SelectFieldProps<Input>) {
  const { field } = useController({ control: form.control, name });
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          {...field}
          onChange={(event) => {
            field.onChange(event);
            rules?.onChange?.(event);
          }}
          {...select}
        />
      )}
    </Field>
  );
}

interface ChecksFieldProps<Input extends FieldValues> extends Omit<FieldProps<Input>, 'hint' | 'rules'> {
  options: readonly { value: string; label: string; hint?: string }[];
  className?: string | undefined;
  legendClassName?: string | undefined;
}

/** A group of checkboxes whose value is an array of the checked options' values. */
export function ChecksField<Input extends FieldValues>({
  form,
  name,
  label,
  options,
  className,
  legendClassName,
}: ChecksFieldProps<Input>) {
  const { field } = useController({ control: form.control, name });
  const errorId = useId();
  const error = errorOf(form, name);
  const checkedValues: readonly string[] = field.value;
  const toggleValue = (value: string, isChecked: boolean) =>
    options.flatMap((option) => {
      return (option.value === value ? isChecked : checkedValues.includes(option.value)) ? option.value : [];
    });
  return (
    <fieldset className={className} aria-describedby={error ? errorId : undefined}>
      <legend className={legendClassName}>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          {...option}
          name={field.name}
          checked={checkedValues.includes(option.value)}
          onChange={({ target }) => field.onChange(toggleValue(option.value, target.checked))}
          onBlur={field.onBlur}
          aria-invalid={error ? true : undefined}
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

interface RadiosFieldProps<Input extends FieldValues> extends Omit<
  FieldProps<Input>,
  'hint' | 'rules' | 'aside'
> {
  options: readonly (readonly [value: string, label: string])[];
}

function Radio({ label, ...input }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className="flex min-h-target cursor-pointer items-center gap-2 text-sm">
      <input {...input} type="radio" className="radio" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}

/** A group of radio buttons, of which none is chosen while the value is empty. */
export function RadiosField<Input extends FieldValues>({
  form,
  name,
  label,
  options,
}: RadiosFieldProps<Input>) {
  const errorId = useId();
  const error = errorOf(form, name);
  return (
    <fieldset className="flex flex-col gap-1" aria-describedby={error ? errorId : undefined}>
      <legend className="label mb-1">{label}</legend>
      {options.map(([value, text]) => (
        <Radio
          key={value}
          label={text}
          value={value}
          {...form.register(name)}
          aria-invalid={error ? true : undefined}
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
