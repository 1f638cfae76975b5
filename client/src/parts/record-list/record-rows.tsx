import type { Sort } from 'contract/lists.ts';
import type { ChangeEvent, ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { HeaderCell, Table } from '#ui/table.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { openable } from './open-row.ts';
import styles from './record-rows.module.css';

export interface RecordRow {
  id: string;
}

export interface RecordColumn<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** The header toggles between them. */
  sorts?: readonly [Sort, Sort];
  /** Columns without a width share the rest. */
  width?: 'time' | 'address' | 'level' | 'flag';
  /** In a card, the label stands above the cell. */
  isStacked?: boolean;
}

export const createdAt: RecordColumn<{ created_at: string }> = {
  label: 'Created at',
  cell: (row) => <UtcTime at={row.created_at} />,
  sorts: ['latest', 'oldest'],
  width: 'time',
};

interface RecordRowsProps<Row extends RecordRow> {
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  onToggle: (row: Row, isRange: boolean) => void;
  onDelete: (row: Row) => void;
  isDeleting: boolean;
  /** Beside the deletion. */
  actions: ((row: Row) => ReactNode) | undefined;
}

interface RecordTableProps<Row extends RecordRow> extends RecordRowsProps<Row> {
  caption: ReactNode;
  selectAll: ReactNode;
  sort: string;
  onSort: (sort: Sort) => void;
}

export function RecordTable<Row extends RecordRow>({
  columns,
  rows,
  caption,
  selectAll,
  sort,
  onSort,
  ...row
}: RecordTableProps<Row>) {
  return (
    <Table className={styles.table} caption={caption}>
      <thead>
        <tr>
          <HeaderCell className={styles.tick}>{selectAll}</HeaderCell>
          {columns.map((column) => (
            <Head key={column.label} column={column} sort={sort} onSort={onSort} />
          ))}
          <HeaderCell className={cx(styles.actions, row.actions && styles.further)}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((record) => (
          <tr key={record.id} className={cx(row.isSelected(record) && styles.selected)} {...openable}>
            <td className={styles.tick}>
              <Tick {...row} row={record} />
            </td>
            {columns.map(({ label, cell }) => (
              <td key={label}>{cell(record)}</td>
            ))}
            <td className={styles.actions}>
              {row.actions?.(record)}
              <DeleteButton {...row} row={record} />
            </td>
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

const upwards: readonly string[] = ['oldest', 'a-z'] satisfies Sort[];

function Head<Row>({ column: { label, sorts, width }, sort, onSort }: HeadProps<Row>) {
  const className = width && styles[width];
  if (!sorts) return <HeaderCell className={className}>{label}</HeaderCell>;
  const [first, second] = sorts;
  const isSorted = sort === first || sort === second;
  const direction = upwards.includes(sort) ? 'ascending' : 'descending';
  return (
    <HeaderCell className={className} aria-sort={isSorted ? direction : 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(sort === first ? second : first)}>
        {label}
        <Icon className={styles.arrow}>
          <path d={isSorted ? arrows[direction] : arrows.none} />
        </Icon>
      </button>
    </HeaderCell>
  );
}

export function RecordCards<Row extends RecordRow>({ columns, rows, ...row }: RecordRowsProps<Row>) {
  return (
    <CardGrid>
      {rows.map((record) => (
        <li
          key={record.id}
          className={cx(styles.card, row.isSelected(record) && styles.selected)}
          {...openable}
        >
          <div className={styles.cardBar}>
            <Tick {...row} row={record} isNamed />
            {row.actions?.(record)}
            <DeleteButton {...row} row={record} />
          </div>
          <dl className={styles.facts}>
            {columns.map(({ label, cell, isStacked }) => (
              <div key={label} className={cx(isStacked && styles.stacked)}>
                <dt>{label}</dt>
                <dd>{cell(record)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </CardGrid>
  );
}

type RowProps<Row extends RecordRow> = Omit<RecordRowsProps<Row>, 'columns' | 'rows'> & { row: Row };

/** The space bar, too, changes a checkbox by a mouse event. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}

interface TickProps<Row extends RecordRow> extends RowProps<Row> {
  /** Shows the label. */
  isNamed?: boolean;
}

function Tick<Row extends RecordRow>({ row, nameOf, isSelected, onToggle, isNamed }: TickProps<Row>) {
  return (
    <Checkbox
      checked={isSelected(row)}
      onChange={(event) => onToggle(row, isRange(event))}
      label={
        isNamed ? (
          <>
            Select <VisuallyHidden>{nameOf(row)}</VisuallyHidden>
          </>
        ) : (
          <VisuallyHidden>Select {nameOf(row)}</VisuallyHidden>
        )
      }
    />
  );
}

function DeleteButton<Row extends RecordRow>({ row, nameOf, onDelete, isDeleting }: RowProps<Row>) {
  return (
    <Button
      variant="ghost"
      className={styles.delete}
      aria-disabled={isDeleting}
      onClick={isDeleting ? undefined : () => onDelete(row)}
    >
      Delete <VisuallyHidden>{nameOf(row)}</VisuallyHidden>
    </Button>
  );
}
