import { readFileSync } from 'node:fs';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { calculator, type Law } from './calculators.ts';

const contentFile = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../content/${name}.json`, import.meta.url), 'utf8'));

/** The files of the content folder. */
export const law = {
  taxRules: contentFile('tax-rules'),
  buyingRules: contentFile('buying-rules'),
  indexation: contentFile('study-loan-indexation'),
  cashRate: contentFile('datasets/rba-cash-rate-changes/data'),
} as Law;

export const taxYears = taxYearsOf(law.taxRules);
export const calculate = calculator(law);
