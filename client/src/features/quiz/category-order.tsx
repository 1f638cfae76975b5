import { count } from 'contract/counts.ts';
import type { Category } from 'contract/quiz/quiz-fields.ts';
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useMoveCategory } from './quiz.queries.ts';

interface CategoryOrderProps {
  categories: readonly Category[];
  onEdit: (category: Category) => void;
  onDelete: (category: Category) => void;
}

/** Categories can be reordered by drag and drop or with buttons. */
export function CategoryOrder({ categories, onEdit, onDelete }: CategoryOrderProps) {
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
