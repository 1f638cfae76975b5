import {
  defaultTolerances,
  figureLimits,
  type FigureUnit,
  questionCalculations,
} from 'contract/quiz/quiz.constants.ts';
import { useRef } from 'react';
import { useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form';
import { kindNames } from '#parts/calculator/saved/kind-names.ts';
import { SelectField, TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { emptyVariable, type QuestionDraft, type SolutionKind } from './question-draft.ts';

interface NumberFieldsProps {
  form: UseFormReturn<QuestionDraft>;
}

const solutionLabels: Record<SolutionKind, string> = {
  value: 'A fixed number',
  expression: 'An expression',
  calculation: 'A calculation of the app',
};

/** The variables, the unit and the solution of a question whose answer is a number. */
export function NumberFields({ form }: NumberFieldsProps) {
  const unit = useWatch({ control: form.control, name: 'unit' });
  const kind = useWatch({ control: form.control, name: 'solution.kind' });
  const refusal = form.formState.errors.solution?.message;
  return (
    <>
      <VariableFields form={form} />
      <div className="fields">
        <SelectField
          form={form}
          name="unit"
          label="Unit of the answer"
          options={Object.entries(unitLabels)}
        />
        <TextField
          form={form}
          name="tolerance"
          label="Tolerance"
          hint={`How far a right answer may be from the exact one. Empty for ${defaultTolerances[unit]}.`}
          inputMode="decimal"
        />
      </div>
      <SelectField
        form={form}
        name="solution.kind"
        label="The answer is"
        options={Object.entries(solutionLabels)}
      />
      {kind === 'value' && <TextField form={form} name="solution.value" label="Number" inputMode="decimal" />}
      {kind === 'expression' && (
        <TextField
          form={form}
          name="solution.expression"
          label="Expression"
          hint="Numbers, variables, + − * / ^, brackets, min, max and round(value, decimals). For example amount * rate / 100 / 12."
          maxLength={figureLimits.expressionMaxLength}
        />
      )}
      {kind === 'calculation' && <CalculationFields form={form} />}
      {refusal && <FieldError>{refusal}</FieldError>}
    </>
  );
}

function CalculationFields({ form }: NumberFieldsProps) {
  return (
    <>
      <SelectField
        form={form}
        name="solution.calculation"
        label="Calculation"
        options={questionCalculations.map((name) => [name, kindNames[name]] as const)}
      />
      <TextAreaField
        form={form}
        name="solution.input"
        label="Input"
        hint={
          'The request body of the calculation as JSON, with "{name}" for a figure. For example {"total_loan_amount": "{amount}", "duration_months": 360, "annual_interest_rate": "{rate}"}.'
        }
        rows={6}
        spellCheck={false}
      />
      <TextField
        form={form}
        name="solution.field"
        label="Field of the result"
        hint="For example calculated_monthly_payment or amortization_schedule.0.interest_paid."
        maxLength={figureLimits.fieldMaxLength}
      />
    </>
  );
}

const unitLabels: Record<FigureUnit, string> = {
  AUD: 'Dollars',
  percent: 'Per cent',
  months: 'Months',
  years: 'Years',
  plain: 'No unit',
};

/** The figures that are drawn anew for each attempt. */
function VariableFields({ form }: { form: UseFormReturn<QuestionDraft> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'variables' });
  const group = useRef<HTMLFieldSetElement>(null);
  const { errors } = form.formState;
  const refusal = errors.variables?.message ?? errors.variables?.root?.message;

  function removeAt(index: number) {
    remove(index);
    // The pressed button disappears.
    group.current?.querySelector<HTMLButtonElement>('button')?.focus();
  }

  return (
    <fieldset ref={group} className="flex flex-col gap-3">
      <legend className="label">Variables</legend>
      <p className="text-xs text-muted">
        Up to {figureLimits.variables} figures that are drawn anew for each attempt, from the first value to
        the last one in steps.
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className="grid grid-fit-[11rem] items-start gap-3 border-s border-s-rule ps-4">
          <TextField
            form={form}
            name={`variables.${index}.name`}
            label="Name"
            maxLength={figureLimits.variableNameMaxLength}
          />
          <TextField form={form} name={`variables.${index}.from`} label="From" inputMode="decimal" />
          <TextField form={form} name={`variables.${index}.to`} label="To" inputMode="decimal" />
          <TextField form={form} name={`variables.${index}.step`} label="Step" inputMode="decimal" />
          <SelectField
            form={form}
            name={`variables.${index}.unit`}
            label="Unit"
            options={Object.entries(unitLabels)}
          />
          <Button variant="ghost" className="self-start" onClick={() => removeAt(index)}>
            Remove <VisuallyHidden>variable {index + 1}</VisuallyHidden>
          </Button>
        </div>
      ))}
      {fields.length < figureLimits.variables && (
        <Button className="self-start" onClick={() => append(emptyVariable)}>
          Add a variable
        </Button>
      )}
      {refusal && <FieldError>{refusal}</FieldError>}
    </fieldset>
  );
}
