/**
 * The engine's time as a ratio to a plain floating-point loop that builds the same rows, measured in one run.
 *
 *     npx tsx bench/engine/speed.ts
 *
 * The two take turns in short batches, so that a busy machine slows both; a ratio is the median over the pairs of
 * neighbouring batches, a time (of the CPU) the median over all.
 */
import { compoundingFrequencies } from 'contract/loans/loans.constants.ts';
import { amortize } from 'server/src/modules/loans/amortization.ts';
import type { LoanTerms } from 'server/src/modules/loans/amortization-exact.ts';
import { decimalLoop, plainLoop } from './peers.ts';
import { takeTurns } from './turns.ts';

/** A loan's terms but for the frequency; the principal then varies by some dollars from call to call. */
type Terms = Omit<LoanTerms, 'frequency'>;

const typical: [name: string, terms: Terms][] = [
  [
    '500,000.00 at 6 % over 360',
    { principalCents: 50_000_000, durationMonths: 360, annualRateMillionths: 6_000_000 },
  ],
  [
    '350,000.00 at 5.79 % over 360',
    { principalCents: 35_000_000, durationMonths: 360, annualRateMillionths: 5_790_000 },
  ],
];
const hard: [name: string, terms: Terms][] = [
  [
    'a tie every 50 cells',
    { principalCents: 50_000_000, durationMonths: 360, annualRateMillionths: 24_000_000 },
  ],
  ['the largest loan', { principalCents: 9e13, durationMonths: 360, annualRateMillionths: 6_123_457 }],
  [
    'the largest loan, 600 rows',
    { principalCents: 9e13, durationMonths: 600, annualRateMillionths: 30_000_000 },
  ],
  [
    'unrounded path, 600 rows',
    { principalCents: 10_000_000, durationMonths: 600, annualRateMillionths: 30_000_000 },
  ],
];

print('| loan | compounding | plain loop, µs | engine, µs | ratio |');
print('| --- | --- | ---: | ---: | ---: |');
const ratios = typical.flatMap(([name, terms]) => compare(name, terms));
for (const [name, terms] of hard) compare(name, terms);
const mean = ratios.reduce((total, ratio) => total + ratio, 0) / ratios.length;
print(`\nMean ratio over 360 rows and all three compoundings: ${mean.toFixed(2)} (goal: at most 3).`);

const home: LoanTerms = {
  principalCents: 50_000_000,
  durationMonths: 360,
  annualRateMillionths: 6_000_000,
  frequency: 'monthly',
};
const decimal = takeTurns(
  () => plainLoop(home),
  () => decimalLoop(home),
);
print(`A decimal library (decimal.js, 40 digits) takes ${decimal.ratio.toFixed(0)} times the plain loop.`);

// Its first interest is a tie, which sends all 600 rows to the exact arithmetic, and the tie to integers of 18,000 bits.
const slowest: LoanTerms = {
  principalCents: 20,
  durationMonths: 600,
  annualRateMillionths: 30_000_000,
  frequency: 'monthly',
};
const exactRows = takeTurns(
  () => plainLoop(slowest),
  () => amortize(slowest),
);
print(
  `The slowest loan known, 0.20 at 30 % over 600, takes ${(exactRows.otherMicros / 1_000).toFixed(1)} ms.`,
);

function compare(name: string, terms: Terms): number[] {
  return compoundingFrequencies.map((frequency) => {
    let call = 0;
    const next = (): LoanTerms => ({
      ...terms,
      principalCents: terms.principalCents + (call++ % 1_009),
      frequency,
    });
    const { plainMicros, otherMicros, ratio } = takeTurns(
      () => plainLoop(next()),
      () => amortize(next()),
    );
    print(
      `| ${name} | ${frequency} | ${plainMicros.toFixed(1)} | ${otherMicros.toFixed(1)} | ${ratio.toFixed(2)} |`,
    );
    return ratio;
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
