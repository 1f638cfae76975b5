import { useQuery } from '@tanstack/react-query';
import type { RevisedValue } from 'contract/datasets/datasets.ts';
import { formatWholeAud } from '#parts/format/format.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Cell, FigureHead, HeaderCell, Table } from '#ui/layout/table.tsx';
import { formatValue } from './dataset-values.tsx';
import { revisions } from './datasets.queries.ts';

interface VintageChangesProps {
  slug: string;
  /** Names of vintages. */
  before: string;
  after: string;
}

export function VintageChanges({ slug, before, after }: VintageChangesProps) {
  const changes = useQuery(revisions(slug, { before, after }));
  return (
    <QueryState query={changes} failure="The changes could not be loaded">
      {({ added, changed, removed }) => (
        <div className="flex flex-col gap-4">
          <ChangeTable
            caption="Added"
            columns={['Value']}
            rows={added.map(({ date, value }) => ({ date, values: [value] }))}
          />
          <ChangeTable
            caption="Changed"
            columns={['Before', 'After']}
            rows={changed.map((point) => ({ date: point.date, values: [point.before, point.after] }))}
          />
          <ChangeTable
            caption="Removed"
            columns={['Value']}
            rows={removed.map(({ date, value }) => ({ date, values: [value] }))}
          />
        </div>
      )}
    </QueryState>
  );
}

interface ChangeTableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly { date: string; values: readonly RevisedValue[] }[];
}

function ChangeTable({ caption, columns, rows }: ChangeTableProps) {
  if (rows.length === 0) return <p className="text-sm text-muted">{caption}: none</p>;
  return (
    <Table caption={caption}>
      <FigureHead row="Date" figures={columns} />
      <tbody>
        {rows.map(({ date, values }) => (
          <tr key={date}>
            <HeaderCell scope="row">{date}</HeaderCell>
            {columns.map((column, index) => (
              <Cell key={column} numeric>
                {valueText(values[index])}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function valueText(value: RevisedValue | undefined): string {
  if (typeof value !== 'object') return formatValue(value);
  return value
    .map(({ income_over, rate_percent }) => `${rate_percent}% over ${formatWholeAud(income_over)}`)
    .join(', ');
}
