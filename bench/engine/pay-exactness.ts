/**
 * Compares take-home pay with the exact reference: for random pays, and at every threshold of every year ± 1 dollar.
 *
 *     npx tsx bench/engine/pay-exactness.ts [pays] [seed]
 *
 * The default is 200,000 pays. Ends with code 1 if anything differs.
 */
import type { Cents } from 'contract/units.ts';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { contentFolder } from 'server/src/root-folders.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { readTaxRules } from 'server/src/modules/take-home-pay/tax-rules.ts';
import { exactPay, hasStudyLoan, thresholdsOf, yearNames } from 'engine/test/exact-pay.ts';
import { reportNone } from '../report.ts';

const pays = Number(process.argv[2] ?? 200_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
const years = readTaxRules(join(contentFolder, 'tax-rules.json'));

let compared = 0;
let differing = 0;

for (const year of yearNames) {
  for (const dollars of thresholdsOf(year).flatMap((each) => [each - 1, each, each + 1])) {
    for (const studyLoan of [false, hasStudyLoan(year)])
      if (dollars >= 0) compare(year, dollars * 100, 0, studyLoan);
  }
}
const random = fc.tuple(
  fc.constantFrom(...yearNames),
  fc.oneof(fc.integer({ min: 0, max: 30_000_000 }), fc.integer({ min: 0, max: 100_000_000_000 })),
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 })),
  fc.boolean(),
);
for (const [year, income, part, studyLoan] of fc.sample(random, { numRuns: pays, seed })) {
  compare(year, income, Math.floor((income * part) / 1e6), studyLoan && hasStudyLoan(year));
}
reportNone(`of ${pays} random pays (seed ${seed}), ${compared} with the thresholds, different`, differing);

function compare(year: string, income: number, sacrifice: number, studyLoan: boolean): void {
  compared++;
  const answer = takeHomePayResult(years, {
    income: income as Cents,
    period: 'yearly',
    income_year: year,
    salary_sacrifice: sacrifice as Cents,
    study_loan: studyLoan,
    standard_deduction: true,
    compare_year: undefined,
  });
  const exact = exactPay(year, income, sacrifice, studyLoan);
  const isEqual =
    cents(answer.net_income) === exact.net &&
    answer.lines.length === Object.keys(exact.cents).length &&
    answer.lines.every(({ key, amount }) => cents(amount) === exact.cents[key]) &&
    answer.next.every(
      ({ added, kept }) =>
        cents(kept) === exactPay(year, income + added * 100, sacrifice, studyLoan).net - exact.net,
    );
  if (isEqual) return;
  differing++;
  console.log(`differs: ${JSON.stringify({ year, income, sacrifice, studyLoan })}`);
}

function cents(amount: number): number {
  return Math.round(amount * 100);
}
