import { useQuery } from '@tanstack/react-query';
import type { RevisedValue } from 'contract/datasets/datasets.ts';
import { datasetList } from '#parts/datasets/datasets.queries.ts';
import { formatWholeAud } from '#parts/format/format.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { fullWriter } from './dataset-values.tsx';
import { revisions } from './datasets.queries.ts';

interface VintageChangesProps {
  slug: string;
  /** The names of two vintages. Without `before`, the vintage before `after`. */
  before: string | undefined;
  after: string;
}

export function VintageChanges({ slug, before, after }: VintageChangesProps) {
  const changes = useQuery(revisions(slug, { ...(before !== undefined && { before }), after }));
  const { data: datasets } = useQuery(datasetList);
  const decimals = datasets?.find((one) => one.slug === slug)?.decimals ?? null;
  return (
    <QueryState query={changes} failure="The changes could not be loaded">
      {({ added, changed, removed }) => (
        <div className="flex flex-col gap-4">
          <ChangeTable caption="Added" points={added} decimals={decimals} columns={{ Value: 'value' }} />
          <ChangeTable
            caption="Changed"
            points={changed}
            decimals={decimals}
            columns={{ Before: 'before', After: 'after' }}
          />
          <ChangeTable caption="Removed" points={removed} decimals={decimals} columns={{ Value: 'value' }} />
        </div>
      )}
    </QueryState>
  );
}

interface ChangeTableProps<Field extends string> {
  caption: string;
  points: readonly (Record<Field, RevisedValue> & { date: string })[];
  decimals: number | null;
  /** The fields of a point, by column. */
  columns: Readonly<Record<string, Field>>;
}

function ChangeTable<Field extends string>(props: ChangeTableProps<Field>) {
  const { caption, points, decimals, columns } = props;
  if (points.length === 0) return <p className="text-sm text-muted">{caption}: none</p>;
  return (
    <Table caption={caption}>
      <FigureHead row="Date" figures={Object.keys(columns)} />
      <FigureRows
        rows={points.map((point) => [
          point.date,
          ...Object.values(columns).map((field) => valueText(point[field], decimals)),
        ])}
      />
    </Table>
  );
}

function valueText(value: RevisedValue, decimals: number | null): string {
  if (typeof value === 'number') return fullWriter([value], decimals)(value);
  if (!value) return '–';
  return value
    .map(({ income_over, rate_percent }) => `${rate_percent}% over ${formatWholeAud(income_over)}`)
    .join(', ');
}
