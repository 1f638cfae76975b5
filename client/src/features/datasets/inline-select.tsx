import type { ComponentProps } from 'react';
import { Select } from '#ui/controls/input.tsx';

interface InlineSelectProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: string) => void;
  options: ComponentProps<typeof Select>['options'];
}

/** A choice beside its label, in a line with other controls of a chart. */
export const InlineSelect = <Value extends string>({
  label,
  value,
  onChange,
  options,
}: InlineSelectProps<Value>) => (
  <label className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
    {label}
    <span className="w-[16rem] max-w-full">
      <Select value={value} onChange={({ target }) => onChange(target.value)} options={options} />
    </span>
  </label>
);
