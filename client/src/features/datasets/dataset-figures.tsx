import { useQuery } from '@tanstack/react-query';
import { periodText } from 'contract/datasets/dataset-values.ts';
import type { Dataset, DatasetPoint } from 'contract/datasets/datasets.ts';
import { type DatasetReading, isPercentage } from 'contract/datasets/readings.ts';
import { ApiError } from '#api/api-error.ts';
import { DatasetAge } from '#parts/datasets/dataset-age.tsx';
import {
  dataset,
  datasetList,
  type DatasetRange,
  type DatasetVersion,
} from '#parts/datasets/datasets.queries.ts';
import { tickTexts } from 'contract/charts/chart-figures.ts';
import { Failure } from '#ui/feedback/failure.tsx';
import { type ChartValues, fullWriter, ReadableChart, ValueTable } from './dataset-values.tsx';
import { InlineSelect } from './inline-select.tsx';
import { lineOf, missingPeriods } from './series-lines.ts';

interface DatasetFiguresProps {
  facts: Dataset;
  series: readonly DatasetPoint[];
  reading: DatasetReading;
  /** With the day on which both series were known. */
  range: DatasetRange & Pick<DatasetVersion, 'as_of'>;
  /** The slug of the second series; empty without one. */
  other: string;
  onOther: (slug: string) => void;
}

export function DatasetFigures({ facts, series, reading, range, other, onOther }: DatasetFiguresProps) {
  const { title, unit, decimals, slug } = facts;
  const { data: all = [] } = useQuery(datasetList);
  const {
    data: second,
    error,
    refetch,
  } = useQuery({ ...dataset(other, range), enabled: other !== '', retry: false });
  // A range of changes begins with the value that was in force.
  const isCut = facts.frequency === 'on change' && range.from !== undefined && reading === 'value';
  const { data: whole } = useQuery({ ...dataset(slug, { vintage: facts.vintage }), enabled: isCut });
  if (series.length === 0) return <output>There are no figures in this range.</output>;
  const overlay = second?.series ? overlayOf(yearlyOf(facts, series), yearlyOf(second, second.series)) : null;
  const comparable = all.filter(
    (one) =>
      one.slug === other ||
      (one.slug !== slug && one.frequency !== 'by income year' && haveCommonScale(one, facts)),
  );
  const line = lineOf(facts, series, range, whole?.series);
  const missing = missingPeriods(facts.frequency, series);
  const values: ChartValues =
    overlay && second
      ? {
          dateText: (date) => date,
          decimals: null,
          unit: overlay.baseYear ? `${overlay.baseYear}\u00a0=\u00a0100` : commonUnit(unit, second.unit),
          columns: [title, second.title],
          rows: overlay.years.map((date, index) => {
            return { date, values: [overlay.first[index] ?? null, overlay.second[index] ?? null] };
          }),
        }
      : {
          unit,
          decimals,
          columns: [title],
          dateText: (date) => periodText(facts.frequency, date),
          rows: series.map(({ date, value }) => ({ date, values: [value] })),
        };
  const [oldest, latest] = [series[0], series.at(-1)];
  const write = fullWriter(
    series.map(({ value }) => value),
    decimals,
  );

  return (
    <>
      <section className="flex flex-col gap-4 print:hidden" aria-label="Chart">
        <ReadableChart
          key={[...values.columns, values.rows[0]?.date, values.rows.length].join()}
          values={values}
          {...(overlay && second
            ? {
                labels: overlay.years,
                hasYears: true,
                series: [
                  {
                    name: title,
                    color: 'accent',
                    values: overlay.first,
                    endLabel: endLabelOf(title, overlay.first),
                  },
                  {
                    name: second.title,
                    color: 'muted',
                    isDashed: true,
                    values: overlay.second,
                    endLabel: endLabelOf(second.title, overlay.second),
                  },
                ],
                label: `Line chart of ${title} and ${second.title} by year. The slider below reads every value.`,
              }
            : {
                ...line,
                label: `Line chart: ${write(oldest?.value)} in ${oldest?.date}, ${write(latest?.value)} in ${latest?.date}. The slider below reads every value.`,
              })}
        >
          <InlineSelect
            label="Compare with"
            value={other}
            onChange={onOther}
            options={[['', 'Nothing'], ...comparable.map((one) => [one.slug, one.title] as const)]}
          />
        </ReadableChart>
        {missing.length > 0 && !overlay && (
          <p className="text-sm text-muted">
            {listText(missing)} {missing.length === 1 ? 'has' : 'have'} no figure here, so the line is broken
            there.
          </p>
        )}
        {overlay && second && (
          <p className="text-sm text-muted">
            The chart shows the last value of each year.{' '}
            {overlay.baseYear
              ? `Their units differ, so both are shown as an index in which ${overlay.baseYear} is 100.`
              : unit !== second.unit && `${title} is in ${unit}, and ${second.title} in ${second.unit}.`}
          </p>
        )}
        {second && (
          <p className="text-sm text-muted">
            {second.title}: <DatasetAge figures={second} />
          </p>
        )}
        {second && !overlay && (
          <p className="text-sm text-muted">
            {haveCommonScale(facts, second)
              ? 'The two datasets have no year in common.'
              : `${second.title} is not shown: it is in ${second.unit}, which has no common scale with ${unit}.`}
          </p>
        )}
        {error instanceof ApiError && error.status === 404 ? (
          <p className="text-sm text-muted">Nothing of the second dataset was known on that day.</p>
        ) : (
          error && <Failure title="The second dataset could not be loaded" error={error} retry={refetch} />
        )}
      </section>
      <ValueTable {...values} />
    </>
  );
}

/** The name of a line at its end, in two lines of text. */
function endLabelOf(title: string, values: readonly (number | null)[]): string[] {
  const latest = values.findLast((value) => value !== null);
  return latest === undefined || latest === null
    ? []
    : [tickTexts.number(latest), title.slice(0, maxLabelLength)];
}

const maxLabelLength = 24;

const listText = (names: readonly string[]) =>
  new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(names);

type Measured = Pick<Dataset, 'unit'>;

/** An index of a percentage would depend on how near to zero it was in the base year. */
const haveCommonScale = (one: Measured, other: Measured) =>
  isPercentage(one.unit) === isPercentage(other.unit);

/** Of two series that keep their values. */
function commonUnit(one: string, other: string): string {
  if (one === other) return one;
  return [one, other].some((unit) => unit.includes('points')) ? 'per cent or points' : 'per cent';
}

const yearlyOf = ({ unit, frequency, last }: Dataset, series: readonly DatasetPoint[]) => ({
  unit,
  series,
  ...(frequency === 'on change' && { appliesUntil: last.slice(0, 4) }),
});

interface Line {
  unit: string;
  series: readonly DatasetPoint[];
  /** For a series of changes: the year until which the last one applies. */
  appliesUntil?: string;
}

/** The last value of each year; a change applies until the next. */
function byYear({ series, appliesUntil }: Line): Map<string, number> {
  const values = new Map(series.map(({ date, value }) => [date.slice(0, 4), value]));
  if (appliesUntil === undefined) return values;
  const first = Number(series[0]?.date.slice(0, 4));
  let latest = Number.NaN;
  for (let year = first; year <= Number(appliesUntil); year++) {
    latest = values.get(String(year)) ?? latest;
    values.set(String(year), latest);
  }
  return values;
}

/**
 * Two series by year on one axis: unchanged if they have the same unit or are percentages, otherwise indexed to 100 at
 * the base year; null without a common scale or year.
 */
export function overlayOf(one: Line, other: Line) {
  if (!haveCommonScale(one, other)) return null;
  const [first, second] = [byYear(one), byYear(other)];
  const years = [...new Set([...first.keys(), ...second.keys()])].toSorted();
  const valuesOf = (values: Map<string, number>) => years.map((year) => values.get(year) ?? null);
  if (one.unit === other.unit || isPercentage(one.unit)) {
    return { years, first: valuesOf(first), second: valuesOf(second), baseYear: null };
  }
  const baseYear = years.find((year) => (first.get(year) ?? 0) > 0 && (second.get(year) ?? 0) > 0);
  if (baseYear === undefined) return null;
  const indexed = (values: Map<string, number>) => {
    const base = values.get(baseYear) ?? Number.NaN;
    return valuesOf(values).map((value) => (value === null ? null : (100 * value) / base));
  };
  return { years, first: indexed(first), second: indexed(second), baseYear };
}
