import { useQuery } from '@tanstack/react-query';
import type { DatasetPoint } from 'contract/datasets.ts';
import { useId, useState } from 'react';
import { ChartCanvas } from '#parts/chart/chart-canvas.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import { HeaderCell, Table } from '#ui/table.tsx';
import { dataset, datasetList, type DatasetRange } from './datasets.queries.ts';
import { heldByMonth } from './held-months.ts';
import { overlayOf } from './overlay.ts';
import styles from './datasets.module.css';

const number = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 4 });

interface DatasetFiguresProps {
  title: string;
  unit: string;
  frequency: string;
  /** The last date that the dataset covers. */
  last: string;
  slug: string;
  series: readonly DatasetPoint[];
  range: DatasetRange;
  /** The slug of the second series; empty without one. */
  other: string;
  onOther: (slug: string) => void;
}

export function DatasetFigures(props: DatasetFiguresProps) {
  const { title, unit, frequency, last, slug, series, range, other, onOther } = props;
  const { data: all = [] } = useQuery(datasetList);
  const { data: second } = useQuery({ ...dataset(other, range), enabled: other !== '' });
  if (series.length === 0) return <output>There are no figures in this range.</output>;
  const overlay = second?.series
    ? overlayOf(lineOf({ unit, frequency, last, series }), lineOf({ ...second, series: second.series }))
    : null;
  const [oldest, latest] = [series[0], series.at(-1)];
  const isOnChange = frequency === 'on change';
  const drawn = isOnChange ? heldByMonth(series, endOf(range, last)) : series;

  return (
    <>
      <Panel title="Chart">
        <Field label="Lay over it">
          {(control) => (
            <Select {...control} value={other} onChange={({ target }) => onOther(target.value)}>
              <option value="">Nothing</option>
              {all
                .filter((one) => one.slug !== slug && one.frequency !== 'by income year')
                .map((one) => (
                  <option key={one.slug} value={one.slug}>
                    {one.title}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        {overlay && second ? (
          <>
            <ChartCanvas
              kind="line"
              unit="number"
              labels={overlay.years}
              series={[
                { name: title, token: '--ok', values: overlay.first },
                { name: second.title, token: '--warn', isDashed: true, values: overlay.second },
              ]}
              label={`Line chart of ${title} and ${second.title} by year. The values stand in the tables.`}
            />
            {overlay.baseYear && (
              <p className={styles.note}>
                Their units differ: both stand as an index, with {overlay.baseYear} as 100.
              </p>
            )}
          </>
        ) : (
          <ChartCanvas
            kind="line"
            unit="number"
            labels={drawn.map(({ date }) => date)}
            series={[
              {
                name: `${title}, ${unit}`,
                token: '--ok',
                isStepped: isOnChange,
                values: drawn.map(({ value }) => value),
              },
            ]}
            label={`Line chart: ${number.format(oldest?.value ?? 0)} in ${oldest?.date}, ${number.format(latest?.value ?? 0)} in ${latest?.date}. The slider below reads every value.`}
          />
        )}
        {second && !overlay && <p className={styles.note}>The two have no year in common.</p>}
        <ValueReader series={series} unit={unit} />
      </Panel>
      <details className={styles.values}>
        <summary>All {series.length} values as a table</summary>
        <Table caption={`${title}, ${unit}`}>
          <thead>
            <tr>
              <HeaderCell>Date</HeaderCell>
              <HeaderCell numeric>Value</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {series.map(({ date, value }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td className={styles.number}>{number.format(value)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </>
  );
}

/** The month until which the last change of a range applies. */
function endOf({ to }: DatasetRange, last: string): string {
  const end = to?.length === 4 ? `${to}-12` : to;
  return end && end < last ? end : last;
}

const lineOf = ({
  unit,
  frequency,
  last,
  series,
}: Pick<DatasetFiguresProps, 'unit' | 'frequency' | 'last' | 'series'>) => ({
  unit,
  series,
  ...(frequency === 'on change' && { heldUntil: last.slice(0, 4) }),
});

/** Makes the chart's values accessible by arrow keys. */
function ValueReader({ series, unit }: { series: readonly DatasetPoint[]; unit: string }) {
  const id = useId();
  const [index, setIndex] = useState(series.length - 1);
  const point = series[Math.min(index, series.length - 1)];
  const spoken = point ? `${point.date}: ${number.format(point.value)}` : '';
  return (
    <div className={styles.reader}>
      <label htmlFor={id}>
        Read a value{' '}
        <output htmlFor={id}>
          {spoken} <span className={styles.source}>{unit}</span>
        </output>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={series.length - 1}
        value={index}
        aria-valuetext={`${spoken} ${unit}`}
        onChange={({ target }) => setIndex(Number(target.value))}
      />
    </div>
  );
}
