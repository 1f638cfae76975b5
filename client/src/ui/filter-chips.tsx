import { type RefObject, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './filter-chips.module.css';

export interface FilterChip {
  name: string;
  label: string;
  value: string;
}

interface FilterChipsProps {
  chips: readonly FilterChip[];
  onClear: (name: string) => void;
  onClearAll: () => void;
  /** What is filtered. It always stands, and takes the focus when the last chip goes. */
  results: RefObject<HTMLElement | null>;
}

/** What a list is filtered by; one click takes a filter away. */
export function FilterChips({ chips, onClear, onClearAll, results }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);

  function clear(name: string, index: number) {
    // The pressed button goes; the focus goes to its neighbour, not to nowhere.
    if (chips.length === 1) results.current?.focus({ preventScroll: true });
    else list.current?.querySelectorAll('button')[index + 1]?.focus();
    onClear(name);
  }

  function clearAll() {
    results.current?.focus({ preventScroll: true });
    onClearAll();
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
              <span className={styles.label}>{label}:</span> {value}
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
