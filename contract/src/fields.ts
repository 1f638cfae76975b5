import { z } from 'zod';

// Zod's faster compiled parsers need `eval`, which the page's content security policy refuses and reports.
z.config({ jitless: 'document' in globalThis });

const required = 'Required.';

/** One text where a value is absent or null, another where it is of the wrong kind. */
export function requiredOr(wrongKind: string, missing = required): (issue: { input?: unknown }) => string {
  return ({ input }) => (input === undefined || input === null ? missing : wrongKind);
}

/** A longer text is refused unread; the longest sensible number has 20 characters. */
const decimalMaxLength = 40;
/** People type `.5`, and number inputs of browsers hand it on. */
const plainDecimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
/** On the branches too: form resolvers show a branch's issue in place of the union's. */
const notANumber = { error: requiredOr('Must be a number.') };

interface DecimalRange {
  /** Number of decimals kept: the parsed value is an integer of 10^-decimals units. */
  decimals: number;
  min: number;
  max: number;
}

/**
 * An exact decimal, given as a JSON number or a plain decimal string (as forms send it).
 * Parses to an integer number of 10^-decimals units: cents for 2, millionths for 6. Decimals are counted by
 * value, so `100.000` has none; a JSON number counts by its shortest decimal form.
 */
export function decimal({ decimals, min, max }: DecimalRange) {
  return z
    .union([z.number(notANumber), z.string(notANumber).max(decimalMaxLength, notANumber)], notANumber)
    .transform((given, context) => {
      const units = toUnits(given, decimals);
      const [low, high] = [Math.round(min * 10 ** decimals), Math.round(max * 10 ** decimals)];
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      if (units === 'not a number') return refuse(given === '' ? required : 'Must be a number.');
      if (units < low) return refuse(`Must be at least ${plain(min)}.`);
      if (units > high) return refuse(`Must be at most ${plain(max)}.`);
      if (!Number.isInteger(units)) {
        return refuse(decimals === 0 ? 'Must be a whole number.' : `Must have at most ${decimals} decimals.`);
      }
      return units;
    });
}

/** An integer where exact; otherwise a value between its neighbours, good enough to compare with the limits. */
function toUnits(given: number | string, decimals: number): number | 'not a number' {
  const text = typeof given === 'number' ? plain(given) : given;
  if (!plainDecimal.test(text)) return 'not a number';
  const [whole = '', fraction = ''] = text.replace(/^(-?)\./, (_, sign: string) => `${sign}0.`).split('.');
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  const units = Number(whole + kept);
  const isExact = /^0*$/.test(fraction.slice(decimals));
  return isExact ? units : units + (whole.startsWith('-') ? -0.5 : 0.5);
}

/** Decimal text of a number without exponent, in its shortest form. */
function plain(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1 ? value.toFixed(0) : value.toFixed(20).replace(/0+$/, '');
}

/** Any id of ours. PostgreSQL reads both letter cases; we write lower case. */
export const Id = z.guid({ error: requiredOr('Must be an id.') }).toLowerCase();

/** A path that names one record by its id. Any other text is a 404. */
export const IdPath = z.object({ id: Id });

/** What PostgreSQL and JSON can both hold: no NUL, no lone surrogate. */
export function isStorable(given: string): boolean {
  return !given.includes('\u0000') && !/\p{Surrogate}/u.test(given);
}

/** Text of at most `max` characters; `missing` is said where it is absent, null or empty. */
export function boundedText(max: number, missing = required) {
  return z
    .string({ error: requiredOr('Must be text.', missing) })
    .min(1, missing)
    .max(max, `Must have at most ${max} characters.`)
    .refine(isStorable, 'Must not contain unprintable characters.');
}

/** What something is called: more than spaces, and without those at its ends. */
export const title = (max: number) =>
  boundedText(max)
    // The empty text is refused already.
    .regex(/^$|\S/, required)
    .trim();

/** For partial updates: absent stays absent, null and the empty text (as forms send it) both mean null. */
export function optionalText<Output>(schema: z.ZodType<Output, string>) {
  return z
    .string('Must be text.')
    .nullable()
    .transform((given) => (given === '' ? null : given))
    .pipe(schema.nullable())
    .optional();
}

/** As JSON has it, and as forms write it; null and the empty text stand for nothing. */
export const FormBoolean = z
  .union([z.boolean(), z.enum(['true', 'True', 'false', 'False', ''])], 'Must be true or false.')
  .nullable()
  .transform((given) => (given === null || given === '' ? undefined : /^true$/i.test(String(given))));

export const Timestamp = z.iso.datetime().meta({ description: 'RFC 3339, UTC, milliseconds.' });
