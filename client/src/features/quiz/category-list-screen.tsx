import { count } from 'contract/counts.ts';
import type { Category } from 'contract/quiz/quiz-fields.ts';
import { quizLimits } from 'contract/quiz/quiz.constants.ts';
import { CreateCategoryBody } from 'contract/quiz/quiz.ts';
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { LabelledSelect } from '#ui/controls/labelled-select.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useCategories, useDeleteCategory, useMoveCategory, useSaveCategory } from './quiz.queries.ts';

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

interface CategoryOrderProps {
  categories: readonly Category[];
  onEdit: (category: Category) => void;
  onDelete: (category: Category) => void;
}

/** Categories can be reordered by drag and drop or with buttons. */
function CategoryOrder({ categories, onEdit, onDelete }: CategoryOrderProps) {
  const { mutate } = useMoveCategory();
  const [dragged, setDragged] = useState<Category | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const [moved, setMoved] = useState('');
  const pressed = useRef<HTMLElement>(null);

  // A button that is moved in the DOM loses the focus.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });

  function move(category: Category, position: number) {
    if (position < 1 || position > categories.length || position === category.position) return;
    const onSuccess = () =>
      setMoved(`${category.name} is now at position ${position} of ${categories.length}.`);
    mutate({ category, position }, { onSuccess });
  }

  function moveByButton(button: HTMLElement, category: Category, position: number) {
    pressed.current = button;
    move(category, position);
  }

  const dropOn = (category: Category) => ({
    onDragOver: (event: DragEvent) => {
      if (!dragged) return;
      event.preventDefault();
      setTarget(category.id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged) move(dragged, category.position);
      setDragged(null);
      setTarget(null);
    },
  });

  return (
    <>
      <ol className="grid">
        {categories.map((category, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same.
          <li
            key={category.id}
            className={cx(
              'flex flex-wrap items-center gap-x-4 gap-y-3 border-b py-3',
              dragged?.id === category.id && 'opacity-50',
              dragged !== null && target === category.id && target !== dragged.id
                ? 'border-accent bg-raised'
                : 'border-rule',
            )}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(category);
            }}
            onDragEnd={() => {
              setDragged(null);
              setTarget(null);
            }}
            {...dropOn(category)}
          >
            <span className="cursor-grab text-muted" aria-hidden="true">
              <Icon>
                <path
                  d="M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01"
                  strokeWidth="3"
                  strokeLinecap="round"
                />
              </Icon>
            </span>
            <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-1 wrap-anywhere">
              <h2 className="text-md">{category.name}</h2>
              {category.description && <p className="text-sm text-muted">{category.description}</p>}
              <p className="text-sm text-muted">
                <Link to={`${paths.adminQuestions}?category_id=${category.id}`}>
                  {count(category.question_count, 'question')}
                  <VisuallyHidden> of {category.name}</VisuallyHidden>
                </Link>
                , {category.published_count} published
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-2 [&_[aria-disabled='true']]:opacity-40">
              <IconButton
                label={`Move ${category.name} up`}
                aria-disabled={index === 0}
                onClick={({ currentTarget }) => moveByButton(currentTarget, category, index)}
              >
                <path d="M12 20V5m-6 6 6-6 6 6" />
              </IconButton>
              <IconButton
                label={`Move ${category.name} down`}
                aria-disabled={index === categories.length - 1}
                onClick={({ currentTarget }) => moveByButton(currentTarget, category, index + 2)}
              >
                <path d="M12 4v15m-6-6 6 6 6-6" />
              </IconButton>
              <Button aria-haspopup="dialog" onClick={() => onEdit(category)}>
                Edit <VisuallyHidden>{category.name}</VisuallyHidden>
              </Button>
              <Button variant="danger" onClick={() => onDelete(category)}>
                Delete <VisuallyHidden>{category.name}</VisuallyHidden>
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <output>{moved}</output>
      </VisuallyHidden>
    </>
  );
}
