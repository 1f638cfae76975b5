import { kindNames } from '#parts/calculator/saved/kind-names.ts';
import { calculationKinds } from 'contract/calculations/calculations.constants.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { sortField } from '#parts/list/filter-form.tsx';
import { type ListSearch, without } from '#parts/list/list-search.ts';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/input.tsx';

const kindChoices = [
  ['', 'All'],
  ...calculationKinds.map((kind) => [kind, kindNames[kind]] as const),
] as const;

const choices = [
  { name: 'kind', label: 'Kind', options: kindChoices },
  {
    name: 'sort',
    label: 'Sort',
    options: [...sortField.choices, ['gap', 'Rates furthest above the average'] as const],
  },
] as const;

export const filterFields = [{ name: 'text' }, ...choices];

/** The text applies by Enter or the button, and a choice at once. */
export function ArchiveFilter({ filter, setFilter }: Pick<ListSearch, 'filter' | 'setFilter'>) {
  function apply(name: string, value: string) {
    const others = without(filter, name);
    setFilter(value ? { ...others, [name]: value } : others);
  }

  const form = useApiForm({
    values: { text: filter['text'] ?? '' },
    replacesEdits: true,
    onSubmit: ({ text }) => apply('text', text),
  });
  return (
    <search>
      <Form
        form={form}
        className="flex flex-wrap items-end gap-3 *:flex-[1_1_8rem] print:hidden [&>:first-child]:flex-[2_1_12rem] [&>button]:flex-none"
        label="Search the archive"
      >
        <TextField
          form={form}
          name="text"
          label="Search"
          type="search"
          autoComplete="off"
          placeholder="Name or notes"
        />
        <SubmitButton form={form} variant="secondary">
          Search
        </SubmitButton>
        {choices.map(({ name, label, options }) => (
          <Field key={name} label={label}>
            {(control) => (
              <Select
                {...control}
                value={filter[name] ?? ''}
                onChange={({ target }) => apply(name, target.value)}
                options={options}
              />
            )}
          </Field>
        ))}
      </Form>
    </search>
  );
}
