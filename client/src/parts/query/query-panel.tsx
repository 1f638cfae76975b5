import type { ReactNode } from 'react';
import { Panel } from '#ui/layout/panel.tsx';
import { QueryState, type ReadQuery } from './query-state.tsx';

interface QueryPanelProps<Data> {
  title: string;
  /** The target of links to the panel. */
  id?: string;
  aside?: (data: Data) => ReactNode;
  query: ReadQuery<Data>;
  failure?: string;
  className?: string;
  children: (data: Data) => ReactNode;
}

/** A panel with the data of a query. */
export function QueryPanel<Data>({
  title,
  id,
  aside,
  query,
  failure = `${title} could not be read.`,
  className = 'flex flex-col gap-4',
  children,
}: QueryPanelProps<Data>) {
  return (
    <Panel title={title} {...(id && { id })} aside={query.data !== undefined && aside?.(query.data)}>
      <QueryState query={query} failure={failure} className={className}>
        {children}
      </QueryState>
    </Panel>
  );
}
