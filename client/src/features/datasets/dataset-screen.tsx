import { useQuery } from '@tanstack/react-query';
import type { Dataset } from 'contract/datasets/datasets.ts';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { ApiError, detailsOf } from '#api/api-error.ts';
import { paths } from '#parts/navigation/paths.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { BackLink } from '#ui/layout/back-link.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { DatasetFigures } from './dataset-figures.tsx';
import { dataset, datasetList, type DatasetRange } from './datasets.queries.ts';
import { RangeForm } from './range-form.tsx';
import { TaxTable } from './tax-table.tsx';
import { dataTerms } from './data-terms.ts';

/** The URL holds the range and the second series. */
export default function DatasetScreen() {
  const { slug = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const [from, to, other] = ['from', 'to', 'with'].map((name) => search.get(name) ?? '');
  const range: DatasetRange = { ...(from && { from }), ...(to && { to }) };
  const { data, error, refetch } = useQuery({
    ...dataset(slug, range),
    retry: false,
    // A new range replaces the figures, not the form that has the focus.
    placeholderData: (before) => (before?.slug === slug ? before : undefined),
  });

  const { data: all } = useQuery(datasetList);
  // A refused range leaves the facts.
  const facts = data ?? all?.find((one) => one.slug === slug);

  function change(name: string, value: string) {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <PageHeading title="Dataset">NO SUCH DATASET</PageHeading>
        <BackLink to={paths.dataCore}>All datasets</BackLink>
      </>
    );
  }
  if (!data && !error) return <Loading />;
  const refusals = detailsOf(error);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div>
        <BackLink to={paths.dataCore}>Data core</BackLink>
      </div>
      <PageHeading title={facts?.title ?? 'Dataset'}>{facts?.title ?? 'DATASET'}</PageHeading>
      {facts && <Facts {...facts} />}
      <RangeForm key={slug} slug={slug} range={range} refusals={refusals} onChange={change} />
      {error && Object.keys(refusals).length === 0 && (
        <Failure title="The dataset could not be read" error={error} retry={refetch} />
      )}
      {data?.series && (
        <DatasetFigures
          title={data.title}
          unit={data.unit}
          frequency={data.frequency}
          last={data.last}
          slug={slug}
          series={data.series}
          range={range}
          other={other ?? ''}
          onOther={(value) => change('with', value)}
        />
      )}
      {data?.rows && <TaxTable rows={data.rows} />}
      <PageTerms terms={dataTerms} />
    </div>
  );
}

function Facts({ description, unit, frequency, first, last, source, source_terms }: Dataset) {
  return (
    <>
      <p>{description}</p>
      <dl className="grid grid-fit-[18rem] gap-4 [&_dt]:text-xs [&_dt]:text-muted">
        <Fact name="Unit">{unit}</Fact>
        <Fact name="Frequency">{frequency}</Fact>
        <Fact name="Covers">
          {first} to {last}
        </Fact>
        <Fact name="Source">{source}</Fact>
        <Fact name="Terms">{source_terms}</Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
