/**
 * Compares the engine with the exact reference on random loans, figure by figure and cell by cell.
 *
 *     npx tsx bench/engine/exactness.ts [loans] [seed]
 *
 * The default of 100,000 loans takes some minutes. Ends with code 1 if anything differs.
 */
import type { ExactAmortization } from 'engine/test/exact-amortization.ts';
import { exactAmortization } from 'engine/test/exact-amortization.ts';
import { type ListedLoan, listedLoan } from 'engine/test/listed-loan.ts';
import { sampleLoans } from 'engine/test/loan-arbitraries.ts';
import { compareCells } from './compare-cells.ts';

compareCells({
  noun: 'loans',
  count: 100_000,
  sample: sampleLoans,
  expected: (terms) => cellsOfReference(exactAmortization(terms)),
  actual: (terms) => cellsOfEngine(listedLoan(terms)),
});

function cellsOfEngine(loan: ListedLoan): number[] {
  const figures = [
    loan.paymentCents,
    loan.totalInterestCents,
    loan.totalPaymentsCents,
    loan.effectiveMonthlyRatePercent,
    loan.totalInterestPercent,
  ];
  const cells = loan.rows.flatMap((row) => [
    row.paymentCents,
    row.principalCents,
    row.interestCents,
    row.balanceCents,
  ]);
  return [...figures, ...cells];
}

function cellsOfReference(loan: ExactAmortization): number[] {
  const figures = [
    Number(loan.paymentCents),
    Number(loan.totalInterestCents),
    Number(loan.totalPaymentsCents),
    Number(loan.rateUnits) / 1e5,
    Number(loan.interestPercentUnits) / 100,
  ];
  return [...figures, ...loan.rows.flat().map(Number)];
}
