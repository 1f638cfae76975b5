import { memo, type ReactNode } from 'react';
import { type FieldValues, FormProvider, useFormState } from 'react-hook-form';
import { CalculateButtons } from './calculate-buttons.tsx';
import { UnrecognizedLinkParts } from '#parts/navigation/unrecognized-link-parts.tsx';
import type { Calculator } from './use-calculator.ts';

type FormPart<Inputs extends FieldValues> = Pick<
  Calculator<Inputs, unknown, unknown>,
  'form' | 'inputs' | 'submit' | 'clear' | 'unrecognized' | 'isPending'
>;

interface CalculatorFormProps<Inputs extends FieldValues> {
  calculator: FormPart<Inputs>;
  /** The name of the form for screen readers. */
  label: string;
  /** A stable function, so that a long form is rendered only for a change of its values. */
  renderFields: (inputs: Inputs) => ReactNode;
}

/** The fields of a calculator with its buttons. */
export function CalculatorForm<Inputs extends FieldValues>({
  calculator: { form, inputs, submit, clear, unrecognized, isPending },
  label,
  renderFields,
}: CalculatorFormProps<Inputs>) {
  return <MemoizedForm {...{ form, inputs, submit, clear, unrecognized, isPending, label, renderFields }} />;
}

type FormProps<Inputs extends FieldValues> = FormPart<Inputs> &
  Omit<CalculatorFormProps<Inputs>, 'calculator'>;

// The type keeps the form generic, which `memo` does not.
const MemoizedForm = memo(Form) as typeof Form;

function Form<Inputs extends FieldValues>(props: FormProps<Inputs>) {
  const { label, renderFields, form, inputs, submit, clear, unrecognized, isPending } = props;
  const formState = useFormState({ control: form.control });
  return (
    <FormProvider {...form} formState={formState}>
      <form className="flex flex-col gap-6" onSubmit={submit} noValidate aria-label={label}>
        <UnrecognizedLinkParts parts={unrecognized} />
        {renderFields(inputs)}
        <CalculateButtons isPending={isPending} clear={clear} />
      </form>
    </FormProvider>
  );
}
