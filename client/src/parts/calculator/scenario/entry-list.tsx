import { useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { TermsFields } from '#parts/calculator/terms-fields.tsx';
import { hintOf, panelFields } from './option-fields.ts';
import type { ListName, ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { scenarioOptions } from 'contract/scenarios/scenario-options.ts';
import { emptyEntries } from './scenario-inputs.ts';

interface EntryListProps {
  name: ListName;
  /** The number of regular payments. */
  payments: number | null;
}

/** The entries of an option that can be repeated, such as lump sums. */
export function EntryList({ name, payments }: EntryListProps) {
  const form = useFormContext<ScenarioInputs>();
  const { fields: entries, append, remove } = useFieldArray({ control: form.control, name });
  const { list, fields: entryFields } = listOption(name);
  const { label, addLabel, max } = list;
  const { error } = form.getFieldState(name, form.formState);
  const add = useRef<HTMLButtonElement>(null);

  function removeEntry(index: number) {
    // The focused button disappears with its entry.
    add.current?.focus();
    remove(index);
  }

  return (
    <div className="flex flex-col items-stretch gap-3 [&>button]:self-start">
      <p className="text-xs leading-[1.5] text-muted">
        {hintOf(list)} {payments && `Payments are numbered 1 to ${payments}.`}
      </p>
      {entries.map((entry, index) => (
        <fieldset
          className="fields [--field-width:5.5rem]"
          key={entry.id}
          aria-label={`${label} ${index + 1}`}
        >
          <TermsFields form={form} fields={panelFields(entryFields, `${name}.${index}.`)} />
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
      {error?.message && <FieldError>{error.message}</FieldError>}
      {entries.length < max ? (
        <Button ref={add} onClick={() => append(emptyEntries[name])}>
          {addLabel}
        </Button>
      ) : (
        <p className="text-xs leading-[1.5] text-muted">At most {max}.</p>
      )}
    </div>
  );
}

function listOption(name: ListName) {
  const option = scenarioOptions.find(({ list }) => list?.name === name);
  if (!option?.list) throw new Error(`No option has the list ${name}.`);
  return { ...option, list: option.list };
}
