import { type DatasetReading, isRate, readingName, readingsOf } from 'contract/datasets/readings.ts';
import { nextPeriod } from 'contract/datasets/dataset-dates.ts';
import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import { validationFailed } from '#errors.ts';
import { type DateRange, inRange } from './dataset-range.ts';
import type { Vintage } from './dataset-content.ts';

/** The figures of the range in a reading, with the unit of the reading. */
export function readAs(
  vintage: Vintage,
  { as, prices, ...range }: DateRange & { as: DatasetReading; prices: Vintage | undefined },
): Vintage {
  const { series, frequency, unit } = vintage;
  if (as === 'value') return inRange(vintage, frequency, range);
  if (!series || !readingsOf(vintage).includes(as)) {
    throw validationFailed({ as: ['Must be a reading that makes sense for the figures.'] });
  }
  // The decimals are those of the published values.
  const computed = { ...vintage, decimals: null };
  const displayed = (points: DatasetPoint[]) =>
    inRange({ ...vintage, series: points }, frequency, range).series;
  switch (as) {
    case 'change_year':
    case 'change_period': {
      const changes = changesOf(vintage, series, as);
      const change = readingName(as, frequency).replace('Change ', '');
      return {
        ...computed,
        series: displayed(changes),
        unit: `${isRate(unit) ? 'percentage points' : 'per cent'} ${change}`,
      };
    }
    case 'index': {
      const points = displayed(series) ?? [];
      const [first] = points;
      const indexed = points.map(({ date, value }) => {
        return { date, value: rounded((100 * value) / (first?.value ?? value), 2) };
      });
      return { ...computed, series: indexed, unit: first ? `index, ${first.date} = 100` : 'index' };
    }
    case 'real': {
      const latest = prices?.series?.at(-1)?.date ?? '';
      const points = series.flatMap((point) => inDollarsOf(latest, point, prices?.series ?? []));
      return { ...computed, series: displayed(points), unit: unit.replace('current', latest) };
    }
  }
}

const yearBefore = (date: string) => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;

/** The change of each point, unless the point it is compared with is missing. Rates change by points, others in per cent. */
function changesOf({ frequency, unit }: Vintage, series: DatasetPoint[], as: DatasetReading): DatasetPoint[] {
  const values = new Map(series.map(({ date, value }) => [date, value]));
  const before = ({ date }: DatasetPoint, index: number): number | undefined => {
    if (as === 'change_period') {
      const previous = series[index - 1];
      const isNext = previous && [null, date].includes(nextPeriod(frequency, previous.date));
      return isNext ? previous.value : undefined;
    }
    const compared = yearBefore(date);
    // A change applies until the next one.
    return frequency === 'on change'
      ? series.findLast((point) => point.date <= compared)?.value
      : values.get(compared);
  };
  return series.flatMap((point, index) => {
    const former = before(point, index);
    if (former === undefined) return [];
    const change = point.value - former;
    return [
      { date: point.date, value: isRate(unit) ? rounded(change, 4) : rounded((100 * change) / former, 2) },
    ];
  });
}

/**
 * An annual amount in dollars of the quarter: multiplied by each later year's rise of consumer prices on the same quarter
 * of the year before. No figure if a rise is missing.
 */
function inDollarsOf(quarter: string, { date, value }: DatasetPoint, prices: DatasetPoint[]): DatasetPoint[] {
  const rises = prices.filter(
    (rise) => rise.date.slice(4) === quarter.slice(4) && rise.date.slice(0, 4) > date,
  );
  const years = Number(quarter.slice(0, 4)) - Number(date);
  if (years < 0 || rises.length !== years) return [];
  const real = rises.reduce((amount, rise) => amount * (1 + rise.value / 100), value);
  return [{ date, value: Math.round(real) }];
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals)) + 0;
