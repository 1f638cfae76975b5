import type { Dataset } from 'contract/datasets/datasets.ts';
import { type DatasetReading, readingName, readingsOf } from 'contract/datasets/readings.ts';
import type { DatasetRange } from '#parts/datasets/datasets.queries.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { InlineSelect } from './inline-select.tsx';
import { fromOfSpan, type Span, spans } from './spans.ts';

interface ChartChoicesProps {
  /** The current figures, whose unit is that of no reading. */
  facts: Dataset;
  range: DatasetRange;
  reading: DatasetReading;
  onSpan: (from: string) => void;
  onReading: (reading: string) => void;
}

/** What the chart, the table and the downloads have: the years and the reading. */
export function ChartChoices({ facts, range, reading, onSpan, onReading }: ChartChoicesProps) {
  const readings = readingsOf(facts);
  const chosen = spans.find(([span]) => range.to === undefined && fromOfSpan(span, facts) === range.from);
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
      {readings.length > 1 && (
        <InlineSelect
          label="Show as"
          value={reading}
          onChange={onReading}
          options={readings.map((one) => [one, readingName(one, facts.frequency)] as const)}
        />
      )}
      <Segmented<Span | ''>
        label="Years"
        options={spans}
        value={chosen?.[0] ?? ''}
        onChange={(span) => onSpan((span && fromOfSpan(span, facts)) || '')}
      />
    </div>
  );
}
