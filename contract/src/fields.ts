import { z } from 'zod';

// Zod's faster compiled parsers need `eval`, which the page's content security policy refuses and reports.
z.config({ jitless: 'document' in globalThis });

const required = 'Required.';

/** `missing` where the value is absent or null, else `wrongKind`. */
export function requiredOr(wrongKind: string, missing = required): (issue: { input?: unknown }) => string {
  return ({ input }) => (input === undefined || input === null ? missing : wrongKind);
}

/** `words` name the choices in the refusal. */
export const oneOf = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  words = [choices.slice(0, -1).join(', '), choices.at(-1)].join(' or '),
) => z.enum(choices, { error: requiredOr(`Must be ${words}.`) });

/** Of JSON only, unlike `decimal`. */
export const WholeNumber = z.int({ error: requiredOr('Must be a whole number.') });

/** The longest sensible number has 20 characters. */
const decimalMaxLength = 40;
/** Browsers' number inputs pass on `.5` as typed. */
const plainDecimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
/** Also on the branches: form resolvers show a branch's issue in place of the union's. */
const notANumber = { error: requiredOr('Must be a number.') };

interface DecimalRange {
  /** The parsed value is an integer of 10^-decimals units. */
  decimals: number;
  min: number;
  max: number;
}

/**
 * An exact decimal from a JSON number or a decimal string, parsed to an integer of 10^-decimals
 * units. Decimals count by value: `100.000` has none.
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

/** Not an integer where digits are lost: then a value between its neighbours, to compare with the limits. */
function toUnits(given: number | string, decimals: number): number | 'not a number' {
  const text = typeof given === 'number' ? plain(given) : given;
  if (!plainDecimal.test(text)) return 'not a number';
  const [whole = '', fraction = ''] = text.replace(/^(-?)\./, (_, sign: string) => `${sign}0.`).split('.');
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  const units = Number(whole + kept);
  const isExact = /^0*$/.test(fraction.slice(decimals));
  return isExact ? units : units + (whole.startsWith('-') ? -0.5 : 0.5);
}

/** Without an exponent, in the shortest form. */
function plain(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1 ? value.toFixed(0) : value.toFixed(20).replace(/0+$/, '');
}

/** PostgreSQL reads both letter cases; we write lower case. */
export const Id = z.guid({ error: requiredOr('Must be an id.') }).toLowerCase();

/** Any other text is a 404. */
export const IdPath = z.object({ id: Id });

/** PostgreSQL stores no NUL and no lone surrogate. */
export function isStorable(given: string): boolean {
  return !given.includes('\u0000') && !/\p{Surrogate}/u.test(given);
}

export function boundedText(max: number, missing = required) {
  return z
    .string({ error: requiredOr('Must be text.', missing) })
    .min(1, missing)
    .max(max, `Must have at most ${max} characters.`)
    .refine(isStorable, 'Must not contain unprintable characters.');
}

export function possiblyEmptyText(max: number) {
  return z
    .string('Must be text.')
    .max(max, `Must have at most ${max} characters.`)
    .refine(isStorable, 'Must not contain unprintable characters.');
}

/** More than spaces. */
export const visibleText = (max: number) =>
  boundedText(max)
    // The empty text is refused already.
    .regex(/^$|\S/, required);

/** Leading and trailing spaces are removed. */
export const title = (max: number) => visibleText(max).trim();

/** For partial updates: absent stays absent; null and the empty text, which forms send, both mean null. */
export function optionalText<Output>(schema: z.ZodType<Output, string>) {
  return z
    .string('Must be text.')
    .nullable()
    .transform((given) => (given === '' ? null : given))
    .pipe(schema.nullable())
    .optional();
}

/** As JSON or a form writes it. Null and the empty text mean undefined. */
export const FormBoolean = z
  .union([z.boolean(), z.enum(['true', 'True', 'false', 'False', ''])], 'Must be true or false.')
  .nullable()
  .transform((given) => (given === null || given === '' ? undefined : /^true$/i.test(String(given))));

/** Handlers may give a date: the server's serializer writes it as its text. */
export const Timestamp = z
  .union([z.date().transform((date) => date.toISOString()), z.string()])
  .pipe(z.iso.datetime())
  .meta({ description: 'RFC 3339, UTC, milliseconds.' });
