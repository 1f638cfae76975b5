import type { Category, Question } from 'contract/quiz/quiz-fields.ts';
import { listQuestions } from 'contract/quiz/quiz.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createCaller, createUser } from '#test/factories.ts';
import { addCategory, addQuestion, type Caller, callerOf } from '#test/quiz.ts';
import { countQuestionAnswers } from './statistics.service.ts';

const test = useTestApp();
let staff: Caller;
let category: Category;
let userId: string;
beforeAll(async () => {
  const { access } = await createCaller(test, { is_staff: true });
  staff = callerOf(test, () => access);
  category = await addCategory(staff, 'Sums');
  userId = (await createUser(test)).id;
});

/** A finished attempt, unless `isOpen`, with whether each question was answered correctly. */
async function addAttempt(
  outcomes: readonly (readonly [Question, boolean])[],
  isOpen = false,
): Promise<void> {
  const correct = outcomes.filter(([, isCorrect]) => isCorrect).length;
  await test.database.prisma.quizAttempt.create({
    data: {
      id: uuidv7(),
      user_id: userId,
      total: outcomes.length,
      answered: outcomes.length,
      correct,
      finished_at: isOpen ? null : new Date(),
      questions: {
        create: outcomes.map(([question, isCorrect], position) => ({
          question_id: question.id,
          position,
          text: question.text,
          choices: question.choices,
          answer: 0,
          chosen: isCorrect ? 0 : 1,
          is_correct: isCorrect,
          explanation: '',
          category_name: 'Sums',
          difficulty: 1,
        })),
      },
    },
  });
}

async function listed(sort: string): Promise<Question[]> {
  const { body } = await staff(listQuestions, { body: { sort, page_size: 100 } }).expect(200);
  return (body as { data: Question[] }).data;
}

it('the answers of finished attempts give the share of right ones and the discrimination, by which lists sort', async () => {
  const add = (text: string) => addQuestion(staff, category, { text, choices: ['a', 'b'], answer: 0 });
  const [telling, opposite, easy, other, another, never] = [
    await add('telling'),
    await add('opposite'),
    await add('easy'),
    await add('other'),
    await add('another'),
    await add('never'),
  ];
  // The upper third answers the other questions correctly.
  for (let n = 0; n < 30; n++) {
    const isStrong = n % 3 === 0;
    await addAttempt([
      [telling, isStrong],
      [opposite, !isStrong],
      [easy, true],
      [other, isStrong],
      [another, isStrong],
    ]);
  }
  await addAttempt([[easy, false]]);
  await addAttempt([[never, true]], true);
  expect((await listed('hardest')).every(({ answered }) => answered === 0)).toBe(true);
  await countQuestionAnswers(test);
  await countQuestionAnswers(test);

  const statistics = (await listed('hardest')).map(({ text, answered, right_share, discrimination }) => ({
    text,
    answered,
    right_share,
    discrimination,
  }));
  expect(statistics).toEqual([
    { text: 'telling', answered: 30, right_share: 1 / 3, discrimination: 1 },
    { text: 'other', answered: 30, right_share: 1 / 3, discrimination: 1 },
    { text: 'another', answered: 30, right_share: 1 / 3, discrimination: 1 },
    { text: 'opposite', answered: 30, right_share: 2 / 3, discrimination: -1 },
    { text: 'easy', answered: 31, right_share: 30 / 31, discrimination: 0 },
    { text: 'never', answered: 0, right_share: null, discrimination: null },
  ]);
  expect((await listed('easiest')).map(({ text }) => text)).toEqual([
    'easy',
    'opposite',
    'telling',
    'other',
    'another',
    'never',
  ]);
  expect((await listed('LEAST_TELLING')).map(({ text }) => text).slice(0, 2)).toEqual(['opposite', 'easy']);
  await staff(listQuestions, { body: { sort: 'best' } }).expect(400);

  const { date_updated } = (await listed('hardest'))[0]!;
  expect(date_updated).toBe(telling.date_updated);
  await test.database.prisma.quizAttempt.deleteMany();
  await countQuestionAnswers(test);
  expect((await listed('hardest')).map(({ answered, right_share }) => [answered, right_share])).toEqual(
    Array.from({ length: 6 }, () => [0, null]),
  );
});

const few = async () => (await listed('easiest')).find(({ text }) => text === 'few');

it('the discrimination is null below 30 answers', async () => {
  const [one, other] = [
    await addQuestion(staff, category, { text: 'few' }),
    await addQuestion(staff, category),
  ];
  const right: readonly (readonly [Question, boolean])[] = [
    [one, true],
    [other, true],
  ];
  for (let n = 0; n < 29; n++) await addAttempt(right);
  await countQuestionAnswers(test);
  expect(await few()).toMatchObject({ answered: 29, right_share: 1, discrimination: null });
  await addAttempt(right);
  await countQuestionAnswers(test);
  expect(await few()).toMatchObject({ answered: 30, discrimination: 0 });
});
