import { useQuery } from '@tanstack/react-query';
import type { RevisedValue } from 'contract/datasets/datasets.ts';
import { formatWholeAud } from '#parts/format/format.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { formatValue } from './dataset-values.tsx';
import { revisions } from './datasets.queries.ts';

interface VintageChangesProps {
  slug: string;
  /** The names of two vintages. Without `before`, the vintage before `after`. */
  before: string | undefined;
  after: string;
}

export function VintageChanges({ slug, before, after }: VintageChangesProps) {
  const changes = useQuery(revisions(slug, { ...(before !== undefined && { before }), after }));
  return (
    <QueryState query={changes} failure="The changes could not be loaded">
      {({ added, changed, removed }) => (
        <div className="flex flex-col gap-4">
          <ChangeTable caption="Added" points={added} columns={{ Value: 'value' }} />
          <ChangeTable caption="Changed" points={changed} columns={{ Before: 'before', After: 'after' }} />
          <ChangeTable caption="Removed" points={removed} columns={{ Value: 'value' }} />
        </div>
      )}
    </QueryState>
  );
}

interface ChangeTableProps<Field extends string> {
  caption: string;
  points: readonly (Record<Field, RevisedValue> & { date: string })[];
  /** The fields of a point, by column. */
  columns: Readonly<Record<string, Field>>;
}

function ChangeTable<Field extends string>({ caption, points, columns }: ChangeTableProps<Field>) {
  if (points.length === 0) return <p className="text-sm text-muted">{caption}: none</p>;
  return (
    <Table caption={caption}>
      <FigureHead row="Date" figures={Object.keys(columns)} />
      <FigureRows
        rows={points.map((point) => [
          point.date,
          ...Object.values(columns).map((field) => valueText(point[field])),
        ])}
      />
    </Table>
  );
}

function valueText(value: RevisedValue): string {
  if (typeof value !== 'object') return formatValue(value);
  return value
    .map(({ income_over, rate_percent }) => `${rate_percent}% over ${formatWholeAud(income_over)}`)
    .join(', ');
}
