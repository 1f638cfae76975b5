import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bankColumns } from 'contract/quiz/quiz.constants.ts';
import type { Category } from 'contract/quiz/quiz-fields.ts';
import {
  createCategory,
  importQuestions,
  listCategories,
  listQuestions,
  updateCategory,
} from 'contract/quiz/quiz.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrationsFolder } from '#root-folders.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { addCategory, addQuestion, bankQuestion, callerOf, upload } from '#test/quiz.ts';

const test = useTestApp();
let access: string;
beforeAll(async () => {
  ({ access } = await createCaller(test, { is_staff: true }));
});
beforeEach(async () => {
  await test.database.prisma.quizQuestion.deleteMany();
  await test.database.prisma.quizCategory.deleteMany();
});
const staff = callerOf(test, () => access);
const importFile = (file: string | Buffer, dryRun?: boolean) => upload(test, access, file, dryRun);
const refusalOf = async (file: string | Buffer) => {
  const { body } = await importFile(file, true).expect(400);
  return (body as { details: Record<string, string[]> }).details;
};

const header = bankColumns.join(',');
const row = (text: string) => `${text},yes,no,,,,,1,Because.,Sums,1,published,Euclid`;
const storedTexts = async () =>
  (await test.database.prisma.quizQuestion.findMany({ orderBy: { id: 'asc' } })).map(({ text }) => text);

describe('a CSV file of a spreadsheet', () => {
  const blank = ','.repeat(bankColumns.length - 1);
  it.each([
    ['rows of only commas', [header, blank, row('A?'), `${blank}  `, '', row('B?'), blank, blank]],
    ['empty columns at the end', [`${header},,,`, `${row('A?')},,,`, `${row('B?')}, ,,,,`]],
    [
      'short rows',
      [
        'text,choice_1,choice_2,answer,category,difficulty,source',
        'A?,yes,no,1,Sums,1',
        'B?,yes,no,1,Sums,1',
      ],
    ],
    ['a first line sep=,', ['sep=,', header, row('A?'), row('B?')]],
    ['the line sep=, with empty columns', [`SEP=,${blank}`, `${header},`, row('A?'), row('B?')]],
    ['a blank line first', ['', blank, header, row('A?'), row('B?')]],
  ])('may have %s', async (_, lines) => {
    for (const [start, end] of [
      ['\uFEFF', '\r\n'],
      ['', '\n'],
      ['', '\r'],
    ] as const) {
      await test.database.prisma.quizQuestion.deleteMany();
      const { body } = await importFile(start + lines.join(end)).expect(200);
      expect(body).toMatchObject({ rows: 2, created: 2 });
      expect(await storedTexts()).toEqual(['A?', 'B?']);
    }
  });

  it('has its rows numbered from the first below the column names, and its faulty lines by their place', async () => {
    const lines = ['sep=,', '', header, row('A?'), blank, row('"Two\r\nlines"'), row(''), '', row('  ')];
    expect(await refusalOf(lines.join('\r\n'))).toEqual({
      'row 3: text': ['Required.'],
      'row 4: text': ['Required.'],
    });
    const withOpenQuote = [...lines.slice(0, 6), '"open'].join('\r\n');
    expect(await refusalOf(withOpenQuote)).toEqual({ file: ['The quotes of line 8 do not match.'] });
    for (const cell of ['What is "inflation"?', 'A 5" nail', ' "quoted after a space"']) {
      const inCell = [...lines.slice(0, 6), row(cell)].join('\r\n');
      expect(await refusalOf(inCell)).toEqual({ file: ['The quotes of line 8 do not match.'] });
    }
  });

  it('of too many lines or with a row that is too long is refused soon', async () => {
    expect(await refusalOf('\n'.repeat(5 * 1024 ** 2))).toEqual({
      file: ['Must have at most 50,000 lines.'],
    });
    expect(await refusalOf(`${header}\n${'a\n'.repeat(2 * 1024 ** 2)}`)).toEqual({
      file: ['Must have at most 10,000 rows.'],
    });
    const reason = 'Line 2 is too long, or its quotes do not match.';
    expect(await refusalOf(`${header}\n"${'x,\n'.repeat(1024 ** 2)}`)).toEqual({ file: [reason] });
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['vertical bars', '|'],
  ])('whose cells are separated by %s is refused, which names them', async (name, separator) => {
    const refusal = { file: [`Must have its columns separated by commas, not by ${name}.`] };
    const lines = [header, row('A, or B?')].map((line) => line.replaceAll(',', separator));
    expect(await refusalOf(lines.join('\n'))).toEqual(refusal);
    expect(await refusalOf([`sep=${separator}`, ...lines].join('\n'))).toEqual(refusal);
  });

  it.each<[string, Buffer, string]>([
    [
      'UTF-16, as Windows writes it',
      Buffer.from(`\uFEFF${header}`, 'utf16le'),
      'Must be in UTF-8, not in UTF-16.',
    ],
    ['UTF-16 without its mark', Buffer.from(header, 'utf16le'), 'Must be in UTF-8, not in UTF-16.'],
    [
      'UTF-16, as Unix writes it',
      Buffer.from(`\uFEFF${header}`, 'utf16le').swap16(),
      'Must be in UTF-8, not in UTF-16.',
    ],
    ['UTF-16 JSON', Buffer.from('[{"text": "A?"}]', 'utf16le'), 'Must be in UTF-8, not in UTF-16.'],
    [
      'UTF-32',
      Buffer.from(Array.from(header, (sign) => [sign.codePointAt(0)!, 0, 0, 0]).flat()),
      'Must be in UTF-8, not in UTF-32.',
    ],
    [
      'Windows-1252',
      Buffer.from(`${header}\n${row('A?')}\n${row('Größe?')}`, 'latin1'),
      'Must be in UTF-8. Line 3 is in another encoding, such as Windows-1252.',
    ],
    [
      'the format of a spreadsheet',
      Buffer.from('PK\u0003\u0004\u0014…', 'latin1'),
      'Must be CSV or JSON, not a spreadsheet.',
    ],
  ])('in %s is refused, which names the encoding', async (_, file, reason) => {
    expect(await refusalOf(file)).toEqual({
      file: [`${reason} In a spreadsheet, save the file as “CSV UTF-8”.`],
    });
  });

  it('with a character that the database cannot store is refused, which names the encoding', async () => {
    const reason = [
      'Must not contain NUL or half a character, which UTF-8 text in the database cannot hold.',
    ];
    expect(await refusalOf(`${header}\n${row('A\u0000?')}`)).toEqual({ 'row 1: text': reason });
    const file = JSON.stringify([bankQuestion({ text: 'A\ud83d?' })]);
    expect(await refusalOf(file)).toEqual({ 'row 1: text': reason });
  });
});

describe('the names of categories', () => {
  const same = [
    ['İzmir', 'izmir'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ΟΔΟΣ', 'οδος'],
    ['Caf\u00e9', 'Cafe\u0301'],
    ['Home loans', 'Home\u00a0loans'],
    ['Home loans', 'home   loans'],
    ['Bonds', 'Bo\u200bnds'],
    ['Bonds', 'Bo\u00adnds'],
    ['STRASSE', 'strasse'],
  ] as const;

  it.each(same)('“%s” and “%s” are one, in a dry run, an import and a form', async (one, other) => {
    const questions = [bankQuestion({ category: one }), bankQuestion({ category: other, text: 'Another?' })];
    const file = JSON.stringify(questions);
    await importFile(file, true).expect(200);
    await importFile(file).expect(200);
    const { data } = (await staff(listCategories).expect(200)).body as { data: Category[] };
    expect(data.map(({ name, question_count }) => [name, question_count])).toEqual([
      [one.normalize('NFC'), 2],
    ]);

    const { body } = await staff(createCategory, { body: { name: other } }).expect(409);
    expect(body.details).toHaveProperty('name');
    const third = await addCategory(staff, 'Third');
    await staff(updateCategory, { id: third.id, body: { name: other } }).expect(409);
  });

  it('may differ in accents and superscripts', async () => {
    const names = ['Cafe', 'Café', 'm2', 'm²', 'Home loans', 'Homeloans'];
    for (const name of names) expect((await addCategory(staff, name)).name).toBe(name);
  });
});

it('the migration renames the later ones of categories that looked different', async () => {
  const migration = join(migrationsFolder, '20261125010000_look_alike_names', 'migration.sql');
  const client = await test.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`
      DROP INDEX quiz_categories_name_key;
      DROP FUNCTION look_alike_key;
      CREATE UNIQUE INDEX quiz_categories_name_key ON quiz_categories (lower(name));
      INSERT INTO quiz_categories (id, name, description, position)
      SELECT gen_random_uuid(), name, '', position
      FROM unnest(ARRAY['Home', E'Ho\\u200bme', 'Loans', E'\\u00a0home', 'Cafe']) WITH ORDINALITY AS one (name, position)`);
    await client.query(readFileSync(migration, 'utf8'));
    const { rows } = await client.query('SELECT name FROM quiz_categories ORDER BY position');
    expect(rows.map(({ name }: { name: string }) => name)).toEqual([
      'Home',
      'Ho\u200bme (2)',
      'Loans',
      '\u00a0home (4)',
      'Cafe',
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

it('a file of millions of values is refused before it is parsed', async () => {
  // Parsed, it would be refused as no JSON.
  const { body } = await importFile(`[${'{},'.repeat(1_500_000)}`, true).expect(400);
  expect(JSON.stringify(body)).toContain('Has more than 50 values for each of 10,000 rows.');
});

describe('a file whose questions exist', () => {
  it('is counted, and its questions are imported again only on request', async () => {
    const category = await addCategory(staff, 'Sums');
    await addQuestion(staff, category);
    const other = bankQuestion({ choices: ['1', '2'] });
    const file = JSON.stringify([bankQuestion({ category: 'SUMS', explanation: 'New.' }), other]);
    const counts = async (fields: Record<string, string>) => {
      const form = callApi(test, importQuestions, { access }).attach('file', Buffer.from(file), 'bank');
      for (const [name, value] of Object.entries(fields)) void form.field(name, value);
      const { rows, existing, created } = (await form.expect(200)).body;
      return { rows, existing, created };
    };
    expect(await counts({ dry_run: 'true' })).toEqual({ rows: 2, existing: 1, created: 0 });
    expect(await counts({})).toEqual({ rows: 2, existing: 1, created: 1 });
    expect(await counts({})).toEqual({ rows: 2, existing: 2, created: 0 });
    expect(await counts({ include_existing: 'true' })).toEqual({ rows: 2, existing: 2, created: 2 });
    expect(await test.database.prisma.quizQuestion.count()).toBe(4);
    const events = await test.database.prisma.auditEvent.count({ where: { action: 'importQuestions' } });
    expect(events).toBeGreaterThanOrEqual(2);
  });

  it('is imported once by parallel requests', async () => {
    const file = JSON.stringify([bankQuestion(), bankQuestion({ text: 'Another?' })]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => importFile(file).expect(200)));
    expect(answers.map(({ body }) => body.created as number).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2]);
  });
});

it.each(['İstanbul', 'ΟΔΟΣ', 'STRASSE', 'Ⅷ', 'ẞ', 'Ünïcode'])(
  'a search for “%s” finds it in a question by its own text',
  async (text) => {
    const category = await addCategory(staff, 'Sums');
    await addQuestion(staff, category, { text: `Where is ${text}?` });
    const { body } = await staff(listQuestions, { body: { text } }).expect(200);
    expect(body.totalQuestion).toBe(1);
  },
);
