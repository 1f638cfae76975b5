/** The statutory figures of the content folder. */
import { taxRules } from 'contract/take-home-pay/tax-rules.ts';
import { type TaxYear, taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { readLaw } from '#domain/finance/law-files.ts';

/** The oldest year first. Throws a one-line `StartError`. */
export const readTaxRules = (path: string): TaxYear[] => taxYearsOf(readLaw(path, taxRules));
