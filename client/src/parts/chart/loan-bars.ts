import type { YearBar } from './year-bars.tsx';

/** The loan that screens draw as an example. The interest is a constant, so that the first load calculates nothing. */
export const exampleLoan = { amount: 500_000, months: 360, rate: 6, interest: '$579,192.69' } as const;

/**
 * A bar for each year of a loan with equal monthly payments: the fraction that repays the loan, and the interest. Floats,
 * for drawings only.
 */
export function loanBars(months: number, annualRatePercent: number): YearBar[] {
  const rate = annualRatePercent / 1200;
  const repaidAfter = (count: number) =>
    rate === 0 ? count / months : ((1 + rate) ** count - 1) / ((1 + rate) ** months - 1);
  const payment = rate === 0 ? 1 / months : rate / (1 - (1 + rate) ** -months);
  return Array.from({ length: Math.ceil(months / 12) }, (_, index) => {
    const [start, end] = [12 * index, Math.min(12 * (index + 1), months)];
    const lower = (repaidAfter(end) - repaidAfter(start)) / ((end - start) * payment);
    return { lower, upper: 1 - lower };
  });
}
