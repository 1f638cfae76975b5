import { extraPerPayment, extraPeriodsPerYear } from 'contract/scenarios/extra-periods.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import { type ReactNode, useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { amountOf } from 'contract/typed-numbers.ts';
import { formatAud } from '#parts/format/format.ts';
import { cx } from '#ui/cx.ts';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { type PanelField, TermsFields } from '#parts/calculator/terms-fields.tsx';
import { meaningOf } from '#parts/glossary/glossary.ts';
import type { ListName, OptionField, ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { scenarioOptions } from 'contract/scenarios/scenario-options.ts';
import { type OptionRowName, optionsOf } from './option-contents.ts';
import { emptyEntries } from './scenario-inputs.ts';

/** Begins with the meaning of a glossary term, if the option is one. */
export const hintOf = ({ term, hint }: Pick<OptionField, 'term' | 'hint'>): string =>
  [term && meaningOf(term), hint].filter(Boolean).join(' ');

/** Amounts and rates have their unit inside the control; another field may be a choice of units. */
function unitIn({ path: of, kind }: OptionField, fields: readonly OptionField[], path: string) {
  const choice = fields.find((field) => field.unitOf === of);
  if (choice) {
    const { label, choices = {} } = choice;
    return { unit: { name: path + choice.path, label, choices: Object.entries(choices) } };
  }
  if (kind === 'amount') return { unit: 'AUD' };
  return kind === 'rate' && { unit: '% a year' };
}

/** The fields of an entry of a list, or of an option that is no list. */
export const panelFields = (fields: readonly OptionField[], path = '') =>
  fields
    .filter(({ unitOf }) => !unitOf)
    .map((field) => ({
      name: `${path}${field.path}`,
      label: field.label,
      ...unitIn(field, fields, path),
      ...(hintOf(field) && { hint: hintOf(field) }),
      ...(field.choices ? { choices: Object.entries(field.choices) } : { isOptional: true }),
      ...(field.kind === 'date' && { type: 'date' }),
    })) as PanelField<ScenarioInputs>[];

/** The fields of a row of the form. */
export const rowFields = (row: OptionRowName): PanelField<ScenarioInputs>[] =>
  panelFields(optionsOf(row).flatMap(({ list, fields }) => (list ? [] : fields)));

interface EntryListProps {
  name: ListName;
  /** The number of regular payments. */
  payments: number | null;
  /** Below the entries. */
  children?: ReactNode;
}

/** The entries of an option that can be repeated, such as lump sums. */
export function EntryList({ name, payments, children }: EntryListProps) {
  const form = useFormContext<ScenarioInputs>();
  const { fields: entries, append, remove } = useFieldArray({ control: form.control, name });
  const { list, fields: entryFields } = listOption(name);
  const { label, addLabel, max } = list;
  const { error } = form.getFieldState(name, form.formState);
  const [extras, frequency] = useWatch({
    control: form.control,
    name: ['extra_payments', 'payment_frequency'],
  });
  const add = useRef<HTMLButtonElement>(null);

  /** What an extra repayment comes to with each payment. */
  function extraHint(index: number): string | undefined {
    const extra = name === 'extra_payments' && extras[index];
    if (!extra || !extraPeriodsPerYear(extra, frequency)) return undefined;
    const amount = amountOf(extra.amount);
    if (!amount) return undefined;
    const each = Number(extraPerPayment({ ...extra, amount: String(amount) }, frequency));
    return each > 0 ? `${formatAud(each)} a ${periodNames[frequency]}` : undefined;
  }

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
          className={cx(
            'fields [--field-width:5.5rem]',
            name === 'extra_payments' && '[&>:first-child]:col-span-full',
          )}
          key={entry.id}
          aria-label={`${label} ${index + 1}`}
        >
          <TermsFields
            fields={panelFields(entryFields, `${name}.${index}.`).map((field, place) =>
              place === 0 ? { ...field, hint: field.hint ?? extraHint(index) } : field,
            )}
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
      {children}
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
