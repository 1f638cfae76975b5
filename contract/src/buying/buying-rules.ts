/** The law of buying a home: the file `content/buying-rules.json`. */
import { citationOf, isRising, type SourceNames } from 'contract/law-files.ts';
import { z } from 'zod';
import { dutyLineKeys, homeKinds, places } from './buying.constants.ts';

const value = z.int().min(0);
const percent = z.number().min(0).max(100).multipleOf(0.001);

const doNotRise = 'the values do not rise';

/** The value above which a band starts, the duty there and the percentage above; without a duty, of the whole value. */
const bands = z
  .array(z.tuple([value, value.nullable(), percent]))
  .min(1)
  .refine(isRising, doNotRise);
const kinds = z.array(z.enum(homeKinds)).min(1);
const day = z.iso.date();

/** The rules of a file with these sources. A rule that fewer than two of them give is refused. */
export function buyingRules(names: SourceNames) {
  const sources = z
    .array(citationOf(names))
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
    /** The largest price. */
    to: value.optional(),
    /** Prices must be below it. */
    below: value.optional(),
    /** The largest price north of the 26th parallel. */
    north_to: value.optional(),
    /** The last day of contracts. */
    until: day.optional(),
    provisional: z.string().optional(),
    land_note: z.string(),
    page: z.url(),
    sources,
  });
  const Law = z.strictObject({
    name: z.string(),
    in_text: z.string(),
    /** What the place calls its duty. */
    duty: z.string(),
    office: z.string(),
    /** The first and the last day of contracts, if the office publishes new figures after it. */
    from: day,
    until: day.nullish(),
    until_why: z.string().optional(),
    part_of: z.literal([1, 100]),
    round: z.enum(['cent', 'dollar']),
    /** In AUD. */
    minimum: value,
    general: z.strictObject({
      bands,
      /** Up to `to`: squared × V² + linear × V, with V a thousandth of the value. */
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
    sources: z.record(z.string(), z.strictObject({ name: z.string(), url: z.url().nullable(), seen: day })),
    /** The oldest version first. */
    places: z.record(z.enum(places), z.union([versions, Law])),
    buffer: z.looseObject({ points: value, sources }),
    /** Duties that the offices print or calculate. */
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

export type BuyingRules = z.output<ReturnType<typeof buyingRules>>;
export type PlaceLaw = Exclude<BuyingRules['places'][keyof BuyingRules['places']], readonly unknown[]>;
export type Band = PlaceLaw['general']['bands'][number];
export type Relief = PlaceLaw['relief'][number];
