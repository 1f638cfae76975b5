import { calculationLimits } from 'contract/calculations.constants.ts';
import { messages } from 'contract/texts.ts';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea, TextInput } from '#ui/input.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import styles from './calculation-dialog.module.css';

interface Texts {
  name: string;
  notes: string;
}

interface CalculationDialogProps {
  title: string;
  texts: Texts;
  action: string;
  isPending: boolean;
  error: Error | null;
  onSubmit: (texts: Texts) => void;
  onClose: () => void;
}

/** Name and notes of a calculation. */
export function CalculationDialog({ title, texts, action, isPending, error, ...on }: CalculationDialogProps) {
  const [given, setGiven] = useState(texts);
  const name = useRef<HTMLInputElement>(null);
  const formId = useId();
  const details = error instanceof ApiError ? error.details : {};
  const isRefused = details['name'] !== undefined || details['notes'] !== undefined;

  useEffect(() => name.current?.select(), []);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!isPending) on.onSubmit(given);
  }

  return (
    <Dialog
      title={title}
      onClose={isPending ? undefined : on.onClose}
      actions={
        <>
          <Button onClick={on.onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form className={styles.form} id={formId} onSubmit={submit} noValidate>
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
        <Field
          label="Notes"
          hint="For you alone: friends do not see them."
          error={details['notes']?.join(' ')}
        >
          {(control) => (
            <TextArea
              {...control}
              value={given.notes}
              maxLength={calculationLimits.notesMaxLength}
              onChange={({ target }) => setGiven({ ...given, notes: target.value })}
            />
          )}
        </Field>
        <LiveRegion role="alert">
          {error && !isRefused && <Alert tone="error" title={error.message || messages.anErrorOccurred} />}
        </LiveRegion>
      </form>
    </Dialog>
  );
}
