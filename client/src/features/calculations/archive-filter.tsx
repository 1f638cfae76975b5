import { calculationKinds } from 'contract/calculations/calculations.constants.ts';
import { sortField } from '#parts/list/filter-form.tsx';
import { type ListSearch, without } from '#parts/list/list-search.ts';
import { SearchForm } from './search-form.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/input.tsx';
import { kindNames } from './figures-of.ts';

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

export function ArchiveFilter(search: Pick<ListSearch, 'filter' | 'setFilter'>) {
  const { filter, setFilter } = search;

  function apply(name: string, value: string) {
    const others = without(filter, name);
    setFilter(value ? { ...others, [name]: value } : others);
  }

  return (
    <SearchForm search={search} label="Search the archive" placeholder="Name or notes">
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
    </SearchForm>
  );
}
