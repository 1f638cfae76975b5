/** The statutory figures by income year, from the content folder. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { StartError } from '#platform/process/start-error.ts';

const dollars = z.int().min(0);
const percent = z.number().min(-100).max(100).multipleOf(0.001);

const rising = (entries: [over: number, ...rates: number[]][]) =>
  entries.every(([over], index) => index === 0 || over > entries[index - 1]![0]);
const doNotRise = 'the incomes do not rise';

const thresholds = z
  .array(z.tuple([dollars, percent]))
  .min(1)
  .refine(rising, doNotRise)
  .transform((entries) => entries.map(([over, rate]) => ({ over, rateThousandths: thousandths(rate) })));

const pieces = z
  .array(z.tuple([dollars, z.number().min(0).multipleOf(0.01), percent]))
  .min(1)
  .refine(rising, doNotRise)
  .transform((entries) =>
    entries.map(([over, base, rate]) => ({
      over,
      baseCents: Math.round(base * 100),
      rateThousandths: thousandths(rate),
    })),
  );

const thousandths = (rate: number) => Math.round(rate * 1_000);

const evidence = { sources: z.array(z.string()).min(1), provisional: z.boolean().default(false) };

const Year = z.strictObject({
  income_year: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .refine((year) => (Number(year.slice(2, 4)) + 1) % 100 === Number(year.slice(5)), 'not an income year'),
  resident_rates: z.strictObject({
    over: thresholds.refine(([first]) => first?.over === 0, 'the first bracket does not start at 0'),
    ...evidence,
  }),
  low_income_offset: z.strictObject({ pieces, ...evidence }),
  low_middle_income_offset: z.strictObject({ pieces, ...evidence }).optional(),
  medicare_levy: z.strictObject({
    percent: percent.transform(thousandths),
    threshold: dollars,
    phase_in_percent: percent.transform(thousandths),
    ...evidence,
  }),
  study_loan: z
    .strictObject({ marginal: pieces.default([]), whole: thresholds, ...evidence })
    .refine(({ marginal, whole }) => (marginal.at(-1)?.over ?? 0) < whole[0]!.over, doNotRise)
    .optional(),
});

const TaxRulesFile = z
  .strictObject({
    note: z.string(),
    seen: z.iso.date(),
    whole_dollars: z.object({ rule: z.string(), sources: evidence.sources }),
    sources: z.record(z.string(), z.strictObject({ name: z.string(), url: z.url() })),
    years: z.array(Year).min(1),
  })
  .superRefine(({ years, sources }, context) => {
    for (const [index, year] of years.entries()) {
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: ['years', index], message });
      if (index > 0 && year.income_year <= years[index - 1]!.income_year) refuse('the years do not rise');
      const named = Object.values(year).flatMap((rule) => (typeof rule === 'object' ? rule.sources : []));
      for (const id of named) if (!(id in sources)) refuse(`there is no source ${id}`);
    }
  });

type ParsedYear = z.output<typeof Year>;
export type Piece = ParsedYear['low_income_offset']['pieces'][number];

export interface Evidence {
  /** As enacted. Such figures usually change later. */
  provisional: boolean;
  sources: { name: string; url: string; seen: string }[];
}
type WithEvidence<Rule> = Omit<Rule, 'sources' | 'provisional'> & { evidence: Evidence };

export interface TaxYear {
  incomeYear: string;
  residentRates: WithEvidence<ParsedYear['resident_rates']>;
  lowIncomeOffset: WithEvidence<ParsedYear['low_income_offset']>;
  lowMiddleIncomeOffset: WithEvidence<ParsedYear['low_income_offset']> | undefined;
  medicareLevy: WithEvidence<ParsedYear['medicare_levy']>;
  studyLoan: WithEvidence<NonNullable<ParsedYear['study_loan']>> | undefined;
}

/** The oldest year first. */
export function readTaxRules(path: string): TaxYear[] {
  return parseTaxRules(basename(path), JSON.parse(readFileSync(path, 'utf8')));
}

/** Throws a one-line `StartError`. */
export function parseTaxRules(name: string, file: unknown): TaxYear[] {
  const parsed = TaxRulesFile.safeParse(file);
  if (!parsed.success) {
    const { path = [], message = '' } = parsed.error.issues[0] ?? {};
    throw new StartError(`${name}: ${path.join('.')}: ${message}.`);
  }
  const { seen, sources: known, years } = parsed.data;
  const withEvidence = <Rule extends { sources: string[]; provisional: boolean }>(rule: Rule) => {
    const { sources, provisional, ...figures } = rule;
    return {
      ...figures,
      evidence: { provisional, sources: sources.map((id) => ({ ...known[id]!, seen })) },
    };
  };
  return years.map((year) => ({
    incomeYear: year.income_year,
    residentRates: withEvidence(year.resident_rates),
    lowIncomeOffset: withEvidence(year.low_income_offset),
    lowMiddleIncomeOffset: year.low_middle_income_offset && withEvidence(year.low_middle_income_offset),
    medicareLevy: withEvidence(year.medicare_levy),
    studyLoan: year.study_loan && withEvidence(year.study_loan),
  }));
}
