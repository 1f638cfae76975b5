import type { ReactNode } from 'react';
import { kindNames } from '#parts/calculator/saved/kind-names.ts';
import { calculationKinds } from 'contract/calculations/calculations.constants.ts';
import { sortField } from '#parts/list/filter-form.tsx';
import { type ListSearch, without } from '#parts/list/list-search.ts';
import { SearchInput } from '#parts/record-list/filter-line.tsx';
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

interface ArchiveFilterProps extends Pick<ListSearch, 'filter' | 'setFilter'> {
  /** Whether the children are not in the place of the search. */
  hasSearch: boolean;
  children: ReactNode;
}

/** The text applies by Enter, and a choice at once. */
export function ArchiveFilter({ filter, setFilter, hasSearch, children }: ArchiveFilterProps) {
  function apply(name: string, value: string) {
    const others = without(filter, name);
    setFilter(value ? { ...others, [name]: value } : others);
  }

  return (
    <div className="flex w-[44rem] max-w-full flex-wrap items-center gap-2 print:hidden">
      {children}
      {hasSearch && (
        <SearchInput
          placeholder="Name or notes"
          value={filter['text'] ?? ''}
          onSearch={(text) => apply('text', text)}
        />
      )}
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          className="min-w-0 flex-[1_1_8rem]"
          aria-label={label}
          value={filter[name] ?? ''}
          onChange={({ target }) => apply(name, target.value)}
          options={options}
        />
      ))}
    </div>
  );
}
