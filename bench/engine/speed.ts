/**
 * The engine's time as a ratio to a plain floating-point loop that builds the same rows, measured in one run.
 *
 *     npx tsx bench/engine/speed.ts
 *
 * The two take turns in short batches, so that a busy machine slows both; each figure is the median of its batches.
 */
import { compoundingFrequencies } from 'contract/loans.ts';
import { amortize } from 'server/src/modules/loans/amortization.ts';
import type { LoanTerms } from 'server/src/modules/loans/loan-terms.ts';
import { decimalLoop, plainLoop } from './peers.ts';

const BATCHES = 41;
const BATCH_MS = 8;

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
    'the largest loan over 360',
    { principalCents: 9e13, durationMonths: 360, annualRateMillionths: 6_123_457 },
  ],
  [
    'the largest loan over 600, 30 %',
    { principalCents: 9e13, durationMonths: 600, annualRateMillionths: 30_000_000 },
  ],
  [
    'unrounded path, 100,000.00 over 600, 30 %',
    { principalCents: 10_000_000, durationMonths: 600, annualRateMillionths: 30_000_000 },
  ],
  [
    'unrounded path, 50,000,000.00 over 600, 30 %',
    { principalCents: 5_000_000_000, durationMonths: 600, annualRateMillionths: 30_000_000 },
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
const [plain, decimal] = medians([() => plainLoop(home), () => decimalLoop(home)]);
print(
  `A decimal library (decimal.js, 40 digits) takes ${(decimal / plain).toFixed(0)} times the plain loop.`,
);

function compare(name: string, terms: Terms): number[] {
  return compoundingFrequencies.map((frequency) => {
    let call = 0;
    const next = (): LoanTerms => ({
      ...terms,
      principalCents: terms.principalCents + (call++ % 1_009),
      frequency,
    });
    const [plainMicros, engineMicros] = medians([() => plainLoop(next()), () => amortize(next())]);
    const ratio = engineMicros / plainMicros;
    print(
      `| ${name} | ${frequency} | ${plainMicros.toFixed(1)} | ${engineMicros.toFixed(1)} | ${ratio.toFixed(2)} |`,
    );
    return ratio;
  });
}

/** Microseconds a call of each, from batches that take turns; the first third warms up. */
function medians([first, second]: [() => unknown, () => unknown]): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let batch = 0; batch < BATCHES; batch++) {
    times[0].push(batchMicros(first));
    times[1].push(batchMicros(second));
  }
  return [median(times[0].slice(BATCHES / 3)), median(times[1].slice(BATCHES / 3))];
}

function batchMicros(run: () => unknown): number {
  const start = performance.now();
  let calls = 0;
  do {
    run();
    calls++;
  } while (performance.now() - start < BATCH_MS);
  return ((performance.now() - start) * 1_000) / calls;
}

function median(values: number[]): number {
  return values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
