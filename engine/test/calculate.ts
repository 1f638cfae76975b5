import { readFileSync } from 'node:fs';
import { type TaxRules, taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { calculator } from './calculators.ts';

const file = new URL('../../content/tax-rules.json', import.meta.url);
const taxRules = JSON.parse(readFileSync(file, 'utf8')) as TaxRules;

export const taxYears = taxYearsOf(taxRules);
export const calculate = calculator(taxRules);
