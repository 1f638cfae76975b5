import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { NextFigure } from '#parts/datasets/dataset-age.tsx';
import { ChartSvg } from '#parts/chart/chart-svg.tsx';
import { datasetPath } from '#parts/navigation/paths.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { type CardFacts, cashRate } from './datasets.queries.ts';
import { FigureChange, latestText } from './figure-change.tsx';
import { LeadFigure } from './lead-figure.tsx';
import { type Span, spans } from './spans.ts';
import { lineOfSpan } from './series-lines.ts';

/** The cash rate, which leads the page, with its chart. */
export function LeadDataset({ facts }: { facts: CardFacts }) {
  const { slug, title, unit, source } = facts;
  const [span, setSpan] = useState<Span>('10');
  const { data } = useQuery(cashRate);
  const { text, ...figures } = lineOfSpan(span, facts, data?.series ?? []);
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
      <figure>
        <figcaption className="max-w-none text-xs text-muted">{unit}</figcaption>
        <ChartSvg
          className="h-[19rem] max-sm:h-[13rem]"
          figures={figures}
          label={`Line chart of ${text}. Its page has every value.`}
        />
      </figure>
      <p className="mt-auto text-xs text-muted">
        {source}. <NextFigure figures={facts} />
      </p>
    </article>
  );
}
