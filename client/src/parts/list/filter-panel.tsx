import { Disclosure } from '#ui/controls/disclosure.tsx';
import { FilterChips, type FilterChipsProps } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';

interface FilterPanelProps extends FilterChipsProps {
  defaultOpen: boolean;
}

/** The filter form of a list, with the active filters below it. */
export function FilterPanel({ defaultOpen, ...chips }: FilterPanelProps) {
  const { filter, setFilter } = chips.search;
  const filters = chips.fields.filter(({ name, kind }) => kind !== 'search' && filter[name]).length;
  return (
    <>
      <Disclosure title="Filter" aside={filters > 0 && `${filters} set`} defaultOpen={defaultOpen}>
        <FilterForm fields={chips.fields} filter={filter} onApply={setFilter} />
      </Disclosure>
      <FilterChips {...chips} />
    </>
  );
}
