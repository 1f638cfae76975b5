import { extraPerPayment, extraPeriodsPerYear } from 'contract/scenarios/extra-periods.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { amountOf } from 'contract/typed-numbers.ts';
import { formatAud } from '#parts/format/format.ts';
import { Entries } from '#parts/calculator/entries.tsx';
import type { PanelField } from '#parts/calculator/terms-fields.tsx';
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
  const { control } = useFormContext<ScenarioInputs>();
  const { list, fields } = listOption(name);
  const [extras, frequency] = useWatch({ control, name: ['extra_payments', 'payment_frequency'] });

  /** What an extra repayment comes to with each payment. */
  function extraHint(index: number): string | undefined {
    const extra = name === 'extra_payments' && extras[index];
    if (!extra || !extraPeriodsPerYear(extra, frequency)) return undefined;
    const amount = amountOf(extra.amount);
    if (!amount) return undefined;
    const each = Number(extraPerPayment({ ...extra, amount: String(amount) }, frequency));
    return each > 0 ? `${formatAud(each)} a ${periodNames[frequency]}` : undefined;
  }

  return (
    <Entries<ScenarioInputs, ListName>
      name={name}
      label={list.label}
      addLabel={list.addLabel}
      max={list.max}
      hint={`${hintOf(list)} ${payments ? `Payments are numbered 1 to ${payments}.` : ''}`}
      empty={emptyEntries[name]}
      fieldsOf={(index) =>
        panelFields(fields, `${name}.${index}.`).map((field, place) =>
          place === 0 ? { ...field, hint: field.hint ?? extraHint(index) } : field,
        )
      }
      {...(name === 'extra_payments' && {
        className: '[--field-width:5.5rem] [&>:first-child]:col-span-full',
      })}
    >
      {children}
    </Entries>
  );
}

function listOption(name: ListName) {
  const option = scenarioOptions.find(({ list }) => list?.name === name);
  if (!option?.list) throw new Error(`No option has the list ${name}.`);
  return { ...option, list: option.list };
}
