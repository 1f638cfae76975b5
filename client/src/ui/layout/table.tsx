import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '#ui/cx.ts';
import { scrollable } from './scrollable.ts';
import './table.css';

interface TableProps extends ComponentProps<'table'> {
  caption: ReactNode;
  /** The rows scroll below a fixed head. */
  isLong?: boolean;
}

/** A wide table scrolls sideways in its frame, which the keyboard can scroll, too. */
export function Table({ caption, className, isLong = false, children, ...table }: TableProps) {
  const captionId = useId();
  return (
    <div
      className={cx(
        'relative max-w-full overflow-x-auto print:overflow-visible',
        isLong &&
          'max-h-[50rem] overflow-y-auto print:max-h-none [&_thead]:sticky [&_thead]:top-0 [&_thead]:z-1 [&_thead]:bg-bg',
      )}
      {...scrollable}
      aria-labelledby={captionId}
    >
      <table {...table} className={cx('data-table', className)}>
        <caption id={captionId}>{caption}</caption>
        {children}
      </table>
    </div>
  );
}

interface FigureHeadProps {
  /** The header of the first column, which names what a row describes. */
  row: string;
  /** The numeric columns. */
  figures: readonly string[];
}

export function FigureHead({ row, figures }: FigureHeadProps) {
  return (
    <thead>
      <tr>
        <HeaderCell>{row}</HeaderCell>
        {figures.map((label, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- labels may be equal; the index identifies a column.
          <HeaderCell key={index} numeric>
            {label}
          </HeaderCell>
        ))}
      </tr>
    </thead>
  );
}

/** The rows below a `FigureHead`: the first cell names what the row describes. */
export function FigureRows({ rows }: { rows: readonly (readonly ReactNode[])[] }) {
  return (
    <tbody>
      {rows.map(([head, ...figures], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may be equal; the rows keep their order.
        <tr key={index}>
          <HeaderCell scope="row">{head}</HeaderCell>
          {figures.map((figure, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- the index identifies a column.
            <Cell key={column} numeric>
              {figure}
            </Cell>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface CellProps extends ComponentProps<'td'> {
  /** Aligned right, with tabular figures. */
  numeric?: boolean;
}

export function HeaderCell({
  numeric = false,
  className,
  scope = 'col',
  ...cell
}: CellProps & { scope?: 'col' | 'row' }) {
  return <th {...cell} scope={scope} className={cx(numeric && 'text-right whitespace-nowrap', className)} />;
}

export function Cell({ numeric = false, className, ...cell }: CellProps) {
  return <td {...cell} className={cx(numeric && 'text-right whitespace-nowrap', className)} />;
}
