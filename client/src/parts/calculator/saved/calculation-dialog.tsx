import { calculationLimits } from 'contract/calculations/calculations.constants.ts';
import { useEffect } from 'react';
import { TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';

interface Texts {
  name: string;
  notes: string;
}

interface CalculationDialogProps {
  title: string;
  texts: Texts;
  onSubmit: (texts: Texts) => Promise<unknown>;
  onClose: () => void;
}

/** Name and notes of a calculation. */
export function CalculationDialog({ title, texts, onSubmit, onClose }: CalculationDialogProps) {
  const form = useApiForm({
    values: texts,
    schema: async () => (await import('contract/calculations/calculations.ts')).UpdateCalculationBody,
    onSubmit,
    onSaved: onClose,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);

  return (
    <FormDialog form={form} title={title} submitLabel="Save" busyLabel="Saving..." onClose={onClose}>
      <TextField
        form={form}
        name="name"
        label="Name"
        maxLength={calculationLimits.nameMaxLength}
        required
        autoComplete="off"
        autoCapitalize="sentences"
        spellCheck
      />
      <TextAreaField
        form={form}
        name="notes"
        label="Notes"
        hint="For you alone: friends do not see them."
        maxLength={calculationLimits.notesMaxLength}
      />
    </FormDialog>
  );
}
