import type { Dataset, DatasetPoint } from 'contract/datasets/datasets.ts';
import type { FieldErrors } from 'contract/errors.ts';
import type { DatasetReading } from 'contract/datasets/readings.ts';
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { isPeriod } from '#parts/format/calendar-dates.ts';
import { DatasetAge } from '#parts/datasets/dataset-age.tsx';
import type { DatasetRange, DatasetVersion } from '#parts/datasets/datasets.queries.ts';
import { datasetUrl } from './datasets.queries.ts';
import { saveFile } from '#api/save-file.ts';
import { localDate } from '#parts/calculator/local-date.ts';
import { formatDate } from '#parts/format/format.ts';
import { toast } from '#ui/feedback/toast.ts';
import { lineOf } from './series-lines.ts';

interface RangeFormProps {
  slug: string;
  /** Of the link. */
  requested: { range: DatasetRange; version: DatasetVersion };
  /** Without what the server refuses. */
  accepted: RangeFormProps['requested'] & { reading: DatasetReading };
  /** What can be downloaded. Undefined without such a vintage. */
  figures: (Dataset & { series?: readonly DatasetPoint[] }) | undefined;
  /** The server's errors about the range. */
  refusals: FieldErrors;
  onChange: (name: 'from' | 'to' | 'as_of', value: string) => void;
}

/** The range and the day of the figures, with their downloads and the terms and age of these. */
export function RangeForm(props: RangeFormProps) {
  const { slug, requested, figures, refusals, onChange } = props;
  const { range, version, reading } = props.accepted;
  const { series } = figures ?? {};
  const query = { ...range, ...version, ...(reading !== 'value' && { as: reading }) };
  return (
    <div className="fields print:hidden">
      {(['from', 'to'] as const).map((name) => (
        <RangeEnd
          key={name}
          label={name === 'from' ? 'From' : 'To'}
          value={requested.range[name] ?? ''}
          refusal={refusals[name]?.join(' ')}
          onChange={(value) => onChange(name, value)}
        />
      ))}
      <Field label="As known on" hint="A day in the past" error={refusals['as_of']?.join(' ')}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={requested.version.as_of ?? ''}
            onChange={({ target }) => onChange('as_of', target.value)}
          />
        )}
      </Field>
      {figures && (
        <>
          <div className="col-span-full flex flex-wrap gap-3">
            <Button to={datasetUrl(slug, 'csv', query)} reloadDocument download>
              CSV
            </Button>
            <Button to={datasetUrl(slug, 'json', query)} reloadDocument target="_blank">
              JSON
            </Button>
            {series && series.length > 0 && (
              <ChartDownloads facts={figures} series={series} range={range} reading={reading} />
            )}
          </div>
          <p className="col-span-full text-sm text-muted">
            Terms of the downloads: {figures.source_terms}. <DatasetAge figures={figures} />
          </p>
        </>
      )}
    </div>
  );
}

interface RangeEndProps {
  label: string;
  value: string;
  refusal: string | undefined;
  onChange: (value: string) => void;
}

function RangeEnd({ label, value, refusal, onChange }: RangeEndProps) {
  const [text, setText] = useState(value);
  const isDate = text === '' || isPeriod(text);
  // The refusal is of the previous text.
  const refused = text === value ? refusal : undefined;
  return (
    <Field
      label={label}
      hint="A year, a month or a day"
      error={isDate ? refused : 'Enter a year, a month or a day, for example 2023, 2026-06 or 2026-02-04.'}
    >
      {(control) => (
        <TextInput
          {...control}
          value={text}
          placeholder="2023"
          onChange={({ target }) => setText(target.value.trim())}
          onBlur={() => isDate && text !== value && onChange(text)}
          onKeyDown={({ key }) => key === 'Enter' && isDate && onChange(text)}
        />
      )}
    </Field>
  );
}

interface ChartDownloadsProps extends Pick<RangeFormProps['accepted'], 'range' | 'reading'> {
  facts: Dataset;
  series: readonly DatasetPoint[];
}

/** The chart as a file, with its title, source, vintage and day. */
function ChartDownloads({ facts, series, range, reading }: ChartDownloadsProps) {
  const { slug, title, unit, source, vintage } = facts;
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
