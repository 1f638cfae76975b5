import { calculationLimits } from 'contract/calculations.constants.ts';
import { useEffect, useRef, useState } from 'react';
import { detailsOf } from '#api/api-error.ts';
import { FormDialog } from '#parts/form/form-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea, TextInput } from '#ui/input.tsx';

interface Texts {
  name: string;
  notes: string;
}

interface CalculationDialogProps {
  title: string;
  texts: Texts;
  isPending: boolean;
  error: Error | null;
  onSubmit: (texts: Texts) => void;
  onClose: () => void;
}

/** Name and notes of a calculation. */
export function CalculationDialog({ title, texts, isPending, error, ...on }: CalculationDialogProps) {
  const [given, setGiven] = useState(texts);
  const name = useRef<HTMLInputElement>(null);
  const details = detailsOf(error);

  useEffect(() => name.current?.select(), []);

  return (
    <FormDialog
      title={title}
      submitLabel={isPending ? 'Saving...' : 'Save'}
      isPending={isPending}
      error={error}
      isFieldRefused={details['name'] !== undefined || details['notes'] !== undefined}
      onSubmit={() => on.onSubmit(given)}
      onClose={on.onClose}
    >
      <Field label="Name" error={details['name']?.join(' ')}>
        {(control) => (
          <TextInput
            {...control}
            ref={name}
            value={given.name}
            maxLength={calculationLimits.nameMaxLength}
            required
            autoComplete="off"
            onChange={({ target }) => setGiven({ ...given, name: target.value })}
          />
        )}
      </Field>
      <Field label="Notes" hint="For you alone: friends do not see them." error={details['notes']?.join(' ')}>
        {(control) => (
          <TextArea
            {...control}
            value={given.notes}
            maxLength={calculationLimits.notesMaxLength}
            onChange={({ target }) => setGiven({ ...given, notes: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
