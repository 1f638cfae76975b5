import type { Sort } from 'contract/lists.ts';
import { SelectField, TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { Button } from '#ui/controls/button.tsx';
import type { Filter } from './list-search.ts';

interface FieldName {
  /** The name of the parameter in the API and in the URL. */
  name: string;
  label: string;
  /** Also above the list, as a search or as segments. */
  isInLine?: boolean;
}

interface ChoiceField extends FieldName {
  kind: 'choice';
  /** The value and the label of each choice; an empty value means no filter. */
  choices: readonly (readonly [string, string])[];
}

interface SearchField extends FieldName {
  /** The field is above the list alone. */
  kind: 'search';
  choices?: never;
}

export type FilterField =
  | ChoiceField
  | SearchField
  | (FieldName & { kind: 'text' | 'date'; choices?: never });

/** A filter by one value; by default all values match. */
export const choiceField = (name: string, label: string, choices: ChoiceField['choices']): ChoiceField => ({
  name,
  label,
  kind: 'choice',
  choices: [['', 'ALL'], ...choices],
});

const sortLabels: Record<Sort, string> = { latest: 'Latest', oldest: 'Oldest', 'a-z': 'A-Z', 'z-a': 'Z-A' };

/** The default sort is the empty value. */
export const sortField: ChoiceField = {
  name: 'sort',
  label: 'Sort',
  kind: 'choice',
  choices: Object.entries(sortLabels).map(([sort, label]) => [sort === 'latest' ? '' : sort, label]),
};

interface FilterFormProps {
  fields: readonly FilterField[];
  filter: Filter;
  onApply: (filter: Filter) => void;
}

/** Applies to its own fields only: those of the search above the list stay. */
export function FilterForm({ fields, filter, onApply }: FilterFormProps) {
  const others = Object.fromEntries(
    Object.entries(filter).filter(([name]) => !fields.some((field) => field.name === name)),
  );
  const valuesOf = (values: Filter) =>
    Object.fromEntries(fields.map(({ name }): [string, string] => [name, values[name] ?? '']));
  const form = useApiForm({
    values: valuesOf(filter),
    replacesEdits: true,
    toBody: (input): Filter => Object.fromEntries(Object.entries(input).filter(([, value]) => value)),
    onSubmit: (input) => onApply({ ...others, ...input }),
  });

  function clear() {
    form.reset(valuesOf({}));
    onApply(others);
  }

  const hasDates = fields.some(({ kind }) => kind === 'date');
  return (
    <Form
      form={form}
      className="fields"
      label="Filter"
      actions={
        <div className="col-span-full flex flex-wrap items-center gap-3">
          <SubmitButton form={form}>Apply</SubmitButton>
          <Button onClick={clear}>Clear</Button>
          {hasDates && <p className="text-xs text-muted">Dates are whole days in UTC.</p>}
        </div>
      }
    >
      {fields.map(({ name, label, kind, choices }) =>
        choices ? (
          <SelectField key={name} form={form} name={name} label={label} options={choices} />
        ) : (
          <TextField key={name} form={form} name={name} label={label} type={kind} autoComplete="off" />
        ),
      )}
    </Form>
  );
}
