import { memo, type ReactNode } from 'react';
import { type FieldValues, FormProvider, useFormState } from 'react-hook-form';
import { UnrecognizedLinkParts } from '#parts/navigation/unrecognized-link-parts.tsx';
import { useIsStatic } from '#parts/page/today.ts';
import { Button } from '#ui/controls/button.tsx';
import type { Calculator } from './use-calculator.ts';

type FormPart<Inputs extends FieldValues> = Pick<
  Calculator<Inputs, unknown, unknown>,
  'form' | 'inputs' | 'submit' | 'clear' | 'unrecognized' | 'isPending'
>;

export interface CalculatorFormProps<Inputs extends FieldValues> {
  calculator: FormPart<Inputs>;
  /** The name of the form for screen readers. */
  label: string;
  /** A stable function, so that a long form is rendered only for a change of its values. */
  renderFields: (inputs: Inputs) => ReactNode;
  submitLabel?: string;
  /** Brings back what the Clear button removed. */
  undoClear?: (() => void) | undefined;
  /** Further parts below the form, whose fields belong to it. */
  children?: ReactNode;
}

/** The fields of a calculator with its buttons. */
export function CalculatorForm<Inputs extends FieldValues>({
  calculator: { form, inputs, submit, clear, unrecognized, isPending },
  ...props
}: CalculatorFormProps<Inputs>) {
  return <MemoizedForm {...{ form, inputs, submit, clear, unrecognized, isPending }} {...props} />;
}

type FormProps<Inputs extends FieldValues> = FormPart<Inputs> &
  Omit<CalculatorFormProps<Inputs>, 'calculator'>;

// The type keeps the form generic, which `memo` does not.
const MemoizedForm = memo(Form) as typeof Form;

function Form<Inputs extends FieldValues>(props: FormProps<Inputs>) {
  const { label, renderFields, undoClear, form, inputs, submit, clear, unrecognized, isPending } = props;
  const { submitLabel = 'Calculate' } = props;
  const formState = useFormState({ control: form.control });
  const isStatic = useIsStatic();
  return (
    <FormProvider {...form} formState={formState}>
      <form className="flex flex-col gap-6" onSubmit={submit} noValidate aria-label={label}>
        <UnrecognizedLinkParts parts={unrecognized} />
        {renderFields(inputs)}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 [&>.button-primary]:min-w-[min(9.5rem,100%)]">
          {/* Before the app takes over, Enter would load the page again. An early press is repeated then. */}
          <Button
            type={isStatic ? 'button' : 'submit'}
            variant="primary"
            loading={isPending}
            onClick={isStatic ? submit : undefined}
          >
            {submitLabel}
          </Button>
          <noscript>Calculating needs JavaScript.</noscript>
          <Button variant="ghost" onClick={clear}>
            Clear Form
          </Button>
          {undoClear && <Button onClick={undoClear}>Undo Clear</Button>}
        </div>
      </form>
      {props.children}
    </FormProvider>
  );
}
