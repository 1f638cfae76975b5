import { quizLimits } from 'contract/quiz/quiz.constants.ts';
import type { Category } from 'contract/quiz/quiz-fields.ts';
import { TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useSaveCategory } from './quiz.queries.ts';

interface CategoryDialogProps {
  /** Null for a new one. */
  category: Category | null;
  onClose: () => void;
}

export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const { mutateAsync: save } = useSaveCategory(category?.id);
  const form = useApiForm({
    values: { name: category?.name ?? '', description: category?.description ?? '' },
    schema: async () => (await import('contract/quiz/quiz.ts')).CreateCategoryBody,
    onSubmit: save,
    onSaved: onClose,
  });
  return (
    <Dialog
      title={category ? 'EDIT CATEGORY' : 'ADD CATEGORY'}
      onClose={onClose}
      actions={
        <SubmitButton form={form} busyLabel="Saving...">
          Save
        </SubmitButton>
      }
    >
      <Form form={form} label="Category">
        <TextField
          form={form}
          name="name"
          label="Name"
          maxLength={quizLimits.nameMaxLength}
          autoComplete="off"
          autoCapitalize="sentences"
          spellCheck
        />
        <TextAreaField
          form={form}
          name="description"
          label="Description"
          hint="Users see it where they choose."
          maxLength={quizLimits.descriptionMaxLength}
        />
      </Form>
    </Dialog>
  );
}
