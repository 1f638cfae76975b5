import { count } from 'contract/counts.ts';
import type { Category } from 'contract/quiz/quiz-fields.ts';
import { quizLimits } from 'contract/quiz/quiz.constants.ts';
import { CreateCategoryBody } from 'contract/quiz/quiz.ts';
import { useState } from 'react';
import { TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LabelledSelect } from '#ui/controls/labelled-select.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CategoryOrder } from './category-order.tsx';
import { useCategories, useDeleteCategory, useSaveCategory } from './quiz.queries.ts';

export default function CategoryListScreen() {
  const categories = useCategories();
  const deletion = useDeleteCategory();
  const [edited, setEdited] = useState<Category | 'new' | null>(null);
  const [emptied, setEmptied] = useState<Category | null>(null);

  function askToDelete(category: Category) {
    if (category.question_count > 0) return setEmptied(category);
    askToConfirm({
      title: `Delete ${category.name}?`,
      message: `The category ${category.name} is deleted permanently. It has no questions.`,
      confirmLabel: 'Delete category',
      onConfirm: () => deletion.mutate({ category }),
    });
  }

  return (
    <StaffPage
      heading="Category List"
      lede="The subjects of quiz questions, in the order that users see them. Drag a category, or move it with its buttons."
    >
      <div>
        <Button variant="primary" onClick={() => setEdited('new')} aria-haspopup="dialog">
          Add Category
        </Button>
      </div>
      <QueryState query={categories} failure="Failed to fetch categories">
        {(data) =>
          data.length > 0 ? (
            <CategoryOrder categories={data} onEdit={setEdited} onDelete={askToDelete} />
          ) : (
            <p className="max-w-none border border-dashed border-rule px-4 py-6 text-center text-muted">
              No category found. Add the first one.
            </p>
          )
        }
      </QueryState>
      {edited && (
        <CategoryDialog category={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
      {emptied && categories.data && (
        <MoveQuestionsDialog
          category={emptied}
          others={categories.data.filter(({ id }) => id !== emptied.id)}
          deletion={deletion}
          onClose={() => setEmptied(null)}
        />
      )}
    </StaffPage>
  );
}

interface CategoryDialogProps {
  /** Undefined for a new category. */
  category: Category | undefined;
  onClose: () => void;
}

function CategoryDialog({ category, onClose }: CategoryDialogProps) {
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

interface MoveQuestionsDialogProps {
  category: Category;
  others: readonly Category[];
  deletion: ReturnType<typeof useDeleteCategory>;
  onClose: () => void;
}

/** A category with questions is deleted only after they are moved. */
function MoveQuestionsDialog({ category, others, deletion, onClose }: MoveQuestionsDialogProps) {
  const [moveTo, setMoveTo] = useState(others[0]?.id ?? '');
  const questions = count(category.question_count, 'question');
  return (
    <Dialog
      title={`DELETE ${category.name}`}
      onClose={onClose}
      actions={
        moveTo && (
          <Button
            variant="danger"
            loading={deletion.isPending}
            onClick={() => deletion.mutate({ category, moveTo }, { onSuccess: onClose })}
          >
            Move {questions} and delete
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          This category has {questions}.{' '}
          {moveTo ? 'They move to another category, then this one is deleted permanently.' : ''}
        </p>
        {moveTo ? (
          <LabelledSelect
            label="Move the questions to"
            value={moveTo}
            onChange={({ target }) => setMoveTo(target.value)}
            options={others.map(({ id, name }) => [id, name])}
          />
        ) : (
          <p>There is no other category to move them to. Add a category, or delete the questions first.</p>
        )}
      </div>
    </Dialog>
  );
}
