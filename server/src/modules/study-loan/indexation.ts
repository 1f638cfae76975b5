/** Reads and validates the indexation of study loans. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { StudyLoanIndexation } from 'engine/calculators/study-loan.ts';
import { z } from 'zod';
import { StartError } from '#platform/process/start-error.ts';

const percent = z.number().min(0).max(100).multipleOf(0.1);

const IndexationFile = z
  .strictObject({
    note: z.string(),
    seen: z.iso.date(),
    sources: z.record(z.string(), z.strictObject({ name: z.string(), url: z.url() })),
    rates: z
      .array(
        z.strictObject({
          year: z.int(),
          percent,
          before_the_cap: percent.optional(),
          sources: z.array(z.string()).min(2, 'a rate needs two sources'),
        }),
      )
      .min(1)
      .refine(
        (rates) => rates.every(({ year }, index) => index === 0 || year > rates[index - 1]!.year),
        'the years do not rise',
      ),
  })
  .superRefine(({ sources, rates }, context) => {
    for (const [index, rate] of rates.entries()) {
      for (const name of rate.sources.filter((each) => !(each in sources))) {
        context.addIssue({ code: 'custom', path: ['rates', index], message: `there is no source ${name}` });
      }
    }
  });

/** Throws a one-line `StartError` for a malformed file. */
export function readIndexation(path: string): StudyLoanIndexation {
  return parseIndexation(basename(path), JSON.parse(readFileSync(path, 'utf8')));
}

/** Throws a one-line `StartError`. */
export function parseIndexation(name: string, file: unknown): StudyLoanIndexation {
  const parsed = IndexationFile.safeParse(file);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new StartError(`${name}: ${path.join('.')}: ${message}.`);
}
