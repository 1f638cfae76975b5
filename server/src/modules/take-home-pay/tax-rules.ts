/** The statutory figures by income year, from the content folder. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { StartError } from '#platform/process/start-error.ts';

const dollars = z.int().min(0);
const percent = z.number().min(-100).max(100).multipleOf(0.001);

/** For incomes above `over`: a base amount, and a rate on the part above it. */
export interface Piece {
  over: number;
  baseCents: number;
  rateThousandths: number;
}

const thousandths = (rate: number) => Math.round(rate * 1_000);

const piece = (over: number, base: number, rate: number): Piece => ({
  over,
  baseCents: Math.round(base * 100),
  rateThousandths: thousandths(rate),
});

const doNotRise = 'the incomes do not rise';

const isRising = (list: readonly Piece[]) =>
  list.every(({ over }, index) => index === 0 || over > list[index - 1]!.over);

const rising = <Input>(entry: z.ZodType<Piece, Input>) => z.array(entry).min(1).refine(isRising, doNotRise);

const thresholds = rising(z.tuple([dollars, percent]).transform(([over, rate]) => piece(over, 0, rate)));

const pieces = rising(
  z.tuple([dollars, z.number().min(0).multipleOf(0.01), percent]).transform((entry) => piece(...entry)),
);

const SourcesFile = z.looseObject({
  seen: z.iso.date(),
  sources: z.record(
    z.string(),
    z.strictObject({ name: z.string(), url: z.url(), seen: z.iso.date().optional() }),
  ),
});

const isIncomeYear = (year: string) =>
  /^\d{4}-\d{2}$/.test(year) && (Number(year.slice(2, 4)) + 1) % 100 === Number(year.slice(5));

/** Replaces the ids of sources by the sources. */
function yearsFile({ seen, sources }: z.output<typeof SourcesFile>) {
  const source = z.string().transform((id, context) => {
    const entry = sources[id];
    if (entry) return { ...entry, seen: entry.seen ?? seen };
    context.addIssue({ code: 'custom', message: `there is no source ${id}` });
    return z.NEVER;
  });
  const evidence = {
    sources: z.array(source).min(1),
    /** Why the figures may still change. */
    provisional: z.string().min(1).optional(),
  };
  const Offset = z.strictObject({ pieces, ...evidence });
  const Year = z.strictObject({
    income_year: z.string().refine(isIncomeYear, 'not an income year'),
    resident_rates: z.strictObject({
      over: thresholds.refine(([first]) => first?.over === 0, 'the first bracket does not start at 0'),
      ...evidence,
    }),
    low_income_offset: Offset,
    low_middle_income_offset: Offset.optional(),
    medicare_levy: z.strictObject({
      percent: percent.transform(thousandths),
      threshold: dollars,
      phase_in_percent: percent.transform(thousandths),
      ...evidence,
    }),
    standard_deduction: z.strictObject({ amount: dollars, ...evidence }).optional(),
    study_loan: z
      .strictObject({ marginal: pieces.default([]), whole: thresholds, ...evidence })
      .refine(({ marginal, whole }) => (marginal.at(-1)?.over ?? 0) < whole[0]!.over, doNotRise)
      .optional(),
  });
  return z.strictObject({
    note: z.string(),
    seen: z.string(),
    whole_dollars: z.object({ rule: z.string(), sources: evidence.sources }),
    sources: z.object(),
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

export type TaxYear = z.output<ReturnType<typeof yearsFile>>['years'][number];
export type Evidence = Pick<TaxYear['medicare_levy'], 'sources' | 'provisional'>;

/** The oldest year first. */
export function readTaxRules(path: string): TaxYear[] {
  return parseTaxRules(basename(path), JSON.parse(readFileSync(path, 'utf8')));
}

/** Throws a one-line `StartError`. */
export function parseTaxRules(name: string, file: unknown): TaxYear[] {
  const parse = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> => {
    const parsed = schema.safeParse(file);
    if (parsed.success) return parsed.data;
    const { path = [], message = '' } = parsed.error.issues[0] ?? {};
    throw new StartError(`${name}: ${path.join('.')}: ${message}.`);
  };
  return parse(yearsFile(parse(SourcesFile))).years;
}
