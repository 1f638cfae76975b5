import { useQuery } from '@tanstack/react-query';
import type { Dataset, DatasetPoint } from 'contract/datasets/datasets.ts';
import { Link } from 'react-router-dom';
import { DatasetAge } from '#parts/datasets/dataset-age.tsx';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { formatDate } from '#parts/format/format.ts';
import { datasetPath } from '#parts/navigation/paths.ts';
import { formatValue } from './dataset-values.tsx';
import { monthEndValues } from './month-end-values.ts';
import { Sparkline } from './sparkline.tsx';

const years = 10;
const compact = new Intl.NumberFormat('en-AU', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 4,
});

/** A card has room for `1.724 trillion`, not for all digits. */
const shortValue = (value: number) => (Math.abs(value) < 1e6 ? formatValue(value) : compact.format(value));

/** Shows the latest value, its change and the last ten years. */
export function DatasetCard({ facts }: { facts: Dataset }) {
  const { slug, title, source, frequency } = facts;
  return (
    <li className="flex flex-col gap-2 border-t border-rule pt-3">
      <h3 className="text-md">
        <Link to={datasetPath(slug)}>{title}</Link>
      </h3>
      {frequency === 'by income year' ? (
        <p className="text-2xl">{facts.last}</p>
      ) : (
        <LatestValue facts={facts} />
      )}
      <p className="mt-auto text-sm text-muted">
        <DatasetAge figures={facts} />
      </p>
      <p className="text-sm text-muted">{source}</p>
    </li>
  );
}

function LatestValue({ facts }: { facts: Dataset }) {
  const { slug, title, unit, frequency, last } = facts;
  const from = String(Number(last.slice(0, 4)) - years);
  const { data, isError } = useQuery(dataset(slug, { from }));
  const series = data?.series ?? [];
  const latest = series.at(-1);
  // A card without figures still links to its dataset, where the error has its reason.
  if (!latest && isError) return <p className="min-h-8 text-muted">Not available</p>;
  // As tall as the figures, so that the cards below do not move.
  if (!latest) return <p className="min-h-[11rem] text-muted">Loading…</p>;
  const drawn = frequency === 'on change' ? monthEndValues(series, last) : series;
  return (
    <>
      <p>
        <span className="text-2xl tabular-nums">{shortValue(latest.value)}</span>{' '}
        <span className="block text-sm text-muted">{unit}</span>
      </p>
      <Change latest={latest} before={series.at(-2)} />
      <Sparkline
        values={drawn.map(({ value }) => value)}
        label={`${title} since ${series[0]?.date}: from ${shortValue(series[0]?.value ?? latest.value)} to ${shortValue(latest.value)}`}
      />
    </>
  );
}

function Change({ latest, before }: { latest: DatasetPoint; before: DatasetPoint | undefined }) {
  if (!before) return null;
  const difference = latest.value - before.value;
  const direction = difference > 0 ? 'Up' : 'Down';
  return (
    <p className="text-sm">
      {difference === 0 ? 'Unchanged' : `${direction} ${shortValue(Math.abs(difference))}`} from{' '}
      {shortValue(before.value)}, {dateText(latest.date)}
    </p>
  );
}

const dateText = (date: string) => (date.length === 'YYYY-MM-DD'.length ? formatDate(date) : date);
