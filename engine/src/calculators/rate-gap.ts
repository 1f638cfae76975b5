import type { Dataset } from 'contract/datasets/datasets.ts';
import type { LoanRequest } from 'contract/loans/loans.ts';
import {
  isWithinRounding,
  type LoanPurpose,
  rateGapLimits,
  type RateType,
} from 'contract/rate-gap/rate-gap.constants.ts';
import type { RateGapBody, RateGapResult } from 'contract/rate-gap/rate-gap.ts';
import { interestCentsAt, type Schedule } from 'engine/schedules/schedule.ts';
import { loanOf } from './loan.ts';

/** The current figures by slug. */
export type AverageDatasets = ReadonlyMap<
  string,
  Pick<Dataset, 'slug' | 'title' | 'vintage' | 'decimals' | 'latest'>
>;

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

export type MissingAverage = 'no_average' | 'average_too_old';

/** A loan beside the latest average of its kind. `today` is a day such as `2026-11-27`. */
export function rateGap(
  datasets: AverageDatasets,
  today: string,
  { purpose, rate_type, ...loan }: RateGapBody,
): RateGapResult | MissingAverage {
  const slugs = datasetsOf[purpose][rate_type];
  const average = slugs ? averageIn(datasets, slugs.new, 'new') : null;
  if (!average) return 'no_average';
  if (monthNumber(today) - monthNumber(average.month) > rateGapLimits.maxAgeMonths) return 'average_too_old';
  const existing = slugs?.outstanding ? averageIn(datasets, slugs.outstanding, 'outstanding') : null;
  const averageMillionths = Math.round(
    average.annual_interest_rate * 1e6,
  ) as LoanRequest['annual_interest_rate'];
  const gap = (loan.annual_interest_rate - averageMillionths) / 1e6;
  const isNear = isWithinRounding(gap, average) || Math.abs(gap) < rateGapLimits.leastGap;
  return {
    average,
    existing,
    gap,
    ...differencesFrom(averageMillionths, loan),
    verdict: isNear ? 'near' : gap > 0 ? 'above' : 'below',
  };
}

function averageIn<const Loans extends string>(datasets: AverageDatasets, slug: string, loans: Loans) {
  const dataset = datasets.get(slug);
  const latest = dataset?.latest.at(-1);
  if (!dataset || !latest) return null;
  return {
    annual_interest_rate: latest.value,
    decimals: dataset.decimals ?? 0,
    month: latest.date,
    dataset: slug,
    series_title: dataset.title,
    vintage: dataset.vintage,
    loans,
  };
}

const monthNumber = (date: string) => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7));

const monthsOfYear = 12;

/** A loan minus the same loan at another rate. */
export function differencesFrom(
  annualRateMillionths: LoanRequest['annual_interest_rate'],
  loan: LoanRequest,
) {
  const { schedule } = loanOf(loan);
  const { schedule: other } = loanOf({ ...loan, annual_interest_rate: annualRateMillionths });
  const difference = (of: (schedule: Schedule) => number) => (of(schedule) - of(other)) / 100;
  return {
    payment_difference: difference(({ regularPaymentCents }) => regularPaymentCents),
    interest_difference: {
      first_year: difference(firstYearInterestCents),
      to_end: difference(({ totalInterestCents }) => totalInterestCents),
    },
  };
}

function firstYearInterestCents(schedule: Schedule): number {
  let cents = 0;
  for (let period = 1; period <= Math.min(monthsOfYear, schedule.length); period++) {
    cents += interestCentsAt(schedule, period);
  }
  return cents;
}
