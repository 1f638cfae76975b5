import { scenarioLimits } from 'contract/scenarios/scenarios.constants.ts';
import { useRef } from 'react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { AmountField, NumberField } from './option-field.tsx';
import { optionTexts } from './option-texts.ts';
import { emptyEntries, type ListName, type ScenarioInputs } from './scenario-inputs.ts';
import { plainNumber } from '#parts/form/typed-numbers.ts';

interface EntryListProps {
  name: ListName;
  form: UseFormReturn<ScenarioInputs>;
  errorOf: (path: string) => string | undefined;
  /** The number of regular payments. */
  payments: number | null;
}

interface EntryField {
  name: 'amount' | 'period' | 'from_period' | 'to_period' | 'annual_interest_rate';
  label: string;
}

const fields: Record<ListName, readonly EntryField[]> = {
  extra_payments: [
    { name: 'amount', label: 'Extra amount' },
    { name: 'from_period', label: 'From payment' },
    { name: 'to_period', label: 'To payment' },
  ],
  lump_sums: [
    { name: 'amount', label: 'Lump sum' },
    { name: 'period', label: 'With payment' },
  ],
  rate_changes: [
    { name: 'annual_interest_rate', label: 'New rate (%)' },
    { name: 'period', label: 'From payment' },
  ],
};

const addTexts = {
  extra_payments: 'Add Extra',
  lump_sums: 'Add Lump Sum',
  rate_changes: 'Add Rate Change',
} as const;

const maxEntries = {
  extra_payments: scenarioLimits.extraPayments,
  lump_sums: scenarioLimits.lumpSums,
  rate_changes: scenarioLimits.rateChanges,
} as const;

const decimalFields: ReadonlySet<string> = new Set(['amount', 'annual_interest_rate']);

/** The entries of an option that can be repeated, such as lump sums. */
export function EntryList({ name, form, errorOf, payments }: EntryListProps) {
  const { fields: entries, append, remove } = useFieldArray({ control: form.control, name });
  const { label, hint } = optionTexts[name];
  const error = errorOf(name);
  const add = useRef<HTMLButtonElement>(null);

  function removeEntry(index: number) {
    // The focused button disappears with its entry.
    add.current?.focus();
    remove(index);
  }

  return (
    <div className="flex flex-col items-stretch gap-3 [&>button]:self-start">
      <p className="text-xs leading-[1.5] text-dim">
        {hint} {payments && `Payments are numbered 1 to ${payments}.`}
      </p>
      {entries.map((entry, index) => (
        <fieldset
          className="grid grid-fit-[5.5rem] items-end gap-x-3 gap-y-2"
          key={entry.id}
          aria-label={`${label} ${index + 1}`}
        >
          {fields[name].map((field) => {
            const Entry = field.name === 'amount' ? AmountField : NumberField;
            return (
              <Entry
                key={field.name}
                label={field.label}
                error={errorOf(`${name}.${index}.${field.name}`)}
                register={form.register(`${name}.${index}.${field.name}` as never, {
                  setValueAs: decimalFields.has(field.name) ? plainNumber : trim,
                })}
              />
            );
          })}
          <Button
            variant="ghost"
            aria-label={`Remove ${label.toLowerCase()} ${index + 1}`}
            onClick={() => removeEntry(index)}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      {error && <FieldError>{error}</FieldError>}
      {entries.length < maxEntries[name] ? (
        <Button ref={add} onClick={() => append(emptyEntries[name])}>
          {addTexts[name]}
        </Button>
      ) : (
        <p className="text-xs leading-[1.5] text-dim">At most {maxEntries[name]}.</p>
      )}
    </div>
  );
}

const trim = (typed: string) => typed.trim();
