import type { Category, Question } from 'contract/quiz/quiz-fields.ts';
import {
  createCategory,
  createQuestion,
  deleteCategory,
  deleteQuestion,
  deleteQuestions,
  getQuestion,
  listCategories,
  listQuestions,
  setQuestionStatus,
  updateCategory,
  updateQuestion,
} from 'contract/quiz/quiz.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createCaller, type TestUser } from '#test/factories.ts';
import { callerOf, addCategory, addQuestion } from '#test/quiz.ts';

const test = useTestApp();
let access: string;
let agent: TestUser;
beforeAll(async () => {
  ({ access, user: agent } = await createCaller(test, { is_staff: true }));
});
beforeEach(async () => {
  await test.database.prisma.quizQuestion.deleteMany();
  await test.database.prisma.quizCategory.deleteMany();
});
const staff = callerOf(test, () => access);

const categories = async () => {
  const { body } = await staff(listCategories).expect(200);
  return (body as { data: Category[] }).data;
};
const names = async () => (await categories()).map(({ name, position }) => `${position} ${name}`);

const lastEvent = () => test.database.prisma.auditEvent.findFirst({ orderBy: { id: 'desc' } });

describe('categories', () => {
  it('are sorted by position, and the others shift when one is moved', async () => {
    const created: Category[] = [];
    for (const name of ['A', 'B', 'C', 'D']) created.push(await addCategory(staff, name));
    const move = (index: number, position: number) =>
      staff(updateCategory, { id: created[index]!.id, body: { position } });
    await move(3, 1).expect(200);
    expect(await names()).toEqual(['1 D', '2 A', '3 B', '4 C']);
    await move(3, 3).expect(200);
    expect(await names()).toEqual(['1 A', '2 B', '3 D', '4 C']);
    const { body } = await move(3, 5).expect(400);
    expect(body.details).toHaveProperty('position');
    await staff(deleteCategory, { id: created[1]!.id }).expect(204);
    expect(await names()).toEqual(['1 A', '2 D', '3 C']);
    await Promise.all([move(0, 3), move(2, 1), move(3, 2), staff(createCategory, { body: { name: 'E' } })]);
    expect((await names()).map((name) => name[0])).toEqual(['1', '2', '3', '4']);
  });

  it('have a name that is unique in any letter case, also in parallel', async () => {
    const responses = await Promise.all(
      ['Loans', 'LOANS', ' loans ', 'lOaNs'].map((name) => staff(createCategory, { body: { name } })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    const other = await addCategory(staff, 'Über uns & more');
    expect(other).toMatchObject({ slug: 'uber-uns-more', description: '', position: 2 });
    const { body } = await staff(updateCategory, { id: other.id, body: { name: 'loans' } }).expect(409);
    expect(body.details).toHaveProperty('name');
    await staff(updateCategory, { id: other.id, body: { name: 'ÜBER UNS' } }).expect(200);
  });

  it('count their questions, and can be deleted without questions or by moving them', async () => {
    const [full, other] = [await addCategory(staff, 'Full'), await addCategory(staff, 'Other')];
    await addQuestion(staff, full);
    await addQuestion(staff, full, { status: 'draft' });
    expect((await categories())[0]).toMatchObject({ question_count: 2, published_count: 1 });
    const { body } = await staff(deleteCategory, { id: full.id }).expect(409);
    expect(body.msg).toContain('has questions');
    await staff(deleteCategory, { id: full.id, query: { move_to: full.id } }).expect(409);
    await staff(deleteCategory, { id: full.id, query: { move_to: uuidv7() } }).expect(404);
    await staff(deleteCategory, { id: uuidv7(), query: { move_to: other.id } }).expect(404);
    await staff(deleteCategory, { id: full.id, query: { move_to: 'x' } }).expect(400);
    expect(await names()).toEqual(['1 Full', '2 Other']);
    await staff(deleteCategory, { id: full.id, query: { move_to: other.id } }).expect(204);
    expect(await categories()).toMatchObject([{ name: 'Other', position: 1, question_count: 2 }]);
    expect(await lastEvent()).toMatchObject({ action: 'deleteCategory', actor_id: agent.id });
  });

  it('lose no question that is added during the deletion', async () => {
    const [full, other] = [await addCategory(staff, 'Full'), await addCategory(staff, 'Other')];
    const body = { text: 'Q', choices: ['a', 'b'], answer: 0, category_id: full.id, difficulty: 1 };
    const [deletion, ...writes] = await Promise.all([
      staff(deleteCategory, { id: full.id, query: { move_to: other.id } }),
      ...Array.from({ length: 8 }, () => staff(createQuestion, { body })),
    ]);
    expect(deletion?.status).toBe(204);
    const created = writes.filter(({ status }) => status === 201);
    expect(writes.filter(({ status }) => status === 400)).toHaveLength(8 - created.length);
    expect(await test.database.prisma.quizQuestion.count()).toBe(created.length);
  });
});

const tooLong = (length: number) => 'x'.repeat(length + 1);

describe('questions', () => {
  const validQuestion = {
    text: 'Q',
    choices: ['a', 'b', 'c'],
    answer: 0,
    explanation: 'E',
    difficulty: 2,
    source: 'S',
  };
  it.each<[string, object]>([
    ['text', { text: '' }],
    ['text', { text: ' \n ' }],
    ['text', { text: tooLong(1_000) }],
    ['text', { text: 'a\u0000b' }],
    ['choices', { choices: ['a'] }],
    ['choices', { choices: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }],
    ['choices', { choices: ['a', 'A '] }],
    ['choices', { choices: ['a', ''] }],
    ['choices', { choices: ['a', tooLong(300)] }],
    ['choices', { choices: 'ab' }],
    ['answer', { answer: 3 }],
    ['answer', { answer: -1 }],
    ['answer', { answer: [0, 1] }],
    ['answer', { answer: null }],
    ['answer', { answer: 0.5 }],
    ['explanation', { explanation: tooLong(2_000) }],
    ['difficulty', { difficulty: 0 }],
    ['difficulty', { difficulty: 4 }],
    ['difficulty', { difficulty: undefined }],
    ['status', { status: 'public' }],
    ['source', { source: tooLong(300) }],
    ['category_id', { category_id: 'x' }],
    ['category_id', { category_id: '01930a4e-7c00-7000-8000-00000000ffff' }],
    ['rating', { rating: 5 }],
  ])('are refused as a whole for an invalid %s (case %#)', async (field, change) => {
    const category = await addCategory(staff, 'C');
    const fields = { ...validQuestion, category_id: category.id, ...change };
    const { body } = await staff(createQuestion, { body: fields }).expect(400);
    const namedFields = Object.keys(body.details as object).map((path) => path.split('.')[0]);
    expect(namedFields).toContain(field);
    const question = await addQuestion(staff, category);
    if ('difficulty' in change && change.difficulty === undefined) return;
    await staff(updateQuestion, { id: question.id, body: change }).expect(400);
    expect((await staff(getQuestion, { id: question.id }).expect(200)).body).toEqual(question);
    expect(await test.database.prisma.quizQuestion.count()).toBe(1);
  });

  it('store the text of staff, with markup as plain text, and are drafts by default', async () => {
    const category = await addCategory(staff, 'C');
    const text = '<script>alert("1")</script> & =1+1';
    const body = { text, choices: ['<b>a</b>', '-1'], answer: 1, category_id: category.id, difficulty: 3 };
    const response = await staff(createQuestion, { body }).expect(201);
    const { question } = response.body as { question: Question };
    expect(question).toMatchObject({
      ...body,
      category_name: 'C',
      status: 'draft',
      explanation: '',
      source: '',
    });
    expect((await staff(getQuestion, { id: question.id }).expect(200)).body).toEqual(question);
    expect(await lastEvent()).toMatchObject({ action: 'createQuestion', actor_id: agent.id });
    const change = { choices: ['x', 'y', 'z'], answer: 2 };
    const changed = await staff(updateQuestion, { id: question.id, body: change }).expect(200);
    expect(changed.body.question).toMatchObject({ ...change, text });
    const { body: refusal } = await staff(updateQuestion, {
      id: question.id,
      body: { choices: ['x', 'y'] },
    }).expect(400);
    expect(refusal.details).toEqual({ answer: ['Must be one of the choices.'] });
    await staff(deleteQuestion, { id: question.id }).expect(204);
    for (const route of [getQuestion, updateQuestion, deleteQuestion]) {
      await staff(route, { id: question.id, ...(route === updateQuestion && { body: {} }) }).expect(404);
    }
  });

  it('are filtered by text or explanation, category, difficulty and status, sorted and paged', async () => {
    const [a, b] = [await addCategory(staff, 'A'), await addCategory(staff, 'B')];
    const created = [
      await addQuestion(staff, a, { text: 'beta', explanation: '100%', difficulty: 1 }),
      await addQuestion(staff, b, { text: 'alpha', explanation: 'Rate', difficulty: 2, status: 'draft' }),
      await addQuestion(staff, b, { text: 'Gamma RATE', explanation: '', difficulty: 2 }),
    ];
    const find = async (body: object) => {
      const response = await staff(listQuestions, { body }).expect(200);
      return (response.body as { data: Question[] }).data.map(({ text }) => text);
    };
    expect(await find({ sort: 'oldest' })).toEqual(['beta', 'alpha', 'Gamma RATE']);
    expect(await find({ sort: 'z-a' })).toEqual(['Gamma RATE', 'beta', 'alpha']);
    expect(await find({ text: 'rate', sort: 'a-z' })).toEqual(['alpha', 'Gamma RATE']);
    expect(await find({ text: '%' })).toEqual(['beta']);
    expect(await find({ category_id: b.id, difficulty: '2', status: 'PUBLISHED' })).toEqual(['Gamma RATE']);
    expect(
      await find({ category_id: 'all', difficulty: 'ALL', status: '', sort: 'a-z', page_size: 2 }),
    ).toEqual(['alpha', 'beta']);
    const { body } = await staff(listQuestions, { body: { page: 9, page_size: '2', sort: 'a-z' } }).expect(
      200,
    );
    expect(body).toMatchObject({ data: [created[2]], totalQuestion: 3, numOfPages: 2, page: 2 });
    const noMatch = await staff(listQuestions, { body: { text: 'delta' } }).expect(404);
    expect(noMatch.body.msg).toBe('No questions found for the given filters');
    await staff(updateQuestion, { id: created[0]!.id, body: { difficulty: 3 } }).expect(200);
    expect(await find({})).toEqual(['beta', 'Gamma RATE', 'alpha']);
  });

  it('are published and deleted in bulk, and unknown ids are not counted', async () => {
    const category = await addCategory(staff, 'C');
    const ids = [];
    for (const status of ['draft', 'draft', 'published'] as const) {
      ids.push((await addQuestion(staff, category, { status })).id);
    }
    const requestedIds = [...ids, uuidv7(), ids[0]];
    const updated = await staff(setQuestionStatus, {
      body: { ids: requestedIds, status: 'published' },
    }).expect(200);
    expect(updated.body.updated).toBe(3);
    expect(await lastEvent()).toMatchObject({ action: 'setQuestionStatus', actor_id: agent.id });
    for (const invalidIds of [[], ['x'], undefined, Array.from({ length: 1_001 }, () => uuidv7())]) {
      await staff(deleteQuestions, { body: { ids: invalidIds } }).expect(400);
    }
    const responses = await Promise.all(
      [requestedIds, ids.toReversed(), ids].map((order) => staff(deleteQuestions, { body: { ids: order } })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.reduce((sum, { body }) => sum + (body as { deleted: number }).deleted, 0)).toBe(3);
    expect(await test.database.prisma.quizQuestion.count()).toBe(0);
  });

  it('are deleted by a filter in one call, except those that do not match or were edited later', async () => {
    const category = await addCategory(staff, 'C');
    const created = [];
    for (const text of ['old draft', 'old draft 2', 'late draft']) {
      created.push(await addQuestion(staff, category, { text, status: 'draft' }));
    }
    await test.database.pool.query(
      `INSERT INTO quiz_questions (id, category_id, text, choices, answer, explanation, difficulty, status, source, date_updated)
       SELECT gen_random_uuid(), $1, 'draft ' || n, '{a,b}', 0, '', 1, 'draft', '', '2020-01-01'
       FROM generate_series(1, 1200) AS n`,
      [category.id],
    );
    const published = await addQuestion(staff, category, { text: 'published' });
    const until = created[1]!.date_updated;
    const invalidBodies: object[] = [
      { filter: null },
      { filter: { status: 'odd' } },
      { filter: { colour: 'red' } },
      { filter: {}, until: 'later' },
      { filter: {}, ids: [published.id] },
    ];
    for (const body of invalidBodies) await staff(deleteQuestions, { body }).expect(400);
    const body = { filter: { status: 'draft' }, until };
    const first = await staff(deleteQuestions, { body }).expect(200);
    expect(first.body).toEqual({ msg: 'Questions deleted.', deleted: 1_202 });
    const event = await test.database.prisma.auditEvent.findFirstOrThrow({
      where: { created_at: { gt: new Date(until) }, action: 'deleteQuestions' },
      include: { details: true },
    });
    expect(event).toMatchObject({ actor_id: agent.id });
    expect(JSON.parse(event.details?.details ?? '')).toEqual({
      filter: { status: 'draft', updated_before: until },
      matched: 1_202,
      deleted: 1_202,
    });
    const second = await staff(deleteQuestions, { body: { filter: { status: 'draft' } } }).expect(200);
    expect(second.body.deleted).toBe(1);
    expect((await staff(deleteQuestions, { body: { filter: { text: 'x' } } }).expect(200)).body.deleted).toBe(
      0,
    );
    expect(await test.database.prisma.quizQuestion.findMany()).toMatchObject([{ id: published.id }]);
  });
});
