import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import { type LoanPurpose, rateGapLimits, type RateType } from 'contract/rate-gap/rate-gap.constants.ts';
import type { RateGapBody, RateGapResult } from 'contract/rate-gap/rate-gap.ts';
import { differencesFrom } from 'engine/calculators/rate-gap.ts';
import { AppError } from '#errors.ts';
import { rateMillionths } from './rate-decision.ts';

/** The current figures of a dataset. */
interface AverageSeries {
  slug: string;
  title: string;
  vintage: string;
  series: DatasetPoint[] | null;
}

export type AverageSeriesBySlug = ReadonlyMap<string, AverageSeries>;

interface Slugs {
  new: string;
  outstanding?: string;
}

/** The datasets with the averages of each kind of loan. */
const datasetsOf: Record<LoanPurpose, Partial<Record<RateType, Slugs>>> = {
  owner_occupier: {
    variable: { new: 'lending-owner-new-variable', outstanding: 'lending-owner-outstanding-variable' },
    fixed: { new: 'lending-owner-new-fixed-3y' },
  },
  investor: {
    variable: { new: 'lending-investor-new-variable', outstanding: 'lending-investor-outstanding' },
  },
};

/** Throws `no_average` or `average_too_old`. `today` is a day such as `2026-11-27`. */
export function rateGap(datasets: AverageSeriesBySlug, today: string, body: RateGapBody): RateGapResult {
  const { purpose, rate_type, ...loan } = body;
  const slugs = datasetsOf[purpose][rate_type];
  const average = slugs && averageIn(datasets, slugs.new, 'new');
  if (!average) throw new AppError('no_average');
  if (isTooOld(average.month, today)) throw new AppError('average_too_old');
  const existing = slugs?.outstanding ? averageIn(datasets, slugs.outstanding, 'outstanding') : null;
  const averageMillionths = rateMillionths(average.annual_interest_rate);
  const gap = (loan.annual_interest_rate - averageMillionths) / 1e6;
  return {
    average,
    existing,
    gap,
    ...differencesFrom(averageMillionths as RateGapBody['annual_interest_rate'], loan),
    verdict: gap >= rateGapLimits.leastGap ? 'above' : gap <= -rateGapLimits.leastGap ? 'below' : 'near',
  };
}

function averageIn<const Loans extends string>(datasets: AverageSeriesBySlug, slug: string, loans: Loans) {
  const dataset = datasets.get(slug);
  const latest = dataset?.series?.at(-1);
  if (!dataset || !latest) return null;
  return {
    annual_interest_rate: latest.value,
    month: latest.date,
    dataset: slug,
    series_title: dataset.title,
    vintage: dataset.vintage,
    loans,
  };
}

const isTooOld = (month: string, today: string) =>
  monthNumber(today) - monthNumber(month) > rateGapLimits.maxAgeMonths;

const monthNumber = (date: string) => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7));
