import { figureLimits, type FigureUnit } from 'contract/quiz/quiz.constants.ts';
import { useRef } from 'react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { SelectField, TextField } from '#parts/form/form-field.tsx';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { emptyVariable, type QuestionDraft } from './question-draft.ts';

export const unitLabels: Record<FigureUnit, string> = {
  AUD: 'Dollars',
  percent: 'Per cent',
  months: 'Months',
  years: 'Years',
  plain: 'No unit',
};

/** The figures that are drawn anew for each attempt. */
export function VariableFields({ form }: { form: UseFormReturn<QuestionDraft> }) {
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
