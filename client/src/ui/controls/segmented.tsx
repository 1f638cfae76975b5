import './segmented.css';
import { useId } from 'react';
import { cx } from '#ui/cx.ts';

interface SegmentedProps<Value extends string> {
  /** The name of the choice for screen readers. */
  label: string;
  /** The value and the text of each option. */
  options: readonly (readonly [Value, string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of a few options side by side: of views, ranges or levels. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className="segmented" aria-label={label}>
      {options.map(([option, text]) => (
        <label className={cx('segment', option === value && 'segment-checked')} key={option}>
          <input
            className="absolute inset-0 cursor-[inherit] opacity-0"
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
