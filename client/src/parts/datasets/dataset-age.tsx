import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { datasetAge } from 'contract/datasets/dataset-age.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatLongDate } from '#parts/format/format.ts';
import { vintagePath } from '#parts/navigation/paths.ts';
import { useToday } from '#parts/page/today.ts';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';

interface DatasetAgeProps {
  figures: Pick<Dataset, 'frequency' | 'last' | 'next_due' | 'late_from'>;
  className?: string;
}

/** The age of a dataset's figures today, and when newer ones were due: `Figures to 2024, 2 years old · late. …`. */
export function DatasetAge({ figures, className }: DatasetAgeProps) {
  const today = useToday();
  const { text, state } = datasetAge(figures, today);
  return (
    <span className={className}>
      <UnbrokenDates>{text}</UnbrokenDates>
      {state && (
        <>
          {' · '}
          <span className={state === 'late' ? 'text-error' : 'text-warn'}>{state}</span>
          {figures.next_due && `. Newer figures were due by ${formatLongDate(figures.next_due)}.`}
        </>
      )}
    </span>
  );
}

/** The age, and when the next figure is due. */
export function NextFigure({ figures }: Pick<DatasetAgeProps, 'figures'>) {
  const today = useToday();
  const { next_due: due } = figures;
  return (
    <>
      <DatasetAge figures={figures} />
      {due !== null && today < due && `. The next figure is due by ${formatLongDate(due)}.`}
    </>
  );
}

interface RatesSourceProps {
  vintage: string;
  /** Undefined while they are loaded. */
  figures: DatasetAgeProps['figures'] | undefined;
  /** After the vintage. */
  children?: ReactNode;
}

/** The vintage of the cash rate that the rates of a loan come from, and the age of its figures. */
export function RatesSource({ vintage, figures, children }: RatesSourceProps) {
  return (
    <>
      Rates: <Link to={vintagePath(cashRateSlug, vintage)}>cash rate target, vintage {vintage}</Link>
      {children}
      {figures && (
        <>
          . <DatasetAge figures={figures} />
        </>
      )}
    </>
  );
}
