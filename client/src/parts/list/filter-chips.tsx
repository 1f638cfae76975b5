import { type RefObject, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import typography from '#ui/typography.module.css';
import styles from './filter-chips.module.css';
import type { FilterField } from './filter-form.tsx';
import { type ListSearch, without } from './list-search.ts';

export interface FilterChipsProps {
  fields: readonly FilterField[];
  search: ListSearch;
  /** Always rendered; focused when the last chip disappears. */
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
    // The pressed button disappears, so its neighbour gets the focus.
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
    <ul ref={list} className={styles.chips} aria-label="Filters">
      {chips.map(({ name, label, value }, index) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Clear ${label}: ${value}`}
            onClick={() => clear(name, index)}
          >
            <span>
              <span className={typography.muted}>{label}:</span> {value}
            </span>
            <Icon className={styles.cross}>
              <path d="M6 6l12 12M18 6L6 18" />
            </Icon>
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" onClick={clearAll}>
          Clear
        </Button>
      </li>
    </ul>
  );
}
