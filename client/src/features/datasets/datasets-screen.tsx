import { useQueries, useQuery } from '@tanstack/react-query';
import { cashRateSlug, datasetFeedPath, lendingTable } from 'contract/datasets/datasets.constants.ts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { dataset, datasetList } from '#parts/datasets/datasets.queries.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { useToday } from '#parts/page/today.ts';
import { bestMatches } from '#parts/search/best-matches.ts';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { DatasetRows, mutedLine } from './dataset-rows.tsx';
import { dataTerms } from './data-terms.ts';
import { cashRate, type ListedDataset, publisherOf, shortList } from './datasets.queries.ts';
import { LoanSince } from './loan-since.tsx';
import { datasetAge } from 'contract/datasets/dataset-age.ts';
import { ChartSvg } from '#parts/chart/chart-svg.tsx';
import { datasetPath } from '#parts/navigation/paths.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { changeOf, latestText, LeadFigure } from './latest-figure.tsx';
import { lineOf, lineOfSpan, type Span, spans } from './series-lines.ts';
import { rangeOf } from 'contract/charts/plot-svg.ts';
import { Plot } from '#parts/chart/plot.tsx';
import { formatMonth } from '#parts/format/format.ts';
import { RowTable } from '#ui/layout/row-table.tsx';
import './data-core.css';

export default function DatasetsScreen() {
  const { data, error, refetch } = useQuery(shortList);
  const today = useToday();
  // In the URL, too, so that the search is there again after Back. The router sets it later than the next key.
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState(search.get('q') ?? '');
  const found = useFound(text);
  const isFound = ({ slug }: ListedDataset) => !found || found.has(slug);
  const lead = data?.find(({ slug }) => slug === cashRateSlug);
  const cells = data?.filter(({ cell }) => cell);
  const late = data?.filter((one) => one.next_due !== null && today >= one.next_due).length ?? 0;
  const rows = data?.filter((one) => one !== lead && !one.cell && isFound(one));
  return (
    <Page
      heading="DATA CORE"
      lede="Interest, prices, wages, the dollar and tax, each with its source."
      aside={
        <div className="print:hidden">
          <Field label="Search the datasets">
            {(control) => (
              <TextInput
                {...control}
                type="search"
                value={text}
                onChange={({ target: { value } }) => {
                  setText(value);
                  setSearch(value ? { q: value } : {}, { replace: true, preventScrollReset: true });
                }}
              />
            )}
          </Field>
        </div>
      }
    >
      {(!lead || isFound(lead)) && (
        <div className="data-core-lead">
          <article className="flex min-w-0 flex-col gap-2 rounded border border-rule bg-surface p-4">
            {lead && <LeadDataset facts={lead} />}
            {error && <Failure title="The datasets could not be listed" error={error} retry={refetch} />}
          </article>
          <div className="rounded border border-rule bg-surface p-4 print:hidden">
            <LoanSince />
          </div>
        </div>
      )}
      {found?.size === 0 && (
        <output>No dataset has these words. Try another one, such as inflation or home loan rates.</output>
      )}
      <div className="flex min-w-0 flex-col gap-5">
        {!error && (!cells || cells.some(isFound)) && (
          <Panel
            className="@container"
            title="What home loans cost"
            aside="New: agreed in the month. Existing: all that are being paid off. –: no series here."
          >
            <LendingTable datasets={cells} isFound={isFound} />
          </Panel>
        )}
        {rows?.length !== 0 && !error && (
          <Panel
            className={data ? '@container' : '@container min-h-[36rem]'}
            title="Everything else"
            aside={
              <>
                {late > 0 &&
                  !found &&
                  `For ${late} of ${data?.length} series, a newer figure was due and is not here yet. Each shows its period. `}
                <a href={datasetFeedPath}>Feed of new figures</a> (Atom)
              </>
            }
          >
            <DatasetRows datasets={rows ?? []} />
          </Panel>
        )}
      </div>
      <PageTerms terms={[...dataTerms, 'margin']} />
    </Page>
  );
}

/** The datasets with the words of the text; undefined without a text. The page of the server has no words of datasets. */
function useFound(text: string): ReadonlySet<string> | undefined {
  const { data } = useQuery({ ...datasetList, enabled: text.trim() !== '' });
  if (text.trim() === '' || !data) return undefined;
  const matches = bestMatches(text, data, ({ title, topic, words }) => ({
    title,
    text: [title, topic, ...words].join(' '),
  }));
  return new Set(matches.map(({ slug }) => slug));
}

/** The cash rate, which leads the page, with its chart. */
function LeadDataset({ facts }: { facts: ListedDataset }) {
  const { slug, title } = facts;
  const [span, setSpan] = useState<Span>('10');
  const { data } = useQuery(cashRate);
  const today = useToday();
  const { text, ...figures } = lineOfSpan(span, facts, data?.series ?? []);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-lg">
          <Link className="text-strong" to={datasetPath(slug)}>
            {title}
          </Link>
        </h2>
        <Segmented label="Years in the chart" options={spans} value={span} onChange={setSpan} />
      </div>
      <LeadFigure {...facts} />
      <p className="max-w-none text-xs text-muted">
        {data && `${publisherOf(data.source)}. ${datasetAge(data, today).text}. ${data.missing ?? ''}`}
      </p>
      <ChartSvg
        className="h-[9.5rem] flex-[1_1_auto]"
        figures={figures}
        label={`Line chart of ${text}. Its page has every value.`}
      />
    </>
  );
}

interface LendingTableProps {
  /** Those with a cell; undefined while they are loaded. */
  datasets: readonly ListedDataset[] | undefined;
  isFound: (dataset: ListedDataset) => boolean;
}

/** What home loans cost, by kind and borrower. A search leaves out rows and empties cells. */
function LendingTable({ datasets, isFound }: LendingTableProps) {
  const lines = useLines(datasets ?? []);
  return (
    <RowTable
      label="Average rates of home loans"
      columns={[
        { name: 'Average rate, change, month', className: 'lending-kind' },
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
    <div className="lending-rate">
      <span className="lending-column">{cell?.column}</span>
      <Link
        className="lending-value text-strong no-underline"
        to={datasetPath(slug)}
        aria-label={`${value}, ${title}`}
      >
        {value}
      </Link>
      {line && <Plot className="lending-line" strokeWidth={1.5} kind="line" series={[line]} range={range} />}
      <span className="lending-change text-strong">{changeOf(facts)?.short}</span>
      <span className="lending-month whitespace-nowrap text-muted">{formatMonth(last)}</span>
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
