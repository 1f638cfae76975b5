import { quizLimits } from 'contract/quiz.constants.ts';
import type { Category } from 'contract/quiz-fields.ts';
import { type SyntheticEvent, useId, useState } from 'react';
import { detailsOf } from '#api/api-error.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea, TextInput } from '#ui/input.tsx';
import layout from '#ui/layout.module.css';
import { useSaveCategory } from './quiz.queries.ts';

interface CategoryDialogProps {
  /** Null for a new one. */
  category: Category | null;
  onClose: () => void;
}

export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const { mutate, isPending, error } = useSaveCategory();
  const [name, setName] = useState(category?.name ?? '');
  const [description, setDescription] = useState(category?.description ?? '');
  const formId = useId();
  const details = detailsOf(error);
  const isNamed = 'name' in details || 'description' in details;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    mutate({ ...(category && { id: category.id }), name, description }, { onSuccess: onClose });
  }

  return (
    <Dialog
      title={category ? 'EDIT CATEGORY' : 'ADD CATEGORY'}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" loading={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      }
    >
      <form id={formId} className={layout.stack} onSubmit={submit} noValidate aria-label="Category">
        <Field label="Name" error={details['name']?.join(' ')}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              maxLength={quizLimits.nameMaxLength}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field
          label="Description"
          hint="Users see it where they choose."
          error={details['description']?.join(' ')}
        >
          {(control) => (
            <TextArea
              {...control}
              value={description}
              maxLength={quizLimits.descriptionMaxLength}
              onChange={({ target }) => setDescription(target.value)}
            />
          )}
        </Field>
        {error && !isNamed && <Alert tone="error" role="alert" title={error.message} />}
      </form>
    </Dialog>
  );
}
