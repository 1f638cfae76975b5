import { count } from 'contract/counts.ts';
import { useQuery } from '@tanstack/react-query';
import type { RevisedValue, Vintage } from 'contract/datasets/datasets.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';
import { revisions, vintageList } from './datasets.queries.ts';
import { datasetList } from '#parts/datasets/datasets.queries.ts';
import { formatWholeAud } from '#parts/format/format.ts';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { fullWriter } from './dataset-values.tsx';

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
          {isOpen && (
            <VintageChanges slug={slug} names={{ ...(before !== undefined && { before }), after: name }} />
          )}
        </>
      )}
    </li>
  );
}

interface VintageChangesProps {
  slug: string;
  /** The names of two vintages. Without `before`, the vintage before `after`. */
  names: { before?: string; after: string };
}

function VintageChanges({ slug, names }: VintageChangesProps) {
  const changes = useQuery(revisions(slug, names));
  const { data: datasets } = useQuery(datasetList);
  const decimals = datasets?.find((one) => one.slug === slug)?.decimals ?? null;
  return (
    <QueryState query={changes} failure="The changes could not be loaded">
      {({ added, changed, removed }) => (
        <div className="flex flex-col gap-4">
          <ChangeTable caption="Added" points={added} decimals={decimals} columns={{ Value: 'value' }} />
          <ChangeTable
            caption="Changed"
            points={changed}
            decimals={decimals}
            columns={{ Before: 'before', After: 'after' }}
          />
          <ChangeTable caption="Removed" points={removed} decimals={decimals} columns={{ Value: 'value' }} />
        </div>
      )}
    </QueryState>
  );
}

interface ChangeTableProps<Field extends string> {
  caption: string;
  points: readonly (Record<Field, RevisedValue> & { date: string })[];
  decimals: number | null;
  /** The fields of a point, by column. */
  columns: Readonly<Record<string, Field>>;
}

function ChangeTable<Field extends string>(props: ChangeTableProps<Field>) {
  const { caption, points, decimals, columns } = props;
  if (points.length === 0) return <p className="text-sm text-muted">{caption}: none</p>;
  return (
    <Table caption={caption}>
      <FigureHead row="Date" figures={Object.keys(columns)} />
      <FigureRows
        rows={points.map((point) => [
          point.date,
          ...Object.values(columns).map((field) => valueText(point[field], decimals)),
        ])}
      />
    </Table>
  );
}

function valueText(value: RevisedValue, decimals: number | null): string {
  if (typeof value === 'number') return fullWriter([value], decimals)(value);
  if (!value) return '–';
  return value
    .map(({ income_over, rate_percent }) => `${rate_percent}% over ${formatWholeAud(income_over)}`)
    .join(', ');
}
