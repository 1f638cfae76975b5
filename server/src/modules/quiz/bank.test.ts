import { join } from 'node:path';
import { bankColumns } from 'contract/quiz/quiz.constants.ts';
import type { BankQuestion, Category, Question } from 'contract/quiz/quiz-fields.ts';
import {
  exportQuestions,
  importQuestions,
  importReleaseQuestions,
  listCategories,
  listQuestions,
} from 'contract/quiz/quiz.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentFolder } from '#root-folders.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { runCommand } from '#test/run-command.ts';
import { bankQuestion, callerOf, addCategory, upload } from '#test/quiz.ts';
import { importStarterBank } from './release-questions.service.ts';

const test = useTestApp();
let access: string;
beforeAll(async () => {
  ({ access } = await createCaller(test, { is_staff: true }));
});
beforeEach(async () => {
  await test.database.prisma.quizQuestion.deleteMany();
  await test.database.prisma.quizCategory.deleteMany();
  await test.database.prisma.releaseQuestion.deleteMany();
});
const staff = callerOf(test, () => access);
const importFile = (file: string | Buffer, dryRun?: boolean) => upload(test, access, file, dryRun);
const expectRefusedImport = async (file: string | Buffer) => {
  const { body } = await importFile(file).expect(400);
  expect(await test.database.prisma.quizCategory.count()).toBe(0);
  return body as { msg: string; details: Record<string, string[]> };
};
const exportText = async (format: string) =>
  (await staff(exportQuestions, { body: { format, sort: 'oldest' } }).expect(200)).text;
const storedQuestions = async () => {
  const { body } = await staff(listQuestions, { body: { sort: 'oldest', page_size: 100 } }).expect(200);
  return (body as { data: Question[] }).data.map(
    ({ text, choices, answer, explanation, category_name: category, difficulty, status, source }) => ({
      text,
      choices,
      answer,
      explanation,
      category,
      difficulty,
      status,
      source,
    }),
  );
};

const header = bankColumns.join(',');
const csv = (...rows: string[]) => [header, ...rows].join('\n');
const validRow = 'Q?,yes,no,,,,,1,Because.,Sums,1,published,Euclid';

/** Text that is hard to store in a file. */
const edgeCases: BankQuestion[] = [
  bankQuestion(),
  bankQuestion({
    text: 'A "quoted", one;\nof two lines\r\nor three',
    choices: ['two  spaces', 'a, "b"'],
    answer: 0,
  }),
  bankQuestion({ text: '=SUM(A1)', choices: ['-5%', '+5%', '@x', "'=y", "''-z", "'plain"], answer: 5 }),
  bankQuestion({ text: '<script>alert(1)</script>', explanation: '', source: '', status: 'draft' }),
  bankQuestion({ text: 'Ünïcode \u{1F680}', category: '＝Wide', difficulty: 3 }),
];

describe('an import', () => {
  it.each(['csv', 'json'])('of an export as %s restores the same questions', async (format) => {
    await importFile(JSON.stringify(edgeCases)).expect(200);
    expect(await storedQuestions()).toEqual(edgeCases);
    const file = await exportText(format);
    await test.database.prisma.quizQuestion.deleteMany();
    const { body } = await importFile(file, false).expect(200);
    expect(body).toEqual({
      msg: 'Questions imported.',
      rows: edgeCases.length,
      existing: 0,
      created: edgeCases.length,
    });
    expect(await storedQuestions()).toEqual(edgeCases);
    expect(await exportText(format)).toBe(file);
  });

  it('that is a dry run saves nothing, and counts the rows', async () => {
    const { body } = await importFile(csv(validRow, validRow), true).expect(200);
    expect(body).toEqual({ msg: 'Every row can be imported.', rows: 2, existing: 0, created: 0 });
    expect(await test.database.prisma.quizCategory.count()).toBe(0);
    const refusal = await callApi(test, importQuestions, { access })
      .attach('file', Buffer.from(csv(validRow)), 'bank.csv')
      .field('include_existing', 'null')
      .field('dry_run', 'perhaps')
      .expect(400);
    expect(refusal.body.details).toEqual({ dry_run: ['Must be true or false.'] });
  });

  it.each([{}, { dry_run: true }])('of JSON instead of a form is refused: %j', async (body) => {
    const response = await callApi(test, importQuestions, { access, body }).expect(415);
    expect(response.body).toMatchObject({
      code: 'unsupported_media_type',
      msg: 'The content type is not supported here. Send multipart/form-data.',
    });
  });

  it('accepts a byte order mark, Windows line ends, empty lines, and columns in any order or omitted', async () => {
    const file = '\uFEFFdifficulty,category,answer,choice_2,choice_1,text\r\n2, Sums ,2,no,yes,Q?\r\n\r\n';
    await importFile(file).expect(200);
    expect(await storedQuestions()).toEqual([
      {
        text: 'Q?',
        choices: ['yes', 'no'],
        answer: 1,
        explanation: '',
        category: 'Sums',
        difficulty: 2,
        status: 'draft',
        source: '',
      },
    ]);
  });

  it('adds questions to existing categories, and creates missing ones at the end', async () => {
    await addCategory(staff, 'SUMS');
    const other = bankQuestion({ category: 'More' });
    const files = [bankQuestion(), other, { ...other, text: 'What is 2 + 2?', category: 'more' }].map((row) =>
      JSON.stringify([row]),
    );
    await Promise.all(files.map((file) => importFile(file).expect(200)));
    const { body } = await staff(listCategories).expect(200);
    const { data } = body as { data: Category[] };
    expect(data.map(({ position, question_count }) => [position, question_count])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('names each invalid field of each row of a CSV and saves nothing', async () => {
    const rows = [
      validRow,
      ',yes,no,,,,,1,,Sums,1,,',
      'Q?,yes,,,,,,1,,Sums,1,,',
      'Q?,yes,YES,,,,,1,,Sums,1,,',
      'Q?,yes,,no,,,,1,,Sums,1,,',
      'Q?,yes,no,,,,,3,,Sums,1,,',
      'Q?,yes,no,,,,,"1,2",,Sums,1,,',
      'Q?,yes,no,,,,,,,Sums,1,,',
      'Q?,yes,no,,,,,0,,,4,open,',
      'Q?,yes,no',
      `${validRow},choice,,,,,more`,
    ];
    const { msg, details } = await expectRefusedImport(csv(...rows));
    expect(Object.keys(details).toSorted()).toEqual(
      [
        'row 2: text',
        'row 3: choices',
        'row 4: choices',
        'row 5: choices',
        'row 6: answer',
        'row 7: answer',
        'row 8: answer',
        'row 9: answer',
        'row 9: category',
        'row 9: difficulty',
        'row 9: status',
        'row 10: answer',
        'row 10: category',
        'row 10: difficulty',
        'row 11: columns',
      ].toSorted(),
    );
    expect(msg).toBe('15 faults were found. Nothing was saved.');
  });

  it('names at most 100 invalid fields of JSON, and the number of the others', async () => {
    const rows = [bankQuestion(), 5, { ...bankQuestion(), id: 'x' }, { ...bankQuestion(), answer: [0, 1] }];
    const { details } = await expectRefusedImport(JSON.stringify(rows));
    expect(Object.keys(details)).toEqual(['row 2: question', 'row 3: id', 'row 4: answer']);
    const manyFaults = await expectRefusedImport(JSON.stringify(Array.from({ length: 130 }, () => ({}))));
    expect(Object.keys(manyFaults.details)).toHaveLength(100);
    expect(manyFaults.msg).toMatch(/^\d+ faults were found, \d+ more than are named\. Nothing was saved\.$/);
  });

  it.each<[string, string | Buffer, string]>([
    ['an open quote', csv(validRow, '"Q?,yes,no'), 'quotes of line 3'],
    ['a missing column', header.replace('answer,', ''), 'Lacks a column: answer'],
    ['an unknown column', `${header},price`, 'unknown column: price'],
    ['a column twice', `${header},text`, 'twice'],
    ['no rows', header, 'no rows'],
    ['an empty list', '[]', 'no rows'],
    ['an object', '{"questions": []}', 'array'],
    ['broken JSON', '[{"text": ', 'valid JSON'],
    ['10,001 rows', csv(...Array.from({ length: 10_001 }, () => validRow)), '10,000 rows'],
  ])('of a file with %s is refused as a whole', async (_, file, reason) => {
    expect((await expectRefusedImport(file)).details).toEqual({ file: [expect.stringContaining(reason)] });
  });

  it('without a file, or with one of more than 5 MiB, is refused', async () => {
    const form = callApi(test, importQuestions, { access });
    expect((await form.field('dry_run', 'true').expect(400)).body.details).toHaveProperty('file');
    await importFile(Buffer.alloc(5 * 1024 ** 2 + 1, 'x')).expect(413);
  });
});

describe('an export', () => {
  it('contains no formula that a spreadsheet would run, and is a 404 without a match', async () => {
    await importFile(JSON.stringify(edgeCases)).expect(200);
    const body = { text: 'sum(', format: 'csv' };
    const { text, headers } = await staff(exportQuestions, { body }).expect(200);
    expect(text.split('\r\n')).toEqual([
      `\uFEFF${header}`,
      `'=SUM(A1),'-5%,'+5%,'@x,''=y,'''-z,'plain,6,Count on from one.,Sums,1,published,"Euclid, Elements, VII",choice,,,,`,
      '',
    ]);
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'x-total-count': '1' });
    await staff(exportQuestions, { body: { text: 'nothing of the kind' } }).expect(404);
    await staff(exportQuestions, { body: { format: 'xml' } }).expect(400);
  });
});

describe('the starter bank', () => {
  it('is imported once, also by two processes that start at once, and never again', async () => {
    const importBank = () => importStarterBank(test.database, join(contentFolder, 'questions'));
    await Promise.all([importBank(), importBank(), importBank()]);
    const { body } = await staff(listCategories).expect(200);
    const { data } = body as { data: Category[] };
    expect(data.length).toBeGreaterThanOrEqual(8);
    expect(data.every(({ published_count, description }) => published_count > 0 && description)).toBe(true);
    const questions = await test.database.prisma.quizQuestion.count();
    expect(questions).toBeGreaterThanOrEqual(90);
    expect(data.reduce((sum, { question_count }) => sum + question_count, 0)).toBe(questions);
    await test.database.prisma.quizQuestion.deleteMany();
    await test.database.prisma.quizCategory.deleteMany();
    await importBank();
    expect(await test.database.prisma.quizCategory.count()).toBe(0);
  });
});

const prisma = () => test.database.prisma;
const countOf = (text: string) => prisma().quizQuestion.count({ where: { text } });
const [changed, deleted] = [
  'What makes a loan secured?',
  'What does a comparison rate put into one percentage?',
] as const;
const importRelease = async (body: object = {}) => {
  const response = await staff(importReleaseQuestions, { body }).expect(200);
  const { missing, removed, created } = response.body as Record<'missing' | 'removed' | 'created', number>;
  return { missing, removed, created };
};
const command = (...options: string[]) =>
  runCommand('questions', ['import', ...options], { DATABASE_URL: test.database.url });

/** As an installation of an earlier version: it never had some, and staff changed and deleted others. */
async function leaveBankOfEarlierVersion() {
  await importStarterBank(test.database, join(contentFolder, 'questions'));
  const total = await prisma().quizQuestion.count();
  await prisma().quizQuestion.updateMany({ where: { text: changed }, data: { text: 'Ours?' } });
  await prisma().quizQuestion.deleteMany({ where: { text: deleted } });
  const later = await prisma().quizQuestion.findMany({ where: { kind: 'number' }, take: 5 });
  await prisma().quizQuestion.deleteMany({ where: { id: { in: later.map(({ id }) => id) } } });
  await prisma().releaseQuestion.deleteMany({ where: { text: { in: later.map(({ text }) => text) } } });
  return total;
}

describe('the questions of this version', () => {
  it('are added once, also by two agents at once and the command, and nothing that staff changed or deleted', async () => {
    const total = await leaveBankOfEarlierVersion();
    const missing = { missing: 5, removed: 2 };
    expect(await importRelease({ dry_run: true })).toEqual({ ...missing, created: 0 });
    expect(await prisma().quizQuestion.count()).toBe(total - 6);
    const events = await prisma().auditEvent.count({ where: { action: 'importReleaseQuestions' } });
    expect(await command('--dry-run')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Would import 5 questions of this version\.\n2 questions that staff /),
    });
    const results = await Promise.all([importRelease(), importRelease(), importRelease()]);
    expect(results).toContainEqual({ ...missing, created: 5 });
    expect(results.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 0, 5]);
    expect(await prisma().quizQuestion.count()).toBe(total - 1);
    expect(await command()).toMatchObject({
      output: expect.stringMatching(/^Imported 0 questions of this version\./),
    });
    expect(await prisma().auditEvent.count({ where: { action: 'importReleaseQuestions' } })).toBe(events + 1);
    expect(await Promise.all(['Ours?', changed, deleted].map(countOf))).toEqual([1, 0, 0]);
  });

  it('come back on request, once, beside a changed one', async () => {
    const total = await leaveBankOfEarlierVersion();
    const all = { include_removed: true };
    const results = await Promise.all([importRelease(all), importRelease(all)]);
    expect(results).toEqual(
      expect.arrayContaining([
        { missing: 5, removed: 2, created: 7 },
        { missing: 0, removed: 0, created: 0 },
      ]),
    );
    expect(await prisma().quizQuestion.count()).toBe(total + 1);
    expect(await Promise.all(['Ours?', changed, deleted].map(countOf))).toEqual([1, 1, 1]);
  });

  it('do not come back after staff have deleted the whole bank', async () => {
    await leaveBankOfEarlierVersion();
    await importRelease();
    await prisma().quizQuestion.deleteMany();
    await prisma().quizCategory.deleteMany();
    expect(await importRelease()).toMatchObject({ missing: 0, created: 0 });
    expect(await prisma().quizCategory.count()).toBe(0);
  });
});
