import { centsText, csvText } from '#parts/calculator/csv.ts';
import type { BorrowingPower, BorrowingTerms } from './borrowing-terms.ts';

export function borrowingCsv(terms: BorrowingTerms, { amount, ...power }: BorrowingPower): string {
  const row = (added: number, payment: number, interest: number) => [
    terms.annual_interest_rate,
    added,
    centsText(amount),
    terms.payment_frequency,
    centsText(payment),
    centsText(interest),
  ];
  return csvText(
    ['Rate', 'Added points', 'Loan', 'Payments', 'Payment', 'Total interest'],
    [
      row(0, power.payment, power.totalInterest),
      ...power.stressed.map((loan) => row(loan.added_rate, loan.payment, loan.total_interest_paid)),
    ],
  );
}
