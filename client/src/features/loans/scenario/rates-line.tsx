import { Link } from 'react-router-dom';
import { DatasetAge } from '#parts/datasets/dataset-age.tsx';
import { formatLongDate } from '#parts/format/format.ts';
import { vintagePath } from '#parts/navigation/paths.ts';
import { useLocalDay } from '#parts/page/today.ts';
import type { RatesFrom } from './rates-from.ts';

/** The dataset vintage that the rates of the loan come from, and its age. */
export function RatesLine({ vintage: { slug, vintage, known_from, ...figures }, margin }: RatesFrom) {
  return (
    <p className="text-sm text-muted">
      Rates: <Link to={vintagePath(slug, vintage)}>cash rate target, vintage {vintage}</Link>, known from{' '}
      {formatLongDate(useLocalDay(known_from))}, plus {margin}. <DatasetAge figures={figures} />
    </p>
  );
}
