import { layoutLimits } from 'contract/layout.constants.ts';
import { Fragment, type ReactNode, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { FigureHead, HeaderCell, Table } from '#ui/layout/table.tsx';
import { useNarrowForText } from '#ui/layout/use-narrow-screen.ts';
import { usePrinting } from './use-printing.ts';
import { RowsButton } from './year-button.tsx';

interface FigureRow {
  /** Of the element of the row. */
  id?: string;
  head: string;
  /** In the order of the labels. */
  figures: readonly ReactNode[];
  /** The rows that a press on the head displays below it. */
  details?: () => readonly FigureRow[];
  /** Of a head that opens and closes other rows of the table. */
  isOpen?: boolean;
  toggle?: () => void;
  /** Whether it adds up rows above. */
  isSum?: boolean;
  /** The one figure of a closed card, beside its head. */
  cardFigure?: ReactNode;
}

interface FigureTableProps {
  caption: string;
  /** The header of the first column, which names what a row describes. */
  row: string;
  labels: readonly string[];
  rows: readonly FigureRow[];
  /** The title of the row's card on narrow screens; by default its head. */
  cardTitle?: (head: string) => string;
  /** The labels of a card whose details are closed; by default all. */
  isMain?: (label: string) => boolean;
  /** The width in pixels up to which each row is a card; wide tables set it, and have smaller figures. */
  narrowPx?: number;
}

/** A table of amounts; on a narrow screen a card for each row, so that nothing is cut off. */
export function FigureTable(props: FigureTableProps) {
  const isPrinting = usePrinting();
  // Paper has room, whatever the screen from which it is printed.
  const isNarrow = useNarrowForText(props.narrowPx ?? layoutLimits.narrowScreenPx) && !isPrinting;
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = props.rows.map((row, index): FigureRow => {
    if (!row.details) return row;
    const isOpen = opened.has(index);
    return {
      ...row,
      isOpen,
      toggle: () =>
        setOpened((previous) =>
          isOpen ? new Set([...previous].filter((other) => other !== index)) : new Set([...previous, index]),
        ),
    };
  });
  return isNarrow ? <Cards {...props} rows={rows} /> : <WideTable {...props} rows={rows} />;
}

/** Whether it opens other rows of the table: its head is a sentence. */
const isOfOthers = ({ toggle, details }: FigureRow) => toggle !== undefined && !details;

const headOf = ({ head, isOpen = false, toggle }: Omit<FigureRow, 'head'> & { head: ReactNode }) =>
  toggle ? (
    <RowsButton isOpen={isOpen} toggle={toggle}>
      {head}
    </RowsButton>
  ) : (
    head
  );

const wrappingHeadOf = (row: FigureRow) =>
  headOf({ ...row, head: <span className="whitespace-normal">{row.head}</span> });

const denseClasses =
  '[&_:is(td,th)]:px-1 [&_:is(td,th)]:py-1 [&_:is(td,th)]:align-middle [&_td]:text-xs [&_thead_th]:whitespace-normal [&_thead_th]:wrap-anywhere print:[&_td:last-child]:whitespace-normal print:[&_thead_th]:wrap-normal';

/** Plain cells: a component for each would double the rendering time of a long table. */
function WideTable({ caption, row, labels, rows, narrowPx }: FigureTableProps) {
  const isDense = narrowPx !== undefined;
  const renderRow = (figureRow: FigureRow, index: number, isDetail = false) => (
    <tr key={index} id={figureRow.id} className={cx(figureRow.isSum && '*:font-semibold *:text-strong')}>
      <HeaderCell
        scope="row"
        className={cx(isDense && !isOfOthers(figureRow) && 'whitespace-nowrap', isDetail && 'text-xs')}
      >
        {isOfOthers(figureRow) ? wrappingHeadOf(figureRow) : headOf(figureRow)}
      </HeaderCell>
      {figureRow.figures.map((figure, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- labels may be equal; the index identifies a figure.
        <td key={column} className="text-right whitespace-nowrap">
          {figure}
        </td>
      ))}
    </tr>
  );
  return (
    <Table caption={caption} className={isDense ? denseClasses : '[&_td]:whitespace-normal'}>
      <FigureHead row={row} figures={labels} />
      <tbody>
        {rows.map((figureRow, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may be equal; the index identifies a row.
          <Fragment key={index}>
            {renderRow(figureRow, index)}
            {figureRow.isOpen &&
              figureRow.details?.().map((detail, detailIndex) => renderRow(detail, detailIndex, true))}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

const cardsClasses = 'flex flex-col gap-4 [&>li+li]:border-t [&>li+li]:border-t-rule [&>li+li]:pt-4';

function Cards({ caption, labels, rows, cardTitle, isMain }: FigureTableProps) {
  const figuresOf = ({ figures, toggle, isOpen }: FigureRow) => (
    <dl className="text-sm tabular-nums">
      {figures.map((figure, index) => {
        const label = labels[index] ?? '';
        if (figure === '' || (toggle && !isOpen && isMain?.(label) === false)) return null;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- labels may be equal; the index identifies a figure.
          <div className="flex flex-wrap justify-between gap-x-4 gap-y-0" key={index}>
            <dt className="min-w-0 wrap-anywhere text-muted">{label}</dt>
            <dd>{figure}</dd>
          </div>
        );
      })}
    </dl>
  );
  return (
    <>
      <p className="pb-3 text-sm text-muted">{caption}</p>
      <ul className={cardsClasses}>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may be equal; the index identifies a row.
          <li key={index} id={row.id} className="flex flex-col gap-1">
            {row.cardFigure && !row.isOpen ? (
              <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-strong tabular-nums">
                {wrappingHeadOf(row)}
                <span>{row.cardFigure}</span>
              </div>
            ) : (
              <>
                {row.toggle ? wrappingHeadOf(row) : <p>{cardTitle?.(row.head) ?? row.head}</p>}
                {figuresOf(row)}
              </>
            )}
            {row.isOpen && (
              <ol className="flex flex-col gap-3">
                {row.details?.().map((detail) => (
                  <li key={detail.head} className="border-s border-rule ps-4">
                    <p className="mb-2 text-sm text-strong">{detail.head}</p>
                    {figuresOf(detail)}
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
