import { calculationKinds } from 'contract/calculations/calculations.constants.ts';
import { sortField } from '#parts/list/filter-form.tsx';
import { type ListSearch, without } from '#parts/list/list-search.ts';
import { SearchForm } from '#parts/list/search-form.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/input.tsx';
import { kindNames } from './figures-of.ts';

const kindChoices = [
  ['', 'All'],
  ...calculationKinds.map((kind) => [kind, kindNames[kind]] as const),
] as const;

export const filterFields = [{ name: 'text' }, { name: 'kind' }, { name: 'sort' }] as const;

export function ArchiveFilter(search: Pick<ListSearch, 'filter' | 'setFilter'>) {
  const { filter, setFilter } = search;

  function apply(name: string, value: string) {
    const others = without(filter, name);
    setFilter(value ? { ...others, [name]: value } : others);
  }

  return (
    <SearchForm search={search} label="Search the archive" placeholder="Name or notes">
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={filter['kind'] ?? ''}
            onChange={({ target }) => apply('kind', target.value)}
            options={kindChoices}
          />
        )}
      </Field>
      <Field label="Sort">
        {(control) => (
          <Select
            {...control}
            value={filter['sort'] ?? ''}
            onChange={({ target }) => apply('sort', target.value)}
            options={sortField.choices}
          />
        )}
      </Field>
    </SearchForm>
  );
}
