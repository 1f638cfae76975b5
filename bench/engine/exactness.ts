/**
 * Compares the engine with the exact reference on random loans, figure by figure and cell by cell.
 *
 *     npx tsx bench/engine/exactness.ts [loans] [seed]
 *
 * The default of 100,000 loans takes some minutes. Ends with code 1 if anything differs.
 */
import type { Amortization } from 'server/src/modules/loans/amortization.ts';
import { amortize } from 'server/src/modules/loans/amortization.ts';
import type { ExactAmortization } from 'server/test/exact-amortization.ts';
import { exactAmortization } from 'server/test/exact-amortization.ts';
import { sampleLoans } from 'server/test/loan-arbitraries.ts';

const CHUNK = 1_000;

const loans = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);

let compared = 0;
let differing = 0;
let unroundedPaths = 0;

for (let done = 0; done < loans; done += CHUNK) {
  for (const terms of sampleLoans(Math.min(CHUNK, loans - done), seed + done)) {
    const exact = exactAmortization(terms);
    const expected = cellsOfReference(exact);
    const actual = cellsOfEngine(amortize(terms));
    const wrong = expected.filter((cell, index) => cell !== actual[index]).length;
    if (wrong > 0 || actual.length !== expected.length) {
      differing += Math.max(wrong, 1);
      print(`differs in ${wrong} of ${expected.length}: ${JSON.stringify(terms)}`);
    }
    compared += expected.length;
    if (exact.followsUnroundedPath) unroundedPaths++;
  }
  if ((done / CHUNK) % 10 === 9) print(`${done + CHUNK} loans, ${differing} differing cells`);
}

print(
  `${loans} loans (seed ${seed}; ${unroundedPaths} on the unrounded path), ` +
    `${compared} figures and cells compared: ${differing} differing`,
);
process.exitCode = differing === 0 ? 0 : 1;

function cellsOfEngine(loan: Amortization): number[] {
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

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
