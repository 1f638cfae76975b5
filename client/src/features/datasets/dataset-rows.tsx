import { useQuery } from '@tanstack/react-query';
import type { ChartSeries } from 'contract/charts/chart-figures.ts';
import { ageText } from 'contract/datasets/dataset-age.ts';
import { periodDays } from 'contract/datasets/dataset-dates.ts';
import { periodText } from 'contract/datasets/dataset-values.ts';
import { Link } from 'react-router-dom';
import { Plot } from '#parts/chart/plot.tsx';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { datasetPath } from '#parts/navigation/paths.ts';
import { useToday } from '#parts/page/today.ts';
import { RowTable } from '#ui/layout/row-table.tsx';
import type { ListedDataset } from './datasets.queries.ts';
import { changeOf, latestText, unitText } from './latest-figure.tsx';
import { fromOfSpan, lineOf } from './series-lines.ts';
import './data-core.css';

export const mutedLine = (line: ChartSeries): ChartSeries => ({ ...line, color: 'muted', isFilled: false });

/** A row for each series, by topic. */
export const DatasetRows = ({ datasets }: { datasets: readonly ListedDataset[] }) => (
  <RowTable
    label="The latest figures by topic"
    columns={[
      { name: 'Topic', className: 'dataset-topic' },
      { name: 'Series' },
      { name: 'Value', className: 'dataset-value' },
      { name: 'Unit', className: 'dataset-unit @max-[78em]:hidden' },
      { name: 'Change', className: 'dataset-change' },
      { name: 'Ten years', className: 'dataset-line @max-[78em]:hidden' },
      { name: 'To', className: 'dataset-period' },
      { name: 'Age', className: 'dataset-age' },
    ]}
  >
    {datasets.map((facts, index) => (
      <Row key={facts.slug} facts={facts} isFirst={facts.topic !== datasets[index - 1]?.topic} />
    ))}
  </RowTable>
);

/** The first row of a topic names it. In a narrow container the name and the value are a line of their own. */
function Row({ facts, isFirst }: { facts: ListedDataset; isFirst: boolean }) {
  const { slug, title, topic, frequency, unit, last } = facts;
  const today = useToday();
  const { data } = useQuery(dataset(slug, { from: fromOfSpan('10', facts) ?? '' }));
  const {
    series: [line],
  } = lineOf(facts, data?.series ?? []);
  const brackets = data?.rows?.at(-1)?.brackets;
  const change = changeOf(facts);
  return (
    <tr className="dataset-row">
      <td className={isFirst ? 'text-muted stacked:block' : 'stacked:hidden'}>{isFirst && topic}</td>
      <th scope="row" className="dataset-title font-medium">
        <Link className="text-sm text-strong" to={datasetPath(slug)}>
          {title}
        </Link>
      </th>
      <td className="dataset-value text-sm font-semibold whitespace-nowrap text-strong">
        {brackets ? `${brackets[0]?.rate_percent} to ${brackets.at(-1)?.rate_percent}%` : latestText(facts)}
      </td>
      <td className="text-muted @max-[78em]:hidden">{unitText(unit)}</td>
      <td className="dataset-change">
        {change && (change.amount ? `${change.short} ${change.from}` : 'unchanged')}
      </td>
      <td className="@max-[78em]:hidden">
        {line && data?.series && (
          <Plot
            className="h-[1.375rem] w-full print:hidden"
            strokeWidth={1.5}
            kind="line"
            series={[mutedLine(line)]}
          />
        )}
      </td>
      <td className="text-muted">{periodText(frequency, last)}</td>
      <td className="dataset-age text-muted print:whitespace-nowrap">
        {ageText(periodDays(frequency, last)[1], today)}
      </td>
    </tr>
  );
}
