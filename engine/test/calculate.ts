import { readFileSync } from 'node:fs';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { calculator, type Law } from './calculators.ts';

const contentFile = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../content/${name}.json`, import.meta.url), 'utf8'));

/** The files of the law in the content folder. */
export const law = {
  taxRules: contentFile('tax-rules'),
  buyingRules: contentFile('buying-rules'),
  indexation: contentFile('study-loan-indexation'),
} as Law;

export const taxYears = taxYearsOf(law.taxRules);
export const calculate = calculator(law);
