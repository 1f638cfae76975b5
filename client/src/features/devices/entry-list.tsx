import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import styles from './entry-list.module.css';

/** A panel of what the server lists. */
export function QueryPanel<Data>({
  title,
  aside,
  query: { data, error, refetch },
  children,
}: {
  title: string;
  aside: (data: Data) => ReactNode;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  children: (data: Data) => ReactNode;
}) {
  return (
    <Panel title={title} aside={data !== undefined && aside(data)}>
      {data !== undefined ? (
        <div className={styles.panel}>{children(data)}</div>
      ) : error ? (
        <div className={styles.failure}>
          <Alert tone="error" title={`Your ${title.toLowerCase()} could not be read.`} />
          <Button onClick={() => void refetch()}>Try Again</Button>
        </div>
      ) : (
        <output className={styles.loading}>
          <Spinner /> Loading…
        </output>
      )}
    </Panel>
  );
}

interface Entry {
  id: string;
  current: boolean;
}

interface EntryListProps<One extends Entry> {
  label: string;
  entries: readonly One[];
  /** What the button of an entry does to it, in one word. */
  verb: string;
  /** Which entry the button names, for screen readers. */
  nameOf: (entry: One) => string;
  pendingId: string | undefined;
  /** Calls `proceed` once the user has confirmed. */
  ask: (entry: One, proceed: () => void) => void;
  onRemove: (id: string) => void;
  children: (entry: One) => ReactNode;
}

/** The current one cannot be removed here. */
export function EntryList<One extends Entry>({
  label,
  entries,
  verb,
  nameOf,
  pendingId,
  ask,
  onRemove,
  children,
}: EntryListProps<One>) {
  const list = useRef<HTMLUListElement>(null);
  // The pressed button disappears with its row.
  const remove = (id: string) => {
    list.current?.focus({ preventScroll: true });
    onRemove(id);
  };
  return (
    <ul ref={list} className={styles.entries} aria-label={label} tabIndex={-1}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <div className={styles.facts}>{children(entry)}</div>
          {!entry.current && (
            <Button loading={pendingId === entry.id} onClick={() => ask(entry, () => remove(entry.id))}>
              <span>
                {verb} <VisuallyHidden>{nameOf(entry)}</VisuallyHidden>
              </span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

export function EntryTitle({ name, isCurrent }: { name: string; isCurrent: boolean }) {
  return (
    <p className={styles.title}>
      {name}
      {isCurrent && <span className={styles.current}>this one</span>}
    </p>
  );
}

const time = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' });

/** In the user's own time zone. */
export const localTime = (moment: string): string => time.format(new Date(moment));

export function LocalTime({ at }: { at: string }) {
  return <time dateTime={at}>{localTime(at)}</time>;
}
