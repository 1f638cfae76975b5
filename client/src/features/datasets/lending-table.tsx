import { useQueries } from '@tanstack/react-query';
import { rangeOf } from 'contract/charts/plot-svg.ts';
import { lendingTable } from 'contract/datasets/datasets.constants.ts';
import { Link } from 'react-router-dom';
import { Plot } from '#parts/chart/plot.tsx';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { formatMonth } from '#parts/format/format.ts';
import { datasetPath } from '#parts/navigation/paths.ts';
import { RowTable } from '#ui/layout/row-table.tsx';
import { mutedLine } from './dataset-rows.tsx';
import type { ListedDataset } from './datasets.queries.ts';
import { changeOf, latestText } from './latest-figure.tsx';
import { lineOf } from './series-lines.ts';

interface LendingTableProps {
  /** Those with a cell; undefined while they are loaded. */
  datasets: readonly ListedDataset[] | undefined;
  isFound: (dataset: ListedDataset) => boolean;
}

/** What home loans cost, by kind and borrower. A search leaves out rows and empties cells. */
export function LendingTable({ datasets, isFound }: LendingTableProps) {
  const lines = useLines(datasets ?? []);
  return (
    <RowTable
      label="Average rates of home loans"
      columns={[
        { name: 'Average rate, change, month', className: 'w-[20%]' },
        ...lendingTable.columns.map((name) => ({ name })),
      ]}
    >
      {lendingTable.rows.map((row) => {
        const cells = lendingTable.columns.map((column) =>
          datasets?.find(({ cell }) => cell?.row === row && cell.column === column),
        );
        if (datasets && !cells.some((facts) => facts && isFound(facts))) return null;
        return (
          <tr key={row}>
            <th scope="row" className="text-sm font-semibold text-strong stacked:block">
              {row}
            </th>
            {cells.map((facts, index) =>
              facts && isFound(facts) ? (
                <td key={facts.slug} className="stacked:block stacked:pe-0!">
                  <Rate facts={facts} {...lines} />
                </td>
              ) : (
                <td key={lendingTable.columns[index]} className="text-dim stacked:hidden">
                  {datasets && !facts && '–'}
                </td>
              ),
            )}
          </tr>
        );
      })}
    </RowTable>
  );
}

type Lines = ReturnType<typeof useLines>;

/** In a narrow container it names its column. */
function Rate({ facts, series, range }: { facts: ListedDataset } & Lines) {
  const { slug, title, cell, last } = facts;
  const line = series.find(({ name }) => name === title);
  const value = latestText(facts);
  return (
    <div className="grid grid-flow-row-dense grid-cols-[3.25rem_minmax(2rem,4.5rem)_minmax(0,1fr)] items-center gap-x-3 @max-[20em]:flex! @max-[20em]:flex-wrap print:flex! print:flex-col print:items-start stacked:min-h-[2.75rem] stacked:grid-cols-[minmax(0,1fr)_2rem_5ch_9ch]">
      <span className="hidden @max-[20em]:w-full stacked:block">{cell?.column}</span>
      <Link
        className="row-span-2 text-lg text-strong no-underline stacked:col-3 stacked:text-md"
        to={datasetPath(slug)}
        aria-label={`${value}, ${title}`}
      >
        {value}
      </Link>
      {line && (
        <Plot
          className="row-span-2 h-[1.375rem] w-full @max-[20em]:hidden print:hidden stacked:col-2"
          strokeWidth={1.5}
          kind="line"
          series={[line]}
          range={range}
        />
      )}
      <span className="col-3 text-strong stacked:col-4 stacked:row-span-2 stacked:text-right">
        {changeOf(facts)?.short}
      </span>
      <span className="col-3 whitespace-nowrap text-muted stacked:col-1">{formatMonth(last)}</span>
    </div>
  );
}

/** All lines on one scale of months and rates, so that heights compare; none until all are loaded. */
function useLines(datasets: readonly ListedDataset[]) {
  const results = useQueries({ queries: datasets.map(({ slug }) => dataset(slug, { from: '2019-07' })) });
  const isLoading = results.some((one) => one.isLoading);
  const lines = isLoading
    ? []
    : datasets.map((facts, index) => lineOf(facts, results[index]?.data?.series ?? []));
  const months = [...new Set(lines.flatMap(({ labels }) => labels))].toSorted();
  const series = lines.flatMap(({ labels, series: [line] }) =>
    line
      ? [{ ...mutedLine(line), values: months.map((month) => line.values[labels.indexOf(month)] ?? null) }]
      : [],
  );
  return { series, range: rangeOf({ kind: 'line', series }) };
}
