import type { FieldErrors } from 'contract/errors.ts';
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { datasetAddress, type DatasetRange } from './datasets.queries.ts';

const date = /^\d{4}(-\d{2}(-\d{2})?)?$/;

interface RangeFormProps {
  slug: string;
  range: DatasetRange;
  /** Why the server refused an end. */
  refusals: FieldErrors;
  onChange: (name: 'from' | 'to', value: string) => void;
}

/** The shown range, with the URLs of the same figures for programs. */
export function RangeForm({ slug, range, refusals, onChange }: RangeFormProps) {
  return (
    <div className="grid grid-fit-[12rem] items-start gap-4 print:hidden">
      <RangeEnd
        label="From"
        value={range.from ?? ''}
        refusal={refusals['from']?.join(' ')}
        onChange={(value) => onChange('from', value)}
      />
      <RangeEnd
        label="To"
        value={range.to ?? ''}
        refusal={refusals['to']?.join(' ')}
        onChange={(value) => onChange('to', value)}
      />
      <div className="flex gap-3 self-end">
        <Button to={datasetAddress(slug, 'csv', range)} reloadDocument download={`${slug}.csv`}>
          CSV
        </Button>
        <Button to={datasetAddress(slug, 'json', range)} reloadDocument target="_blank">
          JSON
        </Button>
      </div>
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
  const [typed, setTyped] = useState(value);
  const isDate = typed === '' || date.test(typed);
  return (
    <Field
      label={label}
      hint="A year, a month or a day"
      error={
        isDate ? (typed === value ? refusal : undefined) : 'Must be such as 2023, 2026-06 or 2026-02-04.'
      }
    >
      {(control) => (
        <TextInput
          {...control}
          value={typed}
          placeholder="2023"
          onChange={({ target }) => setTyped(target.value.trim())}
          onBlur={() => isDate && typed !== value && onChange(typed)}
          onKeyDown={({ key }) => key === 'Enter' && isDate && onChange(typed)}
        />
      )}
    </Field>
  );
}
