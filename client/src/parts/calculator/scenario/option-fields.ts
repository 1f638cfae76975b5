import type { OptionField, ScenarioInputs } from 'contract/scenarios/option-types.ts';
import type { PanelField } from '#parts/calculator/terms-fields.tsx';
import { meaningOf } from '#parts/glossary/glossary.ts';
import { type OptionRowName, optionsOf } from './option-contents.ts';

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
