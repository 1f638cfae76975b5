/**
 * The engine's time as a ratio to a plain floating-point loop that builds the same rows, measured in one run.
 *
 *     npx tsx bench/engine/speed.ts
 *
 * The two take turns in short batches, so that a busy machine slows both. A ratio is the median over the pairs of
 * neighbouring batches. A time is the median CPU time of all batches.
 */
import { compoundingFrequencies } from 'contract/loans/loans.constants.ts';
import { calculateLoan, type LoanTerms } from 'engine/calculators/loan.ts';
import { plainLoop } from './peers.ts';
import { takeTurns } from './turns.ts';

/** A loan's terms without the compounding. The principal varies by some dollars from call to call. */
type Terms = Omit<LoanTerms, 'compounding'>;

const terms = (principalCents: number, durationMonths: number, annualRateMillionths: number): Terms => ({
  principalCents,
  durationMonths,
  annualRateMillionths,
});
const typical = {
  '500,000.00 at 6 % over 360': terms(50_000_000, 360, 6_000_000),
  '350,000.00 at 5.79 % over 360': terms(35_000_000, 360, 5_790_000),
};
const hard = {
  'a tie every 50 cells': terms(50_000_000, 360, 24_000_000),
  'the largest loan': terms(9e13, 360, 6_123_457),
  'the largest loan, 600 rows': terms(9e13, 600, 30_000_000),
  'unrounded path, 600 rows': terms(10_000_000, 600, 30_000_000),
};

console.log('| loan | compounding | plain loop, µs | engine, µs | ratio |');
console.log('| --- | --- | ---: | ---: | ---: |');
const ratios = Object.entries(typical).flatMap(([name, loan]) => compare(name, loan));
for (const [name, loan] of Object.entries(hard)) compare(name, loan);
const mean = ratios.reduce((total, ratio) => total + ratio, 0) / ratios.length;
console.log(`\nMean ratio over 360 rows and all three compoundings: ${mean.toFixed(2)} (goal: at most 3).`);

// Its 600 rows follow the unrounded balances, in fixed point.
const slowest: LoanTerms = { ...terms(20, 600, 30_000_000), compounding: 'monthly' };
const exactRows = takeTurns(
  () => plainLoop(slowest),
  () => calculateLoan(slowest),
);
console.log(
  `The slowest loan known, 0.20 at 30 % over 600, takes ${(exactRows.otherMicros / 1_000).toFixed(1)} ms.`,
);

function compare(name: string, loan: Terms): number[] {
  return compoundingFrequencies.map((compounding) => {
    let call = 0;
    const next = (): LoanTerms => ({
      ...loan,
      principalCents: loan.principalCents + (call++ % 1_009),
      compounding,
    });
    const { plainMicros, otherMicros, ratio } = takeTurns(
      () => plainLoop(next()),
      () => calculateLoan(next()),
    );
    console.log(
      `| ${name} | ${compounding} | ${plainMicros.toFixed(1)} | ${otherMicros.toFixed(1)} | ${ratio.toFixed(2)} |`,
    );
    return ratio;
  });
}
