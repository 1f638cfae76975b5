import { useQuery } from '@tanstack/react-query';
import { site } from 'contract/texts.ts';
import { useParams } from 'react-router-dom';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { ChartSvg } from '#parts/chart/chart-svg.tsx';
import { datasetPath } from '#parts/navigation/paths.ts';
import { LeadFigure } from './latest-figure.tsx';
import { lineOfSpan } from './series-lines.ts';

/** A series in a frame of another site's page. It needs no script, and its links open the whole site in a new tab. */
export default function EmbeddedDatasetScreen() {
  const { slug = '' } = useParams();
  const { data: facts } = useQuery(dataset(slug));
  if (!facts) return null;
  const { title, unit, source, series = [] } = facts;
  const { text, ...figures } = lineOfSpan('10', facts, series);
  return (
    <main className="flex min-h-svh flex-col gap-3 p-5">
      <h1 className="text-lg">
        <a className="text-strong" href={datasetPath(slug)} target="_blank" rel="noreferrer">
          {title}
        </a>
      </h1>
      <LeadFigure {...facts} />
      {figures.labels.length > 1 && (
        <figure>
          <figcaption className="max-w-none text-xs text-muted">{unit}</figcaption>
          <ChartSvg
            className="h-[19rem] max-sm:h-[13rem]"
            figures={figures}
            label={`Line chart of ${text}`}
          />
        </figure>
      )}
      <p className="mt-auto text-xs text-muted">
        {source}.{' '}
        <a href={datasetPath(slug)} target="_blank" rel="noreferrer">
          {site.name}
        </a>
      </p>
    </main>
  );
}
