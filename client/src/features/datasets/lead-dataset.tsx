import { useQuery } from '@tanstack/react-query';
import type { Dataset } from 'contract/datasets/datasets.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ChartCanvas } from '#parts/chart/chart-canvas.tsx';
import { NextFigure } from '#parts/datasets/dataset-age.tsx';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { datasetPath } from '#parts/navigation/paths.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { FigureChange, latestText } from './figure-change.tsx';
import { LeadFigure } from './lead-figure.tsx';
import { fromOfSpan, type Span, spans } from './spans.ts';
import { lineOf } from './series-lines.ts';

/** The dataset that leads the page, with its chart. */
export function LeadDataset({ facts }: { facts: Dataset }) {
  const { slug, title, unit, source } = facts;
  const [span, setSpan] = useState<Span>('10');
  const from = fromOfSpan(span, facts);
  const { data } = useQuery(dataset(slug));
  const series = data?.series;
  return (
    <article className="flex min-w-0 flex-col gap-2 rounded border border-rule bg-surface p-5 lg:col-span-8">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="text-lg">
          <Link className="text-strong" to={datasetPath(slug)}>
            {title}
          </Link>
        </h3>
        <Segmented label="Years in the chart" options={spans} value={span} onChange={setSpan} />
      </div>
      <LeadFigure>{latestText(facts)}</LeadFigure>
      <p className="text-sm">
        <FigureChange {...facts} />
      </p>
      <div className="min-h-[23rem]">
        {series && (
          <ChartCanvas
            kind="line"
            unit="number"
            size="large"
            unitText={unit}
            label={`Line chart of ${title}. Its page has every value.`}
            {...lineOf(
              facts,
              from ? series.filter(({ date }) => date >= from) : series,
              from ? { from } : {},
              series,
            )}
          />
        )}
      </div>
      <p className="mt-auto text-xs text-muted">
        {source}. <NextFigure figures={facts} />
      </p>
    </article>
  );
}
