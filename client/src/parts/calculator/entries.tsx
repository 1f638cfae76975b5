import { type ReactNode, useRef } from 'react';
import {
  type ArrayPath,
  type FieldArray,
  type FieldValues,
  type Path,
  useFieldArray,
  useFormContext,
} from 'react-hook-form';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { cx } from '#ui/cx.ts';
import { type PanelField, TermsFields } from './terms-fields.tsx';

interface EntriesProps<Inputs extends FieldValues, Name extends ArrayPath<Inputs> & Path<Inputs>> {
  name: Name;
  /** The name of an entry, such as `Lump sum`. */
  label: string;
  addLabel: string;
  max: number;
  hint?: ReactNode;
  /** A new entry. */
  empty: FieldArray<Inputs, Name>;
  /** The fields of the entry at a place. */
  fieldsOf: (index: number) => readonly PanelField<Inputs>[];
  /** Of an entry, with the least width of its fields. */
  className?: string;
  /** Below the entries. */
  children?: ReactNode;
}

/** The entries of a list, each with its fields and a button that removes it. Needs a `Form` or a `CalculatorForm`. */
export function Entries<Inputs extends FieldValues, Name extends ArrayPath<Inputs> & Path<Inputs>>({
  name,
  label,
  addLabel,
  max,
  hint,
  empty,
  fieldsOf,
  className = '[--field-width:5.5rem]',
  children,
}: EntriesProps<Inputs, Name>) {
  const form = useFormContext<Inputs>();
  const { fields: entries, append, remove } = useFieldArray({ control: form.control, name });
  const { error } = form.getFieldState(name, form.formState);
  const add = useRef<HTMLButtonElement>(null);

  function removeEntry(index: number) {
    // The focused button disappears with its entry.
    add.current?.focus();
    remove(index);
  }

  return (
    <div className="flex flex-col items-stretch gap-3 [&>button]:self-start">
      <p className="text-xs leading-[1.5] text-muted">{hint}</p>
      {entries.map((entry, index) => (
        <fieldset className={cx('fields', className)} key={entry.id} aria-label={`${label} ${index + 1}`}>
          <TermsFields fields={fieldsOf(index)} />
          <div className="field justify-items-start">
            <Button
              variant="ghost"
              aria-label={`Remove ${label.toLowerCase()} ${index + 1}`}
              onClick={() => removeEntry(index)}
            >
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      {children}
      {error?.message && <FieldError>{error.message}</FieldError>}
      {entries.length < max ? (
        <Button ref={add} onClick={() => append(empty)}>
          {addLabel}
        </Button>
      ) : (
        <p className="text-xs leading-[1.5] text-muted">At most {max}.</p>
      )}
    </div>
  );
}
