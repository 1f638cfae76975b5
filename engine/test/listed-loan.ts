import { calculateLoan, type LoanTerms } from 'engine/calculators/loan.ts';
import { interestCentsAt, principalCentsAt } from 'engine/schedules/schedule.ts';

export type ListedLoan = ReturnType<typeof listedLoan>;

/** The figures and rows of a loan from the engine, as a list for comparisons. */
export function listedLoan(terms: LoanTerms) {
  const { schedule, ...figures } = calculateLoan(terms);
  const { length, paymentCents, balanceCents, totalInterestCents, regularPaymentCents } = schedule;
  return {
    paymentCents: regularPaymentCents,
    totalInterestCents,
    totalPaymentsCents: terms.principalCents + totalInterestCents,
    ...figures,
    rows: Array.from({ length }, (_, index) => ({
      paymentCents: paymentCents[index + 1] ?? NaN,
      principalCents: principalCentsAt(schedule, index + 1),
      interestCents: interestCentsAt(schedule, index + 1),
      balanceCents: balanceCents[index + 1] ?? NaN,
    })),
  };
}
