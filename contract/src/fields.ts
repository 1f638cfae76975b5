import { z } from 'zod';
import { count } from './counts.ts';
import { formatNumber } from './formats.ts';
import { messages } from './texts.ts';

const required: string = messages.required;

const isMissing = (input: unknown) => input === undefined || input === null || input === '';

const wrongTypes: Readonly<Record<string, string>> = {
  array: 'Must be a list.',
  boolean: 'Must be true or false.',
  int: 'Must be a whole number.',
  number: messages.notANumber,
  object: 'Must be an object.',
  record: 'Must be an object.',
  string: 'Must be text.',
};

/** The message of a fault for which the schema has none. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (isMissing(issue.input)) return required;
  if (issue.code === 'invalid_type') return wrongTypes[issue.expected];
  if (issue.code === 'invalid_value') return `Must be ${choicesText(issue.values.map(String))}.`;
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  const limit =
    issue.code === 'too_big'
      ? `at most ${formatNumber(Number(issue.maximum))}`
      : `at least ${formatNumber(Number(issue.minimum))}`;
  if (issue.origin === 'string') return `Must have ${limit} characters.`;
  return issue.origin === 'array' ? `Must have ${limit} entries.` : `Must be ${limit}.`;
}

// Zod's compiled parsers need `eval`, which the page's content security policy refuses and reports.
z.config({ jitless: 'document' in globalThis, customError: messageOf });

const choicesText = (choices: readonly string[]) =>
  [choices.slice(0, -1).join(', '), choices.at(-1)].filter(Boolean).join(' or ');

/** The error is `missing` for an absent value, null or an empty text, and `wrongType` for any other. */
export function requiredOr(wrongType: string, missing = required): (issue: { input?: unknown }) => string {
  return ({ input }) => (isMissing(input) ? missing : wrongType);
}

/** `text` lists the choices in the error message. */
export const oneOf = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  text = choicesText(choices),
) => z.enum(choices, { error: requiredOr(`Must be ${text}.`) });

/**
 * A kind that is read from the database. After a return from a newer version, its rows stay there, and a kind that this
 * version does not know is read as `unknown`.
 */
export const storedKind = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z.enum([...choices, 'unknown']).catch('unknown');

/** The same for a value that has a harmless substitute among the known ones. */
export const storedChoice = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  substitute: Choices[number],
) => z.enum(choices).catch(substitute);

/** Accepts only JSON numbers, unlike `decimal`, which also accepts strings. */
export const WholeNumber = z.int({ error: requiredOr('Must be a whole number.') });

/** No sensible number has more than 20 characters. */
const decimalMaxLength = 40;
/** A browser's number input sends `.5` as the user typed it. */
const plainDecimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
/** Also set on the union's branches, because form resolvers display the issue of a branch instead of the union's. */
const notANumber = { error: requiredOr(messages.notANumber) };

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
    .union(
      [z.number(notANumber), z.string(notANumber).max(decimalMaxLength, { ...notANumber, abort: true })],
      notANumber,
    )
    .transform((input, context) => {
      const units = toUnits(input, decimals);
      const [low, high] = [Math.round(min * 10 ** decimals), Math.round(max * 10 ** decimals)];
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      if (units === 'not a number') return refuse(input === '' ? required : messages.notANumber);
      if (units < low) return refuse(`Must be at least ${formatNumber(min)}.`);
      if (units > high) return refuse(`Must be at most ${formatNumber(max)}.`);
      if (!Number.isInteger(units)) {
        return refuse(
          decimals === 0 ? 'Must be a whole number.' : `Must have at most ${count(decimals, 'decimal')}.`,
        );
      }
      return units;
    });
}

/** Digits beyond `decimals` give a value between two integers, which still compares with the limits. */
function toUnits(input: number | string, decimals: number): number | 'not a number' {
  // The fast path for most amounts: the product is exact.
  if (typeof input === 'number' && Number.isSafeInteger(input)) return input * 10 ** decimals + 0;
  const text = typeof input === 'number' ? plain(input) : input;
  if (!plainDecimal.test(text)) return 'not a number';
  const [whole = '', fraction = ''] = text.replace(/^(-?)\./, (_, sign: string) => `${sign}0.`).split('.');
  const scaledFraction = fraction.slice(0, decimals).padEnd(decimals, '0');
  const units = Number(whole + scaledFraction);
  const isExact = /^0*$/.test(fraction.slice(decimals));
  return isExact ? units : units + (whole.startsWith('-') ? -0.5 : 0.5);
}

/** The shortest decimal text of a number, without an exponent. */
function plain(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1 ? value.toFixed(0) : value.toFixed(20).replace(/0+$/, '');
}

/** PostgreSQL reads both letter cases; lower case is the stored form. */
export const Id = z.guid({ error: requiredOr('Must be an id.') }).toLowerCase();

/** A malformed id returns 404. */
export const IdPath = z.object({ id: Id });

/** PostgreSQL stores neither NUL nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

export const unstorable =
  'Must not contain NUL or half a character, which UTF-8 text in the database cannot hold.';

const atMost = (max: number) => `Must have at most ${count(max, 'character')}.`;
const unprintable = 'Must not contain unprintable characters.';

/** A text of any characters that can be stored, such as a token. Texts for people are `visibleLine` or `visibleText`. */
export function boundedText(max: number, missing = required, tooLong = atMost(max)) {
  return z
    .string({ error: requiredOr('Must be text.', missing) })
    .min(1, missing)
    .max(max, tooLong)
    .refine(isStorable, unstorable);
}

/** Characters other than spaces that people cannot see. U+2800 is a Braille pattern without dots. */
const invisible = String.raw`\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2800`;
export const invisibleCharacter = new RegExp(`[${invisible}]`, 'u');
const visibleCharacter = new RegExp(String.raw`[^\p{Separator}${invisible}]`, 'u');

const isVisible = (text: string) => visibleCharacter.test(text);

/** With the controls of the text direction, which make a text look like another one (Unicode Technical Standard 55). */
const notInText = /[^\P{Control}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/u;
const notInLine = /[\p{Control}\u2028-\u202E\u2066-\u2069]/u;

const withoutAny = (refused: RegExp) => (text: string) => !refused.test(text);

/** In NFC and without outer spaces, so that equal texts are stored equally. */
const displayedText = (max: number, missing: string, refused: RegExp) =>
  z
    .string({ error: requiredOr('Must be text.', missing) })
    .normalize('NFC')
    .trim()
    .min(1, { error: missing, abort: true })
    .refine(isVisible, { error: missing, abort: true })
    .max(max, atMost(max))
    .refine(isStorable, { error: unstorable, abort: true })
    .refine(withoutAny(refused), unprintable);

/** A name or another text of one line, with at least one character that people can see. */
export const visibleLine = (max: number, missing = required) => displayedText(max, missing, notInLine);

/** A text of one or more lines, with at least one character that people can see. */
export const visibleText = (max: number, missing = required) => displayedText(max, missing, notInText);

/** A text of any number of lines. It is empty if people could see none of its characters. */
export function possiblyEmptyText(max: number) {
  return z
    .string('Must be text.')
    .normalize('NFC')
    .trim()
    .overwrite((text) => (isVisible(text) ? text : ''))
    .max(max, atMost(max))
    .refine(isStorable, { error: unstorable, abort: true })
    .refine(withoutAny(notInText), unprintable);
}

/** The same for names that look the same: with other spaces, invisible characters, letter case or Unicode form. */
export const lookAlikeKey = (name: string): string =>
  name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s\u2800]+/g, ' ')
    .trim()
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase();

/**
 * A field of a partial update: an absent value remains absent, and null and the empty text, which forms send, become
 * null.
 */
export function optionalText<Output>(schema: z.ZodType<Output, string>) {
  return z
    .string('Must be text.')
    .nullable()
    .transform((text) => (text === '' ? null : text))
    .pipe(schema.nullable())
    .optional();
}

/** A boolean from JSON or a form. Null and the empty text mean undefined. */
export const FormBoolean = z
  .union([z.boolean(), z.enum(['true', 'True', 'false', 'False', ''])], 'Must be true or false.')
  .nullable()
  .transform((input) => (input === null || input === '' ? undefined : /^true$/i.test(String(input))));

const notATime = 'Must be a date and time with its zone, such as 2026-01-31T02:03:04Z.';

/** The years that four digits can name in UTC. PostgreSQL has no year 0. */
export const hasCalendarYear = (moment: Date): boolean =>
  moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9_999;

/** A date and time in a request, parsed to a `Date`. */
export const Moment = z.iso
  .datetime({ offset: true, error: requiredOr(notATime) })
  .transform((text) => new Date(text))
  .pipe(z.date(notATime).refine(hasCalendarYear, 'Must be in the years 1 to 9999 in UTC.'));

/** Handlers may return a `Date`, which the server's serializer writes as text. */
export const Timestamp = z
  .union([z.date().transform((date) => date.toISOString()), z.string()])
  .pipe(z.iso.datetime())
  .describe('RFC 3339, in UTC, with milliseconds.');
