import { useQuery } from '@tanstack/react-query';
import { periodText } from 'contract/datasets/dataset-values.ts';
import { Link } from 'react-router-dom';
import { NextFigure } from '#parts/datasets/dataset-age.tsx';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { Plot } from '#parts/chart/plot.tsx';
import { datasetPath } from '#parts/navigation/paths.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import type { CardFacts } from './datasets.queries.ts';
import { FigureChange, latestText, unitText } from './figure-change.tsx';
import { lineOf } from './series-lines.ts';
import { useSeen } from './use-seen.ts';

const years = 10;

/** The latest value, its change, the last ten years and the age. The cards of a row share their lines. */
export function DatasetCard({ facts }: { facts: CardFacts }) {
  const { slug, title, source, frequency, unit, last } = facts;
  return (
    <li className="row-span-5 grid grid-cols-1 grid-rows-subgrid gap-y-3 rounded border border-rule bg-surface p-5">
      <h4 className="text-md">
        <Link className="text-strong" to={datasetPath(slug)}>
          {title}
        </Link>
      </h4>
      {frequency === 'by income year' ? (
        <p className="text-2xl text-strong">{last}</p>
      ) : (
        <p>
          <span className="text-2xl wrap-anywhere text-strong tabular-nums">{latestText(facts)}</span>{' '}
          <span className="text-sm text-muted">{unitText(unit)}</span>
        </p>
      )}
      <p className="text-sm">
        <FigureChange {...facts} />
      </p>
      {frequency === 'by income year' ? <div /> : <RecentYears facts={facts} />}
      <p className="text-xs text-muted">
        {publisherOf(source)}. <NextFigure figures={facts} />
      </p>
    </li>
  );
}

/** The page of the dataset has the whole source. */
export const publisherOf = (source: string): string => source.split(',')[0] ?? source;

/** The line is loaded when it is in view, because the page has many. */
function RecentYears({ facts }: { facts: CardFacts }) {
  const { slug, frequency, last } = facts;
  const { ref, isSeen } = useSeen<HTMLDivElement>();
  const from = String(Number(last.slice(0, 4)) - years);
  const { data } = useQuery({ ...dataset(slug, { from }), enabled: isSeen });
  const series = data?.series ?? [];
  const [first, latest] = [series[0], series.at(-1)];
  const line = lineOf(facts, series);
  return (
    <div ref={ref} className="min-h-[4.5rem]">
      {first && latest && (
        <>
          <Plot
            className="h-[2.75rem] w-full"
            strokeWidth={1.5}
            kind="line"
            series={line.series.map((one) => ({ ...one, color: 'muted', isFilled: false }))}
          />
          <VisuallyHidden>{line.text}</VisuallyHidden>
          <p className="flex justify-between text-xs text-muted" aria-hidden="true">
            <span>{first.date.slice(0, 4)}</span>
            <span>{periodText(frequency, latest.date)}</span>
          </p>
        </>
      )}
    </div>
  );
}
