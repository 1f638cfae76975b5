import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/paths.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { Alert } from '#ui/alert.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Loading } from '#ui/spinner.tsx';
import { DatasetFigures } from './dataset-figures.tsx';
import { dataset, type DatasetRange } from './datasets.queries.ts';
import { RangeForm } from './range-form.tsx';
import { TaxTable } from './tax-table.tsx';
import { dataTerms } from './data-terms.ts';
import styles from './datasets.module.css';

/** The URL holds the range and the second series. */
export default function DatasetScreen() {
  const { slug = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const [from, to, other] = ['from', 'to', 'with'].map((name) => search.get(name) ?? '');
  const range: DatasetRange = { ...(from && { from }), ...(to && { to }) };
  const { data, error, refetch } = useQuery({ ...dataset(slug, range), retry: false });

  function change(name: string, value: string) {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  if (error) {
    const isMissing = error instanceof ApiError && error.status === 404;
    return (
      <>
        <PageHeading title="Dataset">{isMissing ? 'NO SUCH DATASET' : 'DATASET'}</PageHeading>
        {!isMissing && (
          <Alert tone="error" role="alert" title="The dataset could not be read">
            <p>{error.message}</p>
            <Button onClick={() => void refetch()}>Try Again</Button>
          </Alert>
        )}
        <BackLink to={paths.dataCore}>All datasets</BackLink>
      </>
    );
  }
  if (!data) return <Loading />;
  return (
    <div className={styles.page}>
      <div>
        <BackLink to={paths.dataCore}>Data core</BackLink>
      </div>
      <PageHeading title={data.title}>{data.title}</PageHeading>
      <p>{data.description}</p>
      <dl className={styles.facts}>
        <Fact name="Unit">{data.unit}</Fact>
        <Fact name="Frequency">{data.frequency}</Fact>
        <Fact name="Covers">
          {data.first} to {data.last}
        </Fact>
        <Fact name="Source">{data.source}</Fact>
        <Fact name="Terms">{data.source_terms}</Fact>
      </dl>
      <RangeForm key={slug} slug={slug} range={range} onChange={change} />
      {data.series && (
        <DatasetFigures
          key={`${slug} ${from} ${to}`}
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
      {data.rows && <TaxTable rows={data.rows} />}
      <PageTerms terms={dataTerms} />
    </div>
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
