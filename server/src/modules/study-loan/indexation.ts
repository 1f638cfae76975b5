/** The schema of the indexation of study loans. */
import { citationOf, isRising, type SourceNames } from 'contract/law-files.ts';
import { z } from 'zod';

const percent = z.number().min(0).max(100).multipleOf(0.1);

export const indexationRules = (names: SourceNames) =>
  z.strictObject({
    note: z.string(),
    seen: z.iso.date(),
    sources: z.record(z.string(), z.strictObject({ name: z.string(), url: z.url() })),
    rates: z
      .array(
        z.strictObject({
          year: z.int(),
          percent,
          before_the_cap: percent.optional(),
          sources: z.array(citationOf(names)).min(2, 'a rate needs two sources'),
        }),
      )
      .min(1)
      .refine((rates) => isRising(rates.map(({ year }) => [year])), 'the years do not rise'),
  });
