/** The figures of the law by income year: the file `content/tax-rules.json`. */
import { citationOf, isRising, type JsonOf, type SourceNames } from 'contract/law-files.ts';
import { z } from 'zod';

const dollars = z.int().min(0);
const percent = z.number().min(-100).max(100).multipleOf(0.001);

const doNotRise = 'the incomes do not rise';

const thresholds = z
  .array(z.tuple([dollars, percent]))
  .min(1)
  .refine(isRising, doNotRise);
const pieces = z
  .array(z.tuple([dollars, z.number().min(0).multipleOf(0.01), percent]))
  .min(1)
  .refine(isRising, doNotRise);

const isIncomeYear = (year: string) =>
  /^\d{4}-\d{2}$/.test(year) && (Number(year.slice(2, 4)) + 1) % 100 === Number(year.slice(5));

/** The rules of a file with these sources. */
export function taxRules(names: SourceNames) {
  const evidence = { sources: z.array(citationOf(names)).min(1), provisional: z.string().min(1).optional() };
  const Offset = z.strictObject({ pieces, ...evidence });
  const Year = z.strictObject({
    income_year: z.string().refine(isIncomeYear, 'not an income year'),
    resident_rates: z.strictObject({
      over: thresholds.refine(([first]) => first?.[0] === 0, 'the first bracket does not start at 0'),
      ...evidence,
    }),
    low_income_offset: Offset,
    low_middle_income_offset: Offset.optional(),
    working_offset: Offset.optional(),
    medicare_levy: z.strictObject({
      percent,
      threshold: dollars,
      phase_in_percent: percent,
      ...evidence,
    }),
    standard_deduction: z.strictObject({ amount: dollars, ...evidence }).optional(),
    study_loan: z
      .strictObject({ marginal: pieces.optional(), whole: thresholds, ...evidence })
      .refine(({ marginal, whole }) => (marginal?.at(-1)?.[0] ?? 0) < whole[0]![0], doNotRise)
      .optional(),
  });
  return z.strictObject({
    note: z.string(),
    seen: z.iso.date(),
    whole_dollars: z.object({ rule: z.string(), sources: evidence.sources }),
    sources: z.record(
      z.string(),
      z.strictObject({ name: z.string(), url: z.url(), seen: z.iso.date().optional() }),
    ),
    years: z
      .array(Year)
      .min(1)
      .superRefine((years, context) => {
        for (const [index, { income_year }] of years.entries()) {
          if (index === 0 || income_year > years[index - 1]!.income_year) continue;
          context.addIssue({ code: 'custom', path: [index], message: 'the years do not rise' });
        }
      }),
  });
}

export type TaxRules = JsonOf<z.output<ReturnType<typeof taxRules>>>;
