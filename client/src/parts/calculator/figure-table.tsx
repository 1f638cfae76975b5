import { Cell, FigureHead, HeaderCell, Table } from '#ui/layout/table.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';

interface FigureRow {
  head: string;
  /** In the order of the labels. */
  figures: readonly string[];
}

interface FigureTableProps {
  caption: string;
  /** The header of the first column, which names what a row describes. */
  row: string;
  labels: readonly string[];
  rows: readonly FigureRow[];
  /** The title of the row's card on narrow screens. */
  cardTitle: (head: string) => string;
}

/** A table of amounts; on a narrow screen a card for each row, so that nothing is cut off. */
export function FigureTable(props: FigureTableProps) {
  return useNarrowScreen() ? <Cards {...props} /> : <WideTable {...props} />;
}

function WideTable({ caption, row, labels, rows }: FigureTableProps) {
  return (
    <Table caption={caption} className="[&_td]:whitespace-normal">
      <FigureHead row={row} figures={labels} />
      <tbody>
        {rows.map(({ head, figures }, rowIndex) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may be equal; the index identifies a row.
          <tr key={rowIndex}>
            <HeaderCell scope="row">{head}</HeaderCell>
            {figures.map((figure, index) => (
              <Cell key={labels[index]} numeric>
                {figure}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ caption, labels, rows, cardTitle }: FigureTableProps) {
  return (
    <>
      <p className="pb-3 text-sm text-muted">{caption}</p>
      <ul className="flex flex-col gap-4 [&>li+li]:border-t [&>li+li]:border-t-rule [&>li+li]:pt-4">
        {rows.map(({ head, figures }, rowIndex) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may be equal; the index identifies a row.
          <li key={rowIndex}>
            <p className="mb-1">{cardTitle(head)}</p>
            <dl className="text-sm tabular-nums">
              {figures.map((figure, index) => (
                <div className="flex flex-wrap justify-between gap-x-4 gap-y-0" key={labels[index]}>
                  <dt className="text-muted">{labels[index]}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
