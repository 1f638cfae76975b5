import { scenarioLimits } from 'contract/scenarios/scenarios.constants.ts';
import { useRef } from 'react';
import { type FieldPath, useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { type PanelField, TermsFields } from '#parts/calculator/terms-fields.tsx';
import { optionTexts } from './option-texts.ts';
import { emptyEntries, type ListName, type ScenarioInputs } from './scenario-inputs.ts';

interface EntryListProps {
  name: ListName;
  /** The number of regular payments. */
  payments: number | null;
}

type EntryName = 'amount' | 'period' | 'from_period' | 'to_period' | 'annual_interest_rate';
type EntryField = Omit<PanelField<ScenarioInputs>, 'name'> & { name: EntryName };

const entryFields: Record<ListName, readonly EntryField[]> = {
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

/** The entries of an option that can be repeated, such as lump sums. */
export function EntryList({ name, payments }: EntryListProps) {
  const form = useFormContext<ScenarioInputs>();
  const { fields: entries, append, remove } = useFieldArray({ control: form.control, name });
  const { label, hint } = optionTexts[name];
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
        {hint} {payments && `Payments are numbered 1 to ${payments}.`}
      </p>
      {entries.map((entry, index) => (
        <fieldset
          className="fields [--field-width:5.5rem]"
          key={entry.id}
          aria-label={`${label} ${index + 1}`}
        >
          <TermsFields
            form={form}
            fields={entryFields[name].map((field) => ({
              ...field,
              isOptional: true,
              name: `${name}.${index}.${field.name}` as FieldPath<ScenarioInputs>,
            }))}
          />
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
      {entries.length < maxEntries[name] ? (
        <Button ref={add} onClick={() => append(emptyEntries[name])}>
          {addTexts[name]}
        </Button>
      ) : (
        <p className="text-xs leading-[1.5] text-muted">At most {maxEntries[name]}.</p>
      )}
    </div>
  );
}
