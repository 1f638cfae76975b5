import type { Sort } from 'contract/lists.ts';
import type { ReactNode } from 'react';
import { CardGrid } from '#ui/layout/card-grid.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { HeaderCell, Table } from '#ui/layout/table.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { clickableRowProps } from './open-row.ts';

export interface RecordRow {
  id: string;
}

export interface RecordColumn<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** A click on the header toggles between these two. */
  sorts?: readonly [Sort, Sort];
  /** Columns without a width share the rest. */
  width?: 'time' | 'ipAddress' | 'level' | 'flag';
  /** In a card, the label is above the cell instead of beside it. */
  isStacked?: boolean;
}

export const createdAt: RecordColumn<{ created_at: string }> = {
  label: 'Created at',
  cell: (row) => <UtcTime at={row.created_at} />,
  sorts: ['latest', 'oldest'],
  width: 'time',
};

/** A row with the controls that a table and a card place differently. */
export interface RowView<Row> {
  row: Row;
  isSelected: boolean;
  checkbox: ReactNode;
  actions: ReactNode;
}

interface RecordTableProps<Row extends RecordRow> {
  columns: readonly RecordColumn<Row>[];
  views: readonly RowView<Row>[];
  caption: ReactNode;
  selectAll: ReactNode;
  /** Whether there are actions beside the one that deletes a row. */
  hasActions: boolean;
  sort: string;
  onSort: (sort: Sort) => void;
}

export function RecordTable<Row extends RecordRow>(props: RecordTableProps<Row>) {
  const { columns, views, caption, selectAll, hasActions, sort, onSort } = props;
  return (
    <Table
      className="min-w-[42rem] table-fixed [&_:is(td,th)]:align-middle [&_th]:whitespace-nowrap"
      caption={caption}
    >
      <thead>
        <tr>
          <HeaderCell className="w-[calc(var(--target)+2*var(--space-3))] [&_label]:gap-0 [&_label]:select-none">
            {selectAll}
          </HeaderCell>
          {columns.map((column) => (
            <Head key={column.label} column={column} sort={sort} onSort={onSort} />
          ))}
          <HeaderCell
            className={
              hasActions
                ? 'w-[calc(12ch+4*var(--line)+4*var(--space-2)+2*var(--space-3))]'
                : 'w-[calc(7ch+2*var(--line)+2*var(--space-2)+2*var(--space-3))]'
            }
          >
            <VisuallyHidden>Actions</VisuallyHidden>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {views.map(({ row, isSelected, checkbox, actions }) => (
          <tr
            key={row.id}
            className={cx('has-data-opens-row:cursor-pointer', isSelected && '*:bg-raised')}
            {...clickableRowProps}
          >
            <td className="[&_label]:gap-0 [&_label]:select-none">{checkbox}</td>
            {columns.map(({ label, cell }) => (
              <td className="wrap-anywhere" key={label}>
                {cell(row)}
              </td>
            ))}
            <td className="wrap-anywhere">{actions}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface HeadProps<Row> {
  column: RecordColumn<Row>;
  sort: string;
  onSort: (sort: Sort) => void;
}

const arrows = {
  ascending: 'M12 20V5m-6 6 6-6 6 6',
  descending: 'M12 4v15m-6-6 6 6 6-6',
  none: 'm8 9 4-4 4 4m-8 6 4 4 4-4',
};

const widthClasses = {
  time: 'w-[calc(19ch+2*var(--space-3))]', // 2026-01-31 02:03:04
  ipAddress: 'w-[calc(15ch+2*var(--space-3))]', // 255.255.255.255; an IPv6 address wraps
  level: 'w-[calc(8ch+8*var(--tracking)+2*var(--line)+2*var(--space-2)+2*var(--space-3))]', // CRITICAL
  flag: 'w-[calc(11ch+2*var(--space-3))]', // its header, which has letter spacing
};

const ascendingSorts: readonly string[] = ['oldest', 'a-z'] satisfies Sort[];

function Head<Row>({ column: { label, sorts, width }, sort, onSort }: HeadProps<Row>) {
  const className = width && widthClasses[width];
  if (!sorts) return <HeaderCell className={className}>{label}</HeaderCell>;
  const [first, second] = sorts;
  const isSorted = sort === first || sort === second;
  const direction = ascendingSorts.includes(sort) ? 'ascending' : 'descending';
  return (
    <HeaderCell className={className} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className="inline-flex min-h-target items-center gap-2 whitespace-nowrap hover:text-accent"
        onClick={() => onSort(sort === first ? second : first)}
      >
        {label}
        <Icon className="size-(--text-md) text-accent">
          <path d={isSorted ? arrows[direction] : arrows.none} />
        </Icon>
      </button>
    </HeaderCell>
  );
}

export function RecordCards<Row extends RecordRow>({
  columns,
  views,
}: Pick<RecordTableProps<Row>, 'columns' | 'views'>) {
  return (
    <CardGrid>
      {views.map(({ row, isSelected, checkbox, actions }) => (
        <li
          key={row.id}
          className={cx(
            'rounded border px-4 pt-2 pb-4 has-data-opens-row:cursor-pointer has-data-opens-row:hover:border-control max-md:pe-bar',
            isSelected ? 'border-accent bg-raised' : 'border-rule bg-surface',
          )}
          {...clickableRowProps}
        >
          <div className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-0 text-sm [&_label]:select-none [&>label]:me-auto">
            {checkbox}
            {actions}
          </div>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            {columns.map(({ label, cell, isStacked }) => (
              <div
                key={label}
                className={cx('col-span-full', isStacked ? 'block' : 'grid grid-cols-subgrid')}
              >
                <dt className="text-muted">{label}</dt>
                <dd className="max-w-none wrap-anywhere">{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </CardGrid>
  );
}
