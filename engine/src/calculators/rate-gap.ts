import type { LoanRequest } from 'contract/loans/loans.ts';
import { interestCentsAt, type Schedule } from 'engine/schedules/schedule.ts';
import { loanOf } from './loan.ts';

const monthsOfYear = 12;

interface RateDifferences {
  payment_difference: number;
  interest_difference: { first_year: number; to_end: number };
}

/** A loan minus the same loan at another rate. */
export function differencesFrom(
  annualRateMillionths: LoanRequest['annual_interest_rate'],
  loan: LoanRequest,
): RateDifferences {
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
