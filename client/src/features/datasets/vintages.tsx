import { count } from 'contract/counts.ts';
import { useQuery } from '@tanstack/react-query';
import type { Vintage } from 'contract/datasets/datasets.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';
import { vintageList } from './datasets.queries.ts';
import { VintageChanges } from './vintage-changes.tsx';

const origins: Record<Vintage['origin'], string> = {
  built_in: 'came with the release',
  import: 'imported by the operator',
  refresh: 'read from the publisher',
};

/** The vintages of a dataset, each with a link and its changes. */
export const Vintages = ({ slug }: { slug: string }) => (
  <Disclosure title="Vintages" defaultOpen={false}>
    <VintageList slug={slug} />
  </Disclosure>
);

function VintageList({ slug }: { slug: string }) {
  const vintages = useQuery(vintageList(slug));
  return (
    <QueryState query={vintages} failure="The vintages could not be listed">
      {(data) => (
        <ul className="flex flex-col gap-4">
          {data.map((vintage, index) => (
            <VintageRow
              key={vintage.known_from}
              slug={slug}
              vintage={vintage}
              before={data[index + 1]?.vintage}
              isLatest={data.findIndex((one) => one.vintage === vintage.vintage) === index}
            />
          ))}
        </ul>
      )}
    </QueryState>
  );
}

interface VintageRowProps {
  slug: string;
  vintage: Vintage;
  /** The name of the vintage before it; undefined for the first one. */
  before: string | undefined;
  /** Whether it is the latest vintage of its name, with which a comparison without `before` ends. */
  isLatest: boolean;
}

function VintageRow({ slug, vintage, before, isLatest }: VintageRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { vintage: name, known_from, first, last, points, added, changed, removed, origin } = vintage;
  return (
    <li className="flex flex-col gap-2 border-b border-rule pb-4 last:border-0 last:pb-0">
      <p>
        <Link to={{ search: `?vintage=${name}` }}>{name}</Link>, known from {formatLocalDay(known_from)},{' '}
        {origins[origin]}
      </p>
      <p className="text-sm text-muted">
        {count(points, 'figure')}, {first} to {last}: {added} added, {changed} changed, {removed} removed
      </p>
      {(before !== undefined || isLatest) && (
        <>
          <div>
            <Button
              aria-expanded={isOpen}
              aria-label={`What changed in ${name}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              What changed
            </Button>
          </div>
          {isOpen && <VintageChanges slug={slug} before={before} after={name} />}
        </>
      )}
    </li>
  );
}
