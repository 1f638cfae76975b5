import { type RefObject, useRef } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { FilterField } from './filter-form.tsx';
import { type ListSearch, without } from './list-search.ts';

export interface FilterChipsProps {
  fields: readonly FilterField[];
  search: ListSearch;
  /** An element that is always rendered; it takes the focus when the last chip disappears. */
  results: RefObject<HTMLElement | null>;
}

export function FilterChips({ fields, search: { filter, setFilter }, results }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const chips = fields.flatMap(({ name, label, choices }) => {
    const value = filter[name];
    if (value === undefined) return [];
    return [{ name, label, value: choices?.find(([choice]) => choice === value)?.[1] ?? value }];
  });

  function clear(name: string, index: number) {
    // The clicked button disappears, so the next one takes the focus.
    if (chips.length === 1) results.current?.focus({ preventScroll: true });
    else list.current?.querySelectorAll('button')[index + 1]?.focus();
    setFilter(without(filter, name));
  }

  function clearAll() {
    results.current?.focus({ preventScroll: true });
    setFilter({});
  }

  if (chips.length === 0) return null;
  return (
    <ul ref={list} className="flex flex-wrap items-center gap-2" aria-label="Filters">
      {chips.map(({ name, label, value }, index) => (
        <li className="min-w-0" key={name}>
          <button
            type="button"
            className="inline-flex min-h-6 max-w-full items-center gap-2 rounded border border-control bg-raised py-1 pr-2 pl-3 text-left text-sm leading-[1.4] wrap-anywhere text-text transition-colors hover:border-accent"
            aria-label={`Clear ${label}: ${value}`}
            onClick={() => clear(name, index)}
          >
            <span>
              <span className="text-muted">{label}:</span> {value}
            </span>
            <Icon className="size-(--text-md) text-accent">
              <path d="M6 6l12 12M18 6L6 18" />
            </Icon>
          </button>
        </li>
      ))}
      <li className="min-w-0">
        <Button variant="ghost" onClick={clearAll}>
          Clear
        </Button>
      </li>
    </ul>
  );
}
