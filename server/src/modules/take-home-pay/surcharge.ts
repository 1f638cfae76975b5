/** The tiers of the Medicare levy surcharge by income year, from the content folder. No calculation includes it. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { StartError } from '#platform/process/start-error.ts';

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

/** Throws a one-line `StartError` for a malformed file. */
export function readSurcharges(path: string): Surcharges {
  const parsed = SurchargeFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) {
    const { path: place, message } = parsed.error.issues[0]!;
    throw new StartError(`${basename(path)}: ${place.join('.')}: ${message}.`);
  }
  return (incomeYear) => parsed.data.years[incomeYear] ?? null;
}
