/**
 * Compares offers to switch to with the exact reference on random ones, figure by figure and row by row.
 *
 *     npx tsx bench/engine/switch-exactness.ts [switches] [seed]
 *
 * The default of 20,000 takes an hour or more. Ends with code 1 if anything differs.
 */
import { isDeepStrictEqual } from 'node:util';
import { interestCentsAt } from 'server/src/modules/scenarios/engine/schedule.ts';
import {
  compareOffer,
  costsOfStaying,
  type OfferCosts,
} from 'server/src/modules/scenarios/engine/switching.ts';
import { exactOffer } from 'server/test/exact-switching.ts';
import { sampleSwitches } from 'server/test/offer-arbitraries.ts';

const CHUNK = 500;

const switches = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);

let rows = 0;
let differing = 0;

for (let done = 0; done < switches; done += CHUNK) {
  for (const { current, offer } of sampleSwitches(Math.min(CHUNK, switches - done), seed + done)) {
    const { least, keep, comparisonRatePercent } = compareOffer(current, costsOfStaying(current), offer);
    const actual = { least: figuresOf(least), keep: figuresOf(keep), comparisonRatePercent };
    if (!isDeepStrictEqual(actual, exactOffer(current, offer))) {
      differing++;
      print(`differs: ${JSON.stringify({ current, offer })}`);
    }
    rows += least.costDifferenceCents.length + keep.costDifferenceCents.length;
  }
  print(`${Math.min(done + CHUNK, switches)} switches, ${differing} differing`);
}

print(`${switches} switches (seed ${seed}), ${rows} rows compared: ${differing} switches differing`);
process.exitCode = differing === 0 ? 0 : 1;

function figuresOf({ schedule, paymentCents, totalCostCents, costDifferenceCents }: OfferCosts) {
  return {
    paymentCents,
    totalCostCents,
    interest: Array.from({ length: schedule.length }, (_, index) => interestCentsAt(schedule, index + 1)),
    balances: Array.from(schedule.balanceCents.subarray(1, schedule.length + 1)),
    costDifferences: Array.from(costDifferenceCents),
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
