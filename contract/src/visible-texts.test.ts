import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lookAlikeKey, possiblyEmptyText, visibleLine, visibleText } from './fields.ts';
import { BankQuestion, CategoryName } from './quiz/quiz-fields.ts';
import { routes } from './routes.ts';

const invisible = [
  '',
  ' ',
  '\u00a0',
  '\u200b',
  '\u2800',
  '\u3164',
  '\u00ad',
  '\u2060\ufeff',
  '\t\n',
  '\u200d \u200e',
];
const misleading = [
  'a\u202eb',
  'a\u2066b',
  'a\u202ab',
  'a\u0007b',
  'a\u007fb',
  'a\u0085b',
  'a\u0000b',
  'a\ud800b',
];
const severalLines = ['a\nb', 'a\r\nb', 'a\tb', 'a\u2028b'];

/** Texts that nobody reads: they are hashed, compared, searched or read as numbers. */
const notForReaders = [
  /password$/,
  /\.(code|email_code|invitation|token|refresh|refresh_token|username_or_email)$/,
  /\.credential\./,
  /^(answerQuestion|checkSample|saveSample\.answers\[\])\.value$/,
  /^resendVerificationEmail\.username$/,
  /^(list|link|export|delete)\w+\.(filter\.)?\w+$/,
];

interface TextField {
  path: string;
  schema: z.ZodType;
}

/** Every field of the request bodies that takes a text of the user's choice. */
function textFields(schema: z.ZodType, path: string): TextField[] {
  const def = schema.def as { type: string; innerType?: z.ZodType; in?: z.ZodType; options?: z.ZodType[] };
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, field]) => {
      const below = textFields(field as z.ZodType, `${path}.${name}`);
      if (below.length > 0) return below;
      const takesText = (field as z.ZodType).safeParse('Some text 1').success;
      return takesText ? [{ path: `${path}.${name}`, schema: field as z.ZodType }] : [];
    });
  }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    const below = textFields(element, `${path}[]`);
    if (below.length > 0) return below;
    return element.safeParse('Some text 1').success ? [{ path: `${path}[]`, schema: element }] : [];
  }
  if (def.innerType) return textFields(def.innerType, path);
  if (def.in) return textFields(def.in, path);
  return (def.options ?? []).flatMap((option) => textFields(option, path));
}

const fields = routes.flatMap((route) => (route.body ? textFields(route.body, route.operation) : []));

describe('a text that people read', () => {
  it('is one of the visible texts in every request body', () => {
    const unseen = fields.filter(({ schema }) => {
      const accepted = (text: string) => {
        const parsed = schema.safeParse(text);
        return parsed.success && typeof parsed.data === 'string' && parsed.data !== '';
      };
      return [...invisible, ...misleading].some(accepted);
    });
    const paths = unseen.map(({ path }) => path);
    expect(paths.filter((path) => !notForReaders.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'createToken.name',
        'createQuestion.choices[]',
        'addTotp.name',
        'createNotice.title',
      ]),
    );
  });

  it.each([
    ['visibleLine', visibleLine(40)],
    ['visibleText', visibleText(40)],
  ])('%s has a visible character, and no characters that mislead the reader', (_, schema) => {
    for (const text of invisible)
      expect(schema.safeParse(text).error?.issues).toMatchObject([{ message: 'Required.' }]);
    for (const text of misleading) expect(schema.safeParse(text).error?.issues).toMatchObject([{}]);
    expect(schema.parse(' \u00a0Cafe\u0301 \n')).toBe('Caf\u00e9');
    for (const text of ['家', '🏠', '👨‍👩‍👧', 'می‌خواهم', '‏שלום‏', '²', '.'])
      expect(schema.parse(text)).toBe(text.trim());
  });

  it('has several lines only where it may', () => {
    for (const text of severalLines) expect(visibleLine(40).safeParse(text).success).toBe(false);
    for (const text of severalLines) expect(visibleText(40).parse(text)).toBe(text);
  });

  it('may be empty, and then is, if nobody could see it', () => {
    const schema = possiblyEmptyText(40);
    for (const text of invisible) expect(schema.parse(text)).toBe('');
    for (const text of misleading) expect(schema.safeParse(text).success).toBe(false);
  });
});

const question = {
  text: 'Which?',
  choices: ['a', 'b'],
  answer: 0,
  category: 'Interest',
  difficulty: 1,
};

describe('names that look the same', () => {
  const same = [
    ['Caf\u00e9', 'Cafe\u0301'],
    ['a b', 'a\u00a0b'],
    ['a b', 'a  b'],
    ['a b', 'a\u2003b'],
    ['ab', 'a\u200bb'],
    ['ab', 'a\u00adb'],
    ['ab', 'AB'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'οδοσ'],
    ['a b', '\u2800a\u2800b'],
  ] as const;
  const different = [
    ['10²', '102'],
    ['a', 'á'],
    ['ab', 'a b'],
    ['$1,000', '$1.000'],
    ['−1', '1'],
  ] as const;

  it.each(same)('“%s” and “%s” are the same choice', (one, other) => {
    expect(lookAlikeKey(one)).toBe(lookAlikeKey(other));
    const parsed = BankQuestion.safeParse({ ...question, choices: [one, other] });
    expect(parsed.error?.issues).toMatchObject([{ path: ['choices'] }]);
  });

  it.each(different)('“%s” and “%s” are different choices', (one, other) => {
    expect(BankQuestion.parse({ ...question, choices: [one, other] })).toMatchObject({
      choices: [one, other],
    });
  });

  it('are stored as typed, in NFC', () => {
    expect(CategoryName.parse(' Zero\u2011coupon  Cafe\u0301 ')).toBe('Zero\u2011coupon  Caf\u00e9');
  });
});
