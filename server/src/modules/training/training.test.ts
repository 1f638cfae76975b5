import { storageLimits } from 'contract/files/files.constants.ts';
import { getStorageUsage } from 'contract/files/files.ts';
import { updatePreferences } from 'contract/preferences/preferences.ts';
import type { Category } from 'contract/quiz/quiz-fields.ts';
import { deleteQuestion, updateQuestion } from 'contract/quiz/quiz.ts';
import {
  answerQuestion,
  type Attempt,
  type AttemptSummary,
  deleteAttempt,
  getAttempt,
  listAttempts,
  listTrainingCategories,
  listTrainingFriends,
  startAttempt,
} from 'contract/training/training.ts';
import { exportUser } from 'contract/users/users.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createCaller, type TestUser } from '#test/factories.ts';
import { befriend, createFriendCaller, createStoredRequests, type FriendCaller } from '#test/friends.ts';
import { type Caller, callerOf, addCategory, addQuestion } from '#test/quiz.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100' });
let staff: Caller;
let sums: Category;
let words: Category;
beforeAll(async () => {
  const { access } = await createCaller(test, { is_staff: true });
  staff = callerOf(test, () => access);
  [sums, words] = [await addCategory(staff, 'Sums'), await addCategory(staff, 'Words')];
  await addCategory(staff, 'Empty');
  for (let n = 1; n <= 6; n++) {
    const choices = [`right ${n}`, `wrong ${n}`, `off ${n}`, `far ${n}`];
    const content = { text: `Question ${n}?`, choices, answer: 0, explanation: `Because ${n}.` };
    await addQuestion(staff, n <= 4 ? sums : words, { ...content, difficulty: n <= 2 ? 1 : 2 });
  }
  await addQuestion(staff, words, { text: 'A draft?', status: 'draft' });
});

interface Person {
  user: TestUser;
  call: Caller;
}

async function makePerson(): Promise<Person> {
  const { user, access } = await createCaller(test);
  return { user, call: callerOf(test, () => access) };
}

async function start({ call }: Person, given: object = { count: 6 }): Promise<Attempt> {
  const { body } = await call(startAttempt, { body: given }).expect(201);
  return (body as { attempt: Attempt }).attempt;
}

const answer = ({ call }: Person, attempt: Attempt, question_id: string, choice: number) =>
  call(answerQuestion, { id: attempt.id, body: { question_id, choice } });

/** The index of the choice that begins with the text. */
const choiceOf = ({ choices }: Attempt['questions'][number], word: string) =>
  choices.findIndex((choice) => choice.startsWith(word));

async function answerAll(person: Person, attempt: Attempt, word: (index: number) => string) {
  for (const [index, question] of attempt.questions.entries()) {
    await answer(person, attempt, question.id, choiceOf(question, word(index))).expect(200);
  }
}

const refused = async ({ call }: Person, given: object) => (await call(startAttempt, { body: given })).body;

describe('training', () => {
  it('lists the categories that have published questions', async () => {
    const { call } = await makePerson();
    const { body } = await call(listTrainingCategories).expect(200);
    expect(body.data).toEqual([
      { id: sums.id, name: 'Sums', description: '', published_count: 4 },
      { id: words.id, name: 'Words', description: '', published_count: 2 },
    ]);
  });

  it('asks each question once, shuffled, and reveals no correct answer before it is answered', async () => {
    const person = await makePerson();
    const attempt = await start(person);
    expect(attempt).toMatchObject({ total: 6, answered: 0, correct: 0, finished_at: null });
    expect(attempt.by_category).toEqual([
      { name: 'Sums', total: 4, correct: 0 },
      { name: 'Words', total: 2, correct: 0 },
    ]);
    const texts = attempt.questions.map(({ text }) => text);
    expect(texts.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Question ${n}?`));
    expect(
      attempt.questions.every(({ answer: hidden, explanation }) => hidden === null && explanation === null),
    ).toBe(true);

    const [first, second] = attempt.questions;
    const right = choiceOf(first!, 'right');
    const { body } = await answer(person, attempt, first!.id, right).expect(200);
    expect(body).toMatchObject({
      correct: true,
      answer: right,
      explanation: first!.text.replace('Question', 'Because').replace('?', '.'),
    });
    const wrong = choiceOf(second!, 'wrong');
    const missed = await answer(person, attempt, second!.id, wrong).expect(200);
    expect(missed.body).toMatchObject({ correct: false, answer: choiceOf(second!, 'right') });

    const exported = (await person.call(exportUser).expect(200)).body as { training_attempts: Attempt[] };
    const { body: read } = await person.call(getAttempt, { id: attempt.id }).expect(200);
    expect(exported.training_attempts).toEqual([read]);
    expect(missed.body.attempt).toEqual(read);
    const { questions } = read as Attempt;
    expect(questions.slice(0, 2).map(({ chosen }) => chosen)).toEqual([right, wrong]);
    for (const { chosen, answer: hidden, explanation } of questions.slice(2)) {
      expect([chosen, hidden, explanation]).toEqual([null, null, null]);
    }

    const orders = new Set<number>();
    for (let n = 0; n < 8; n++) {
      for (const question of (await start(person)).questions) orders.add(choiceOf(question, 'right'));
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  it('asks questions of one category and difficulty, or reports how many there are', async () => {
    const person = await makePerson();
    const attempt = await start(person, { category_id: sums.id, difficulty: 2, count: 2 });
    expect(attempt.questions.map(({ category_name, difficulty }) => [category_name, difficulty])).toEqual([
      ['Sums', 2],
      ['Sums', 2],
    ]);
    const few = { category_id: words.id, difficulty: null, count: 3 };
    const { body } = await person.call(startAttempt, { body: few }).expect(409);
    expect(body).toMatchObject({ code: 'conflict', msg: 'There are only 2 questions of this kind.' });
    await person.call(startAttempt, { body: { category_id: uuidv7(), count: 1 } }).expect(409);
    for (const given of [{}, { count: 0 }, { count: 51 }, { count: 1.5 }, { count: 1, difficulty: 4 }]) {
      await person.call(startAttempt, { body: given }).expect(400);
    }
    await person.call(startAttempt, { body: { category_id: 'x', count: 1 } }).expect(400);
    expect((await person.call(listAttempts).expect(200)).body.totalAttempt).toBe(1);
  });

  it('ends with the last answer, with the score by category', async () => {
    const person = await makePerson();
    const attempt = await start(person);
    await answerAll(person, attempt, (index) =>
      attempt.questions[index]!.category_name === 'Sums' ? 'right' : 'off',
    );
    const { body } = await person.call(listAttempts).expect(200);
    const [done] = (body as { data: AttemptSummary[] }).data;
    expect(done).toMatchObject({
      answered: 6,
      correct: 4,
      by_category: [
        { name: 'Sums', total: 4, correct: 4 },
        { name: 'Words', total: 2, correct: 0 },
      ],
    });
    expect(done).not.toHaveProperty('questions');
    expect(Date.parse(done!.finished_at!)).toBeGreaterThanOrEqual(Date.parse(done!.started_at));
  });

  it('ends also if all answers arrive at once', async () => {
    const person = await makePerson();
    const attempt = await start(person);
    await Promise.all(attempt.questions.map(({ id }) => answer(person, attempt, id, 0).expect(200)));
    const { body } = await person.call(getAttempt, { id: attempt.id }).expect(200);
    const { questions, correct, answered, finished_at } = body as Attempt;
    expect(answered).toBe(6);
    expect(correct).toBe(questions.filter((question) => question.answer === 0).length);
    expect(finished_at).not.toBeNull();
  });

  it('counts one of 60 parallel answers to a question', async () => {
    const person = await makePerson();
    const attempt = await start(person, { count: 2 });
    const [question, other] = attempt.questions;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => answer(person, attempt, question!.id, n % 4)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(59);
    const { body } = await person.call(getAttempt, { id: attempt.id }).expect(200);
    expect(body).toEqual(won[0]?.body.attempt);
    expect(body).toMatchObject({ answered: 1, finished_at: null });
    await answer(person, attempt, question!.id, 5).expect(409);
    await answer(person, attempt, other!.id, 4).expect(400);
    await answer(person, attempt, other!.id, 6).expect(400);
    await answer(person, attempt, uuidv7(), 0).expect(404);
  });

  it('stores copies of its questions, which staff may change and delete', async () => {
    const person = await makePerson();
    const question = await addQuestion(staff, words, {
      text: 'Going?',
      choices: ['right', 'wrong'],
      answer: 0,
      explanation: 'So.',
      difficulty: 3,
    });
    const attempt = await start(person, { difficulty: 3, count: 1 });
    await staff(updateQuestion, { id: question.id, body: { text: 'Gone?', answer: 1 } }).expect(200);
    await staff(deleteQuestion, { id: question.id }).expect(204);
    const choice = choiceOf(attempt.questions[0]!, 'right');
    const { body } = await answer(person, attempt, question.id, choice).expect(200);
    expect(body).toMatchObject({ correct: true, explanation: 'So.' });
    expect(body.attempt.questions[0].text).toBe('Going?');
  });

  it('repeats the questions with wrong answers as a new attempt, only from the user’s own attempts', async () => {
    const person = await makePerson();
    const first = await start(person);
    await answerAll(person, first, (index) => (index < 2 ? 'right' : 'wrong'));
    const retry_of = first.id;
    const second = await start(person, { count: 4, retry_of });
    const missed = first.questions.slice(2).map(({ id }) => id);
    expect(second.questions.map(({ id }) => id).toSorted()).toEqual(missed.toSorted());
    expect(second.questions.every(({ answer: told, chosen }) => told === null && chosen === null)).toBe(true);
    await answerAll(person, second, () => 'right');
    const { body } = await person.call(getAttempt, { id: second.id }).expect(200);
    expect(body).toMatchObject({ total: 4, correct: 4, finished_at: expect.any(String) });

    expect(await refused(person, { count: 5, retry_of })).toMatchObject({
      code: 'conflict',
      msg: 'There are only 4 questions of this kind.',
    });
    expect(await refused(await makePerson(), { count: 1, retry_of })).toMatchObject({ code: 'conflict' });
    expect(await refused(person, { count: 1, retry_of, difficulty: 1 })).toMatchObject({
      code: 'validation_failed',
      details: { retry_of: [expect.any(String)] },
    });
  });

  it('is a 404 for other users like a missing one, before the body is validated', async () => {
    const [owner, stranger] = [await makePerson(), await makePerson()];
    const attempt = await start(owner);
    for (const call of [stranger.call, staff]) {
      for (const id of [attempt.id, uuidv7(), 'x']) {
        await call(getAttempt, { id }).expect(404);
        await call(deleteAttempt, { id }).expect(404);
        await call(answerQuestion, { id, body: { choice: 'x' } }).expect(404);
      }
      const list = await call(listAttempts).expect(200);
      expect(list.body).toEqual({ data: [], totalAttempt: 0, numOfPages: 0, page: 1 });
    }
    expect((await owner.call(getAttempt, { id: attempt.id }).expect(200)).body).toEqual(attempt);
  });

  it('lists attempts latest first, and the last page for one past the end', async () => {
    const person = await makePerson();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await start(person, { count: 1 })).id);
    const { body } = await person.call(listAttempts, { query: { page: 9, page_size: 2 } }).expect(200);
    expect(body).toMatchObject({ data: [{ id: ids[2] }], totalAttempt: 3, numOfPages: 2, page: 2 });
    await person.call(listAttempts, { query: { page: 0 } }).expect(400);
    await person.call(deleteAttempt, { id: ids[0]! }).expect(204);
    const rest = await person.call(listAttempts).expect(200);
    expect((rest.body as { data: Attempt[] }).data.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it('counts as a stored item, is refused at the limit, and is deleted with the account', async () => {
    const person = await makePerson();
    const { id } = person.user;
    await createStoredRequests(test, id, storageLimits.records - 2);
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => person.call(startAttempt, { body: { count: 2 } })),
    );
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 403, 403, 403, 403,
    ]);
    const over = tries.find(({ status }) => status === 403);
    expect(over?.body.code).toBe('storage_limit_reached');
    const { body } = await person.call(getStorageUsage).expect(200);
    expect(body.summary_breakdown['Training attempts']).toBe(2);
    const parts = Object.values(body.summary_breakdown as Record<string, number>);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(body.total_records);
    await test.database.prisma.user.delete({ where: { id } });
    const left = await test.database.prisma.quizAttempt.count({ where: { user_id: id } });
    expect(left).toBe(0);
  });
});

const share = (person: FriendCaller, share_training: boolean) =>
  callerOf(test, () => person.access)(updatePreferences, { body: { share_training } }).expect(200);

async function addAttempt({ user }: FriendCaller, total: number, correct: number, isFinished = true) {
  await test.database.prisma.quizAttempt.create({
    data: {
      id: uuidv7(),
      user_id: user.id,
      total,
      answered: isFinished ? total : correct,
      correct,
      finished_at: isFinished ? new Date() : null,
    },
  });
}

const seenBy = async (person: FriendCaller) => {
  const { body } = await callerOf(test, () => person.access)(listTrainingFriends).expect(200);
  return (body as { data: object[] }).data;
};

it('friends who both share see each other’s finished attempts, and no one else does', async () => {
  const [ada, grace, kay, stranger] = [
    await createFriendCaller(test, { username: 'ada' }),
    await createFriendCaller(test, { username: 'Grace' }),
    await createFriendCaller(test, { username: 'kay' }),
    await createFriendCaller(test, { username: 'stranger' }),
  ];
  await befriend(ada, grace);
  await befriend(kay, ada);
  await addAttempt(grace, 4, 4);
  await addAttempt(grace, 6, 1);
  await addAttempt(grace, 50, 20, false);
  await addAttempt(ada, 3, 1);
  await addAttempt(stranger, 5, 5);

  for (const person of [grace, stranger]) await share(person, true);
  expect(await seenBy(ada)).toEqual([]);
  expect(await seenBy(grace)).toEqual([]);
  await share(ada, true);
  const shown = { id: grace.user.id, username: 'Grace', user_image: null, finished: 2, correct_share: 0.5 };
  expect(await seenBy(ada)).toEqual([shown]);
  expect(await seenBy(grace)).toMatchObject([{ username: 'ada', finished: 1, correct_share: 1 / 3 }]);
  await share(kay, true);
  expect(await seenBy(ada)).toEqual([
    shown,
    { id: kay.user.id, username: 'kay', user_image: null, finished: 0, correct_share: 0 },
  ]);
  expect(await seenBy(stranger)).toEqual([]);

  await share(grace, false);
  expect(await seenBy(ada)).toMatchObject([{ username: 'kay' }]);
  expect(await seenBy(grace)).toEqual([]);
  await kay.remove(ada.user).expect(200);
  expect(await seenBy(ada)).toEqual([]);
});
