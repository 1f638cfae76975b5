import type { Category } from 'contract/quiz/quiz-fields.ts';
import { useState } from 'react';
import { QueryState } from '#parts/query/query-state.tsx';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { CategoryOrder } from './category-order.tsx';
import { MoveQuestionsDialog } from './move-questions-dialog.tsx';
import { useCategories, useDeleteCategory } from './quiz.queries.ts';

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
