import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { datasetAddress, type DatasetRange } from './datasets.queries.ts';
import styles from './datasets.module.css';

const date = /^\d{4}(-\d{2}(-\d{2})?)?$/;

interface RangeFormProps {
  slug: string;
  range: DatasetRange;
  onChange: (name: 'from' | 'to', value: string) => void;
}

/** The shown range, with the URLs of the same figures for programs. */
export function RangeForm({ slug, range, onChange }: RangeFormProps) {
  return (
    <div className={styles.form}>
      <RangeEnd label="From" value={range.from ?? ''} onChange={(value) => onChange('from', value)} />
      <RangeEnd label="To" value={range.to ?? ''} onChange={(value) => onChange('to', value)} />
      <div className={styles.downloads}>
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

function RangeEnd({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const isDate = typed === '' || date.test(typed);
  return (
    <Field
      label={label}
      hint="A year, a month or a day"
      error={isDate ? undefined : 'Must be such as 2023, 2026-06 or 2026-02-04.'}
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
