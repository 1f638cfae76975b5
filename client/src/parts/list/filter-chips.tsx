import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import type { FilterField } from './filter-form.tsx';
import type { ListSearch } from './list-search.ts';

interface FilterChipsProps {
  fields: readonly FilterField[];
  search: ListSearch;
}

/** The active filters. */
export function FilterChips({ fields, search: { filter, setFilter, setField } }: FilterChipsProps) {
  const chips = fields.flatMap(({ name, label, choices }) => {
    const value = filter[name];
    if (value === undefined) return [];
    return [{ name, label, value: choices?.find(([choice]) => choice === value)?.[1] ?? value }];
  });

  if (chips.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Filters" {...focusRegion}>
      {chips.map(({ name, label, value }) => (
        <li className="min-w-0" key={name}>
          <button
            type="button"
            className="inline-flex min-h-6 max-w-full items-center gap-2 rounded border border-control bg-raised py-1 pr-2 pl-3 text-left text-sm leading-[1.4] wrap-anywhere text-strong transition-colors hover:border-accent"
            aria-label={`Clear ${label}: ${value}`}
            onClick={() => setField(name, '')}
          >
            <span>
              <span className="text-muted">{label}:</span> {value}
            </span>
            <Icon className="size-(--text-md) text-strong">
              <path d="M6 6l12 12M18 6L6 18" />
            </Icon>
          </button>
        </li>
      ))}
      <li className="min-w-0">
        <Button variant="ghost" onClick={() => setFilter({})}>
          Clear
        </Button>
      </li>
    </ul>
  );
}
