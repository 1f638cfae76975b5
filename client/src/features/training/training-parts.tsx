import { type ReactNode, useId } from 'react';
import type { AttemptSummary } from 'contract/training/training.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { correctFraction, percent } from './training.queries.ts';

interface QuestionProgressProps {
  /** The number of the question, from 1. */
  number: number;
  total: number;
  answered: number;
  right: number;
  /** The question. */
  children: ReactNode;
}

/** A question below its place in the training. */
export function QuestionProgress({ number, total, answered, right, children }: QuestionProgressProps) {
  const positionId = useId();
  const position = `Question ${number} of ${total}`;
  return (
    <section className="flex max-w-[52rem] min-w-0 flex-col gap-5" aria-label={position}>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm text-muted tabular-nums">
        <p id={positionId}>{position}</p>
        <p className="text-muted">{right} right so far</p>
        <ProgressBar className="h-2 basis-full" aria-labelledby={positionId} max={total} value={answered} />
      </div>
      {children}
    </section>
  );
}

/** What was right in a training, in all and by category. */
export function Score({
  correct,
  total,
  by_category,
}: Pick<AttemptSummary, 'correct' | 'total' | 'by_category'>) {
  return (
    <>
      <p className="text-lg">
        <strong className="me-3 text-3xl leading-[1.1] text-accent">
          {percent(correctFraction({ correct, total }))}
        </strong>{' '}
        {correct} of {total} right
      </p>
      <Table caption="By category">
        <FigureHead row="Category" figures={['Right', 'Share']} />
        <FigureRows
          rows={by_category.map((category) => [
            category.name,
            `${category.correct} of ${category.total}`,
            percent(correctFraction(category)),
          ])}
        />
      </Table>
    </>
  );
}
