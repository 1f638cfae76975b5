/** Reads and validates the law of buying a home. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { dutyLineKeys, homeKinds, places } from 'contract/buying/buying.constants.ts';
import type { BuyingRules } from 'engine/buying/rules.ts';
import { z } from 'zod';
import { StartError } from '#platform/process/start-error.ts';

const value = z.int().min(0);
const percent = z.number().min(0).max(100).multipleOf(0.001);

const doNotRise = 'the values do not rise';
const isRising = (rows: readonly (readonly (number | null)[])[]) =>
  rows.every(([over], index) => index === 0 || over! > rows[index - 1]![0]!);

const bands = z
  .array(z.tuple([value, value.nullable(), percent]))
  .min(1)
  .refine(isRising, doNotRise);
const kinds = z.array(z.enum(homeKinds)).min(1);
const day = z.iso.date();

const Sources = z.record(
  z.string(),
  z.strictObject({ name: z.string(), url: z.url().nullable(), seen: day }),
);

/** The rules of a file with these sources. A rule that fewer than two of them give is refused. */
function rulesSchema(names: ReadonlySet<string>) {
  const sources = z
    .array(
      z.string().superRefine((name, context) => {
        if (!names.has(name)) context.addIssue({ code: 'custom', message: `there is no source ${name}` });
      }),
    )
    .refine((list) => new Set(list).size >= 2, 'a rule needs two sources');
  const duty = { sources, page: z.url(), section: z.string().optional() };
  const relief = { ...duty, key: z.enum(dutyLineKeys), kinds };
  const Relief = z.discriminatedUnion('by', [
    z.strictObject({ ...relief, by: z.literal('exempt') }),
    z.strictObject({ ...relief, by: z.literal('exempt_share'), exempt_to: value, below: value }),
    z.strictObject({ ...relief, by: z.literal('duty_share'), exempt_to: value, to: value }),
    z.strictObject({
      ...relief,
      by: z.literal('deduct'),
      steps: z.array(z.tuple([value, value])).refine(isRising, doNotRise),
    }),
    z.strictObject({ ...relief, by: z.literal('scale'), bands, to: value }),
  ]);
  const Grant = z.strictObject({
    name: z.string(),
    amount: value,
    to: value.optional(),
    below: value.optional(),
    north_to: value.optional(),
    until: day.optional(),
    provisional: z.string().optional(),
    land_note: z.string(),
    page: z.url(),
    sources,
  });
  const Law = z.strictObject({
    name: z.string(),
    in_text: z.string(),
    duty: z.string(),
    office: z.string(),
    from: day,
    until: day.nullish(),
    until_why: z.string().optional(),
    part_of: z.literal([1, 100]),
    round: z.enum(['cent', 'dollar']),
    minimum: value,
    general: z.strictObject({
      bands,
      formula: z
        .strictObject({ to: value, squared: z.string().regex(/^\d+\.\d+$/), linear: value })
        .optional(),
      ...duty,
    }),
    home: z
      .strictObject({ key: z.enum(dutyLineKeys), kinds, bands, to: value.optional(), ...duty })
      .optional(),
    relief: z.array(Relief),
    grant: Grant.nullable(),
    notes: z.array(z.string()).optional(),
  });
  const versions = z
    .array(Law)
    .min(1)
    .refine(
      (laws) => laws.every(({ from }, index) => index === 0 || from > laws[index - 1]!.from),
      'the versions do not rise',
    );
  const caps = z.record(
    z.enum(places),
    z.array(z.strictObject({ from: day, capital: value, rest: value, sources })).min(1),
  );
  const scheme = {
    name: z.string(),
    from: day,
    until: day.optional(),
    deposit_percent: value,
    sources,
    caps,
  };
  return z.looseObject({
    sources: Sources,
    places: z.record(z.enum(places), z.union([versions, Law])),
    buffer: z.looseObject({ points: value, sources }),
    examples: z.array(z.tuple([z.enum(places), z.string(), value, z.number()])),
    schemes: z.strictObject({
      deposit_guarantee: z.looseObject({
        ...scheme,
        capital_also: z.partialRecord(z.enum(places), z.array(z.string())),
      }),
      help_to_buy: z.looseObject({
        ...scheme,
        share_percent: z.strictObject({ established: value, new: value }),
        income: z.strictObject({ one: value, two: value }),
      }),
    }),
  });
}

/** Throws a one-line `StartError`. */
export function readBuyingRules(path: string): BuyingRules {
  return parseBuyingRules(basename(path), JSON.parse(readFileSync(path, 'utf8')));
}

/** Throws a one-line `StartError`. */
export function parseBuyingRules(name: string, file: unknown): BuyingRules {
  const parse = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> => {
    const parsed = schema.safeParse(file);
    if (parsed.success) return parsed.data;
    const { path = [], message = '' } = parsed.error.issues[0] ?? {};
    throw new StartError(`${name}: ${path.join('.')}: ${message}.`);
  };
  const { sources } = parse(z.looseObject({ sources: Sources }));
  return parse(rulesSchema(new Set(Object.keys(sources))));
}
