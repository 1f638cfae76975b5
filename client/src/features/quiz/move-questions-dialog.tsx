import { count } from 'contract/counts.ts';
import type { Category } from 'contract/quiz/quiz-fields.ts';
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { LabelledSelect } from '#ui/controls/labelled-select.tsx';
import type { useDeleteCategory } from './quiz.queries.ts';

interface MoveQuestionsDialogProps {
  category: Category;
  others: readonly Category[];
  deletion: ReturnType<typeof useDeleteCategory>;
  onClose: () => void;
}

/** A category with questions is deleted only after they are moved. */
export function MoveQuestionsDialog({ category, others, deletion, onClose }: MoveQuestionsDialogProps) {
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
