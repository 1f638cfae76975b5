import { quizLimits } from 'contract/quiz/quiz.constants.ts';
import { CreateCategoryBody } from 'contract/quiz/quiz.ts';
import type { Category } from 'contract/quiz/quiz-fields.ts';
import { TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useSaveCategory } from './quiz.queries.ts';

interface CategoryDialogProps {
  /** Undefined for a new category. */
  category: Category | undefined;
  onClose: () => void;
}

export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const { mutateAsync: save } = useSaveCategory(category?.id);
  const form = useApiForm({
    values: { name: category?.name ?? '', description: category?.description ?? '' },
    schema: CreateCategoryBody,
    onSubmit: save,
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={category ? 'EDIT CATEGORY' : 'ADD CATEGORY'}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" maxLength={quizLimits.nameMaxLength} isProse />
      <TextAreaField
        form={form}
        name="description"
        label="Description"
        hint="Users see it when they choose a category."
        maxLength={quizLimits.descriptionMaxLength}
      />
    </FormDialog>
  );
}
