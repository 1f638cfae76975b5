import { calculationLimits, variableKinds } from 'contract/calculations/calculations.constants.ts';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { useEffect } from 'react';
import { NameField, TextAreaField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';

export type SavedFields = Pick<Calculation, 'name' | 'variable_rate'> & { notes: string };

interface CalculationDialogProps<Saved> {
  title: string;
  kind: Calculation['kind'];
  fields: SavedFields;
  onSubmit: (fields: SavedFields) => Promise<Saved>;
  /** By default, the dialog closes. */
  onSaved?: (saved: Saved) => void;
  onClose: () => void;
}

/** Name and notes of a calculation, and whether the rate of a loan is variable. */
export function CalculationDialog<Saved>({
  title,
  kind,
  fields,
  onSubmit,
  onSaved,
  onClose,
}: CalculationDialogProps<Saved>) {
  const form = useApiForm({
    values: fields,
    schema: async () => (await import('contract/calculations/calculations.ts')).UpdateCalculationBody,
    onSubmit,
    onSaved: onSaved ?? onClose,
  });
  const { setFocus } = form;
  useEffect(() => {
    setFocus('name', { shouldSelect: true });
  }, [setFocus]);

  return (
    <FormDialog form={form} title={title} submitLabel="Save" busyLabel="Saving..." onClose={onClose}>
      <NameField form={form} maxLength={calculationLimits.nameMaxLength} />
      <TextAreaField
        form={form}
        name="notes"
        label="Notes"
        hint="For you alone: friends do not see them."
        maxLength={calculationLimits.notesMaxLength}
      />
      {(variableKinds as readonly string[]).includes(kind) && (
        <Checkbox
          {...form.register('variable_rate')}
          label="Variable rate: tell me what a change of the cash rate does to it"
        />
      )}
    </FormDialog>
  );
}
