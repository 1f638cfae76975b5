import './record-list.css';
import type { Sort } from 'contract/lists.ts';
import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { HeaderCell, Table } from '#ui/layout/table.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { rowProps } from './open-row.ts';

export interface RecordRow {
  id: string;
}

export interface RecordColumn<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** A click on the header toggles between these two. */
  sorts?: readonly [Sort, Sort];
  /** Columns without a width share the rest. */
  width?: 'time' | 'ipAddress' | 'level' | 'name' | 'text';
  /** A table has it at the end of its column. */
  isFigure?: boolean;
  /** A table has one line for it, and a card three. */
  isLong?: boolean;
  /** In a card, the heading instead of a labelled value. */
  isTitle?: boolean;
  /** In a card, its label is for screen readers alone. */
  isPlain?: boolean;
  only?: 'table' | 'cards';
  /** A table has it only where there is room. */
  isOnlyWide?: boolean;
  /** A table without a row that fills the column does not have it, nor does a card that does not. */
  isFilled?: (row: Row) => boolean;
}

export const createdAt: RecordColumn<{ created_at: string }> = {
  label: 'Created at',
  cell: (row) => <UtcTime at={row.created_at} />,
  sorts: ['latest', 'oldest'],
  width: 'time',
  isPlain: true,
};

/** A row with the controls that a table and a card place differently. */
interface RowView<Row> {
  row: Row;
  isSelected: boolean;
  checkbox: ReactNode;
  actions: ReactNode;
}

interface RecordTableProps<Row extends RecordRow> {
  columns: readonly RecordColumn<Row>[];
  views: readonly RowView<Row>[];
  caption: string;
  selectAll: ReactNode;
  sort: string;
  onSort: (sort: Sort) => void;
}

export function RecordTable<Row extends RecordRow>(props: RecordTableProps<Row>) {
  const { columns, views, caption, selectAll, sort, onSort } = props;
  return (
    <Table
      className={cx('record-table', !selectAll && columns.every(({ sorts }) => !sorts) && 'record-folding')}
      caption={<VisuallyHidden>{caption}</VisuallyHidden>}
    >
      <thead>
        <tr>
          {selectAll && <HeaderCell className="record-box">{selectAll}</HeaderCell>}
          {columns.map((column) => (
            <Head key={column.label} column={column} sort={sort} onSort={onSort} />
          ))}
          {views.some(({ actions }) => actions) && (
            <HeaderCell>
              <VisuallyHidden>Actions</VisuallyHidden>
            </HeaderCell>
          )}
        </tr>
      </thead>
      <tbody>
        {views.map(({ row, isSelected, checkbox, actions }) => (
          <tr
            key={row.id}
            className={cx(
              'has-data-opens-row:cursor-pointer',
              isSelected && 'record-selected bg-raised *:bg-raised',
            )}
            {...rowProps}
          >
            {checkbox && <td className="record-box">{checkbox}</td>}
            {columns.map(({ label, cell, isFigure, isLong, isOnlyWide, width }) => (
              <td
                key={label}
                data-label={label}
                className={cx(
                  isFigure && 'text-end tabular-nums',
                  isLong && 'record-long',
                  isOnlyWide && 'record-only-wide',
                  width && widthClasses[width],
                )}
              >
                {isLong ? <div className="truncate">{cell(row)}</div> : cell(row)}
              </td>
            ))}
            {actions && (
              <td className="record-actions">
                <div className="flex items-center justify-end gap-3">{actions}</div>
              </td>
            )}
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
  time: 'record-time',
  ipAddress: 'record-address',
  level: 'record-level',
  name: 'record-name',
  text: 'record-text',
};

const ascendingSorts: readonly string[] = ['oldest', 'a-z'] satisfies Sort[];

function Head<Row>({ column: { label, sorts, isFigure, isOnlyWide }, sort, onSort }: HeadProps<Row>) {
  const cell = { numeric: isFigure ?? false, className: cx(isOnlyWide && 'record-only-wide') };
  if (!sorts) return <HeaderCell {...cell}>{label}</HeaderCell>;
  const [first, second] = sorts;
  const isSorted = sort === first || sort === second;
  const direction = ascendingSorts.includes(sort) ? 'ascending' : 'descending';
  return (
    <HeaderCell {...cell} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className="inline-flex min-h-target items-center gap-2 whitespace-nowrap hover:text-accent"
        onClick={() => onSort(sort === first ? second : first)}
      >
        {label}
        <Icon className="size-(--text-md)">
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
  const title = columns.find(({ isTitle }) => isTitle);
  return (
    <ul className="grid grid-fill-[20rem] gap-3">
      {views.map(({ row, isSelected, checkbox, actions }) => (
        <li
          key={row.id}
          className={cx(
            '@container flex min-w-0 flex-col gap-2 rounded border px-4 py-3 has-data-opens-row:cursor-pointer has-data-opens-row:hover:border-control',
            isSelected ? 'border-accent bg-raised' : 'border-rule bg-surface',
          )}
          {...rowProps}
        >
          {title && <h2 className="text-md wrap-anywhere">{title.cell(row)}</h2>}
          <Values
            columns={columns.filter(
              ({ isTitle, isPlain, isFilled }) => !isTitle && !isPlain && (isFilled?.(row) ?? true),
            )}
            row={row}
          />
          <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <Values columns={columns.filter(({ isPlain }) => isPlain)} row={row} />
            {(checkbox || actions) && (
              <div className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-2 has-[label]:w-full [&_label]:select-none [&>label]:me-auto">
                {checkbox}
                {actions}
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Labelled values below one another, and values that need no label side by side. With large text, labels are above values. */
function Values<Row>({ columns, row }: { columns: readonly RecordColumn<Row>[]; row: Row }) {
  if (columns.length === 0) return null;
  const arePlain = columns.every(({ isPlain }) => isPlain);
  return (
    <dl
      className={cx(
        'text-sm',
        arePlain
          ? 'flex flex-auto flex-wrap justify-between gap-x-4 text-muted'
          : 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 @max-[15rem]:block @max-[15rem]:space-y-1',
      )}
    >
      {columns.map(({ label, cell, isLong }) => (
        <div
          key={label}
          className={cx(
            !arePlain && 'col-span-full',
            !arePlain && !isLong && 'grid grid-cols-subgrid @max-[15rem]:block',
          )}
        >
          <dt className={cx('text-muted', (arePlain || isLong) && 'sr-only')}>{label}</dt>
          <dd className={cx('max-w-none wrap-anywhere', isLong && 'line-clamp-3')}>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
