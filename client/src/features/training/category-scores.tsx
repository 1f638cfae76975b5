import type { AttemptSummary } from 'contract/training/training.ts';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { correctFraction, percent } from './training.queries.ts';

export function CategoryScores({ categories }: { categories: AttemptSummary['by_category'] }) {
  return (
    <Table caption="By category">
      <FigureHead row="Category" figures={['Right', 'Share']} />
      <FigureRows
        rows={categories.map((category) => [
          category.name,
          `${category.correct} of ${category.total}`,
          percent(correctFraction(category)),
        ])}
      />
    </Table>
  );
}
