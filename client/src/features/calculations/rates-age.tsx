import { useQuery } from '@tanstack/react-query';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { Link } from 'react-router-dom';
import { DatasetAge } from '#parts/datasets/dataset-age.tsx';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { vintagePath } from '#parts/navigation/paths.ts';

/** The vintage of the cash rate that a calculation used, and how old its figures are. */
export function RatesAge({ vintage }: { vintage: string }) {
  const { data } = useQuery(dataset(cashRateSlug, { vintage }));
  return (
    <p className="col-span-full text-xs text-muted">
      Rates: <Link to={vintagePath(cashRateSlug, vintage)}>cash rate target, vintage {vintage}</Link>
      {data && (
        <>
          . <DatasetAge figures={data} />
        </>
      )}
    </p>
  );
}
