import { useQuery } from '@tanstack/react-query';
import { datasetAge } from 'contract/datasets/dataset-age.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ChartSvg } from '#parts/chart/chart-svg.tsx';
import { datasetPath } from '#parts/navigation/paths.ts';
import { useToday } from '#parts/page/today.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { cashRate, type ListedDataset, publisherOf } from './datasets.queries.ts';
import { LeadFigure } from './latest-figure.tsx';
import { type Span, spans } from './spans.ts';
import { lineOfSpan } from './series-lines.ts';

/** The cash rate, which leads the page, with its chart. */
export function LeadDataset({ facts }: { facts: ListedDataset }) {
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
