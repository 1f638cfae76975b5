/** The statutory figures of the content folder. */
import { taxRules } from 'contract/take-home-pay/tax-rules.ts';
import { type TaxYear, taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { z } from 'zod';
import { readLaw } from '#domain/finance/law-files.ts';

/** The oldest year first. Throws a one-line `StartError`. */
export const readTaxRules = (path: string): TaxYear[] => taxYearsOf(readLaw(path, taxRules));

/** The tiers of the Medicare levy surcharge by income year, from the content folder. No calculation includes it. */
const tiers = z
  .array(
    z
      .tuple([z.int().min(1), z.number().positive().max(100)])
      .transform(([from, percent]) => ({ from, percent })),
  )
  .min(1);

const SurchargeFile = z.strictObject({
  note: z.string(),
  seen: z.iso.date(),
  sources: z.array(z.strictObject({ name: z.string(), url: z.url() })).min(1),
  years: z.record(z.string(), z.strictObject({ singles: tiers, families: tiers })),
});

type Surcharge = z.output<typeof SurchargeFile>['years'][string];
/** Null for a year whose tiers are not known. */
export type Surcharges = (incomeYear: string) => Surcharge | null;

export function readSurcharges(path: string): Surcharges {
  const { years } = readLaw(path, () => SurchargeFile);
  return (incomeYear) => years[incomeYear] ?? null;
}
