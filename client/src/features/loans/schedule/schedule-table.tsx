import { type CSSProperties, memo } from 'react';
import { FigureHead, Table } from '#ui/layout/table.tsx';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { type ScheduleRow, type ScheduleYear, sumOf } from './schedule-years.ts';
import { YearButton } from '#parts/calculator/year-button.tsx';
import '../loans.css';

export interface ScheduleColumn {
  label: string;
  /** The cell of one row. */
  show: (row: ScheduleRow) => string;
  /** The cell of a year's row. */
  total: (year: ScheduleYear) => string;
  /** Whether the rows have values for it; every loan has the others. */
  isUsed?: (rows: readonly ScheduleRow[]) => boolean;
}

const amount = (
  label: string,
  ofRow: (row: ScheduleRow) => number,
  ofYear: (year: ScheduleYear) => number,
): ScheduleColumn => ({
  label,
  show: (row) => formatAud(ofRow(row)),
  total: (year) => formatAud(ofYear(year)),
});

const allColumns: readonly ScheduleColumn[] = [
  {
    label: 'Due',
    show: ({ due_date }) => (due_date ? formatDate(due_date) : ''),
    total: () => '',
    isUsed: ([first]) => Boolean(first?.due_date),
  },
  amount(
    'Payment',
    (row) => row.payment_amount,
    (year) => year.payment,
  ),
  {
    ...amount(
      'Extra',
      ({ extra_paid = 0 }) => extra_paid,
      ({ rows }) => sumOf(rows, 'extra_paid'),
    ),
    isUsed: (rows) => rows.some(({ extra_paid }) => extra_paid),
  },
  amount(
    'Principal',
    (row) => row.principal_paid,
    (year) => year.principal,
  ),
  amount(
    'Interest',
    (row) => row.interest_paid,
    (year) => year.interest,
  ),
  {
    label: 'Rate',
    show: ({ annual_interest_rate = 0 }) => `${annual_interest_rate}%`,
    total: () => '',
    isUsed: (rows) => rows.some((row) => row.annual_interest_rate !== rows[0]?.annual_interest_rate),
  },
  {
    label: 'Offset',
    show: ({ offset_balance = 0 }) => formatAud(offset_balance),
    total: () => '',
    isUsed: (rows) => rows.some(({ offset_balance }) => offset_balance),
  },
  amount(
    'Balance',
    (row) => row.remaining_balance,
    (year) => year.balance,
  ),
];

export const columnsOf = (rows: readonly ScheduleRow[]): ScheduleColumn[] =>
  allColumns.filter(({ isUsed }) => !isUsed || isUsed(rows));

/** The number of columns of a plain loan. */
const plainColumns = 4;

/** The screen width below which a table with this number of columns would scroll horizontally. */
export function tooNarrowFor(count: number): number | undefined {
  const [screenPx, columnPx] = [230, 118];
  return count > plainColumns ? screenPx + count * columnPx : undefined;
}

export interface ScheduleViewProps {
  years: ScheduleYear[];
  columns: ScheduleColumn[];
  /** Whether each year has a row of its own. */
  isGrouped: boolean;
  opened: ReadonlySet<number>;
  toggle: (year: number) => void;
}

/** Every row, or a row per year, followed by the year's rows while it is open. */
export function ScheduleTable({ years, columns, isGrouped, opened, toggle }: ScheduleViewProps) {
  // With a fixed column width, from the longest figure, the browser need not measure every cell.
  const sample = years.flatMap((year) => columns.map((column) => column.total(year).length));
  const dates = columns.filter(({ label }) => label === 'Due').length * 12;
  const width = {
    '--figure-length': Math.max(10, dates, ...sample),
    '--figures': columns.length,
    // Scenarios have more columns, closer together.
    '--cell-padding': columns.length > plainColumns ? 'var(--space-1)' : 'var(--space-3)',
  } as CSSProperties;
  return (
    <Table
      caption="Amounts in Australian dollars"
      className="schedule-table"
      // The years open within the page; every payment at once has a region of its own.
      isLong={!isGrouped}
      style={width}
    >
      <FigureHead row="Period" figures={columns.map(({ label }) => label)} />
      {years.map((year) => (
        <Year
          key={year.year}
          year={year}
          columns={columns}
          isGrouped={isGrouped}
          isOpen={opened.has(year.year)}
          toggle={toggle}
        />
      ))}
    </Table>
  );
}

interface YearProps extends Omit<ScheduleViewProps, 'years' | 'opened'> {
  year: ScheduleYear;
  isOpen: boolean;
}

/** Plain cells: a component for each of 3,000 would double the rendering time. */
const Year = memo(function Year({ year, columns, isGrouped, isOpen, toggle }: YearProps) {
  const rowCount = Number(isGrouped) + (isOpen ? year.rows.length : 0);
  return (
    <tbody style={{ '--rows': rowCount } as CSSProperties}>
      {isGrouped && (
        <tr className="year">
          <th scope="row">
            <YearButton year={year.year} isOpen={isOpen} toggle={toggle} />
          </th>
          {columns.map((column) => (
            <td key={column.label}>{column.total(year)}</td>
          ))}
        </tr>
      )}
      {isOpen &&
        year.rows.map((row) => (
          <tr key={row.period}>
            <th scope="row">{row.period}</th>
            {columns.map((column) => (
              <td key={column.label}>{column.show(row)}</td>
            ))}
          </tr>
        ))}
    </tbody>
  );
});
