import type { Dataset, DatasetPoint } from 'contract/datasets/datasets.ts';
import type { DatasetReading } from 'contract/datasets/readings.ts';
import { saveFile } from '#api/save-file.ts';
import { localDate } from '#parts/calculator/local-date.ts';
import type { DatasetRange } from '#parts/datasets/datasets.queries.ts';
import { formatDate } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { lineOf } from './series-lines.ts';

interface ChartDownloadsProps {
  facts: Dataset;
  series: readonly DatasetPoint[];
  range: DatasetRange;
  reading: DatasetReading;
}

/** The chart as a file, with its title, source, vintage and day. */
export function ChartDownloads({ facts, series, range, reading }: ChartDownloadsProps) {
  const { slug, title, unit, source, vintage } = facts;
  if (series.length === 0) return null;

  async function save(kind: 'svg' | 'png') {
    try {
      const { pngOf, svgOf } = await import('./series-file.ts');
      const day = localDate(new Date());
      const svg = svgOf({
        title,
        unit,
        figures: lineOf(facts, series, range),
        notes: [
          source,
          `Vintage ${vintage}. Drawn on ${formatDate(day)} from ${location.origin}/data/${slug}.`,
        ],
      });
      const name = [slug, vintage, ...(reading === 'value' ? [] : [reading])].join('-');
      const file = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg);
      saveFile(file, `${name}.${kind}`);
    } catch {
      toast.error('The picture could not be drawn. Download the CSV instead.');
    }
  }

  return (
    <>
      <Button onClick={() => save('png')}>PNG</Button>
      <Button onClick={() => save('svg')}>SVG</Button>
    </>
  );
}
