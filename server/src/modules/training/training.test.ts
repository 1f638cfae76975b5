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

interface TrainingCaller {
  user: TestUser;
  call: Caller;
}

async function createTrainingCaller(): Promise<TrainingCaller> {
  const { user, access } = await createCaller(test);
  return { user, call: callerOf(test, () => access) };
}

async function startTestAttempt({ call }: TrainingCaller, input: object = { count: 6 }): Promise<Attempt> {
  const { body } = await call(startAttempt, { body: input }).expect(201);
  return (body as { attempt: Attempt }).attempt;
}

const sendAnswer = ({ call }: TrainingCaller, attempt: Attempt, question_id: string, choice: number) =>
  call(answerQuestion, { id: attempt.id, body: { question_id, choice } });

/** The index of the choice that begins with the text. */
const choiceOf = ({ choices }: Attempt['questions'][number], word: string) =>
  choices.findIndex((choice) => choice.startsWith(word));

async function answerAll(caller: TrainingCaller, attempt: Attempt, word: (index: number) => string) {
  for (const [index, question] of attempt.questions.entries()) {
    await sendAnswer(caller, attempt, question.id, choiceOf(question, word(index))).expect(200);
  }
}

const startRefused = async ({ call }: TrainingCaller, input: object) =>
  (await call(startAttempt, { body: input })).body;

describe('training', () => {
  it('lists the categories that have published questions', async () => {
    const { call } = await createTrainingCaller();
    const { body } = await call(listTrainingCategories).expect(200);
    expect(body.data).toEqual([
      { id: sums.id, name: 'Sums', description: '', published_count: 4, due_count: 0 },
      { id: words.id, name: 'Words', description: '', published_count: 2, due_count: 0 },
    ]);
  });

  it('asks each question once, shuffled, and reveals no correct answer before it is answered', async () => {
    const caller = await createTrainingCaller();
    const attempt = await startTestAttempt(caller);
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
    const { body } = await sendAnswer(caller, attempt, first!.id, right).expect(200);
    expect(body).toMatchObject({
      correct: true,
      answer: right,
      explanation: first!.text.replace('Question', 'Because').replace('?', '.'),
    });
    const wrong = choiceOf(second!, 'wrong');
    const missed = await sendAnswer(caller, attempt, second!.id, wrong).expect(200);
    expect(missed.body).toMatchObject({ correct: false, answer: choiceOf(second!, 'right') });

    const exported = (await caller.call(exportUser).expect(200)).body as { training_attempts: Attempt[] };
    const { body: attemptBody } = await caller.call(getAttempt, { id: attempt.id }).expect(200);
    expect(exported.training_attempts).toEqual([attemptBody]);
    expect(missed.body.attempt).toEqual(attemptBody);
    const { questions } = attemptBody as Attempt;
    expect(questions.slice(0, 2).map(({ chosen }) => chosen)).toEqual([right, wrong]);
    for (const { chosen, answer: hidden, explanation } of questions.slice(2)) {
      expect([chosen, hidden, explanation]).toEqual([null, null, null]);
    }

    const orders = new Set<number>();
    for (let n = 0; n < 8; n++) {
      for (const question of (await startTestAttempt(caller)).questions)
        orders.add(choiceOf(question, 'right'));
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  it('asks questions of one category and difficulty, or returns the number of available ones', async () => {
    const caller = await createTrainingCaller();
    const attempt = await startTestAttempt(caller, { category_id: sums.id, difficulty: 2, count: 2 });
    expect(attempt.questions.map(({ category_name, difficulty }) => [category_name, difficulty])).toEqual([
      ['Sums', 2],
      ['Sums', 2],
    ]);
    const few = { category_id: words.id, difficulty: null, count: 3 };
    const { body } = await caller.call(startAttempt, { body: few }).expect(409);
    expect(body).toMatchObject({ code: 'conflict', msg: 'There are only 2 questions of this kind.' });
    await caller.call(startAttempt, { body: { category_id: uuidv7(), count: 1 } }).expect(409);
    for (const input of [{}, { count: 0 }, { count: 51 }, { count: 1.5 }, { count: 1, difficulty: 4 }]) {
      await caller.call(startAttempt, { body: input }).expect(400);
    }
    await caller.call(startAttempt, { body: { category_id: 'x', count: 1 } }).expect(400);
    expect((await caller.call(listAttempts).expect(200)).body.totalAttempt).toBe(1);
  });

  it('finishes an attempt with the last answer, and returns the score by category', async () => {
    const caller = await createTrainingCaller();
    const attempt = await startTestAttempt(caller);
    await answerAll(caller, attempt, (index) =>
      attempt.questions[index]!.category_name === 'Sums' ? 'right' : 'off',
    );
    const { body } = await caller.call(listAttempts).expect(200);
    const [finishedAttempt] = (body as { data: AttemptSummary[] }).data;
    expect(finishedAttempt).toMatchObject({
      answered: 6,
      correct: 4,
      by_category: [
        { name: 'Sums', total: 4, correct: 4 },
        { name: 'Words', total: 2, correct: 0 },
      ],
    });
    expect(finishedAttempt).not.toHaveProperty('questions');
    expect(Date.parse(finishedAttempt!.finished_at!)).toBeGreaterThanOrEqual(
      Date.parse(finishedAttempt!.started_at),
    );
  });

  it('finishes an attempt also if all answers arrive at once', async () => {
    const caller = await createTrainingCaller();
    const attempt = await startTestAttempt(caller);
    await Promise.all(attempt.questions.map(({ id }) => sendAnswer(caller, attempt, id, 0).expect(200)));
    const { body } = await caller.call(getAttempt, { id: attempt.id }).expect(200);
    const { questions, correct, answered, finished_at } = body as Attempt;
    expect(answered).toBe(6);
    expect(correct).toBe(questions.filter((question) => question.answer === 0).length);
    expect(finished_at).not.toBeNull();
  });

  it('counts one of 60 parallel answers to a question', async () => {
    const caller = await createTrainingCaller();
    const attempt = await startTestAttempt(caller, { count: 2 });
    const [question, other] = attempt.questions;
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => sendAnswer(caller, attempt, question!.id, n % 4)),
    );
    const accepted = responses.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(59);
    const { body } = await caller.call(getAttempt, { id: attempt.id }).expect(200);
    expect(body).toEqual(accepted[0]?.body.attempt);
    expect(body).toMatchObject({ answered: 1, finished_at: null });
    for (const choice of [5, 99, -1]) await sendAnswer(caller, attempt, question!.id, choice).expect(409);
    for (const choice of [4, 6, -1]) await sendAnswer(caller, attempt, other!.id, choice).expect(400);
    await sendAnswer(caller, attempt, uuidv7(), 0).expect(404);
  });

  it('stores copies of its questions, which staff may change and delete', async () => {
    const caller = await createTrainingCaller();
    const question = await addQuestion(staff, words, {
      text: 'Going?',
      choices: ['right', 'wrong'],
      answer: 0,
      explanation: 'So.',
      difficulty: 3,
    });
    const attempt = await startTestAttempt(caller, { difficulty: 3, count: 1 });
    await staff(updateQuestion, { id: question.id, body: { text: 'Gone?', answer: 1 } }).expect(200);
    await staff(deleteQuestion, { id: question.id }).expect(204);
    const choice = choiceOf(attempt.questions[0]!, 'right');
    const { body } = await sendAnswer(caller, attempt, question.id, choice).expect(200);
    expect(body).toMatchObject({ correct: true, explanation: 'So.' });
    expect(body.attempt.questions[0].text).toBe('Going?');
  });

  it('repeats the questions with wrong answers as a new attempt, only from the user’s own attempts', async () => {
    const caller = await createTrainingCaller();
    const first = await startTestAttempt(caller);
    await answerAll(caller, first, (index) => (index < 2 ? 'right' : 'wrong'));
    const retry_of = first.id;
    const second = await startTestAttempt(caller, { count: 4, retry_of });
    const missed = first.questions.slice(2).map(({ id }) => id);
    expect(second.questions.map(({ id }) => id).toSorted()).toEqual(missed.toSorted());
    expect(second.questions.every(({ answer: hidden, chosen }) => hidden === null && chosen === null)).toBe(
      true,
    );
    await answerAll(caller, second, () => 'right');
    const { body } = await caller.call(getAttempt, { id: second.id }).expect(200);
    expect(body).toMatchObject({ total: 4, correct: 4, finished_at: expect.any(String) });

    expect(await startRefused(caller, { count: 5, retry_of })).toMatchObject({
      code: 'conflict',
      msg: 'There are only 4 questions of this kind.',
    });
    expect(await startRefused(await createTrainingCaller(), { count: 1, retry_of })).toMatchObject({
      code: 'conflict',
    });
    expect(await startRefused(caller, { count: 1, retry_of, difficulty: 1 })).toMatchObject({
      code: 'validation_failed',
      details: { retry_of: [expect.any(String)] },
    });
  });

  it('is a 404 for other users like a missing attempt, before the body is validated', async () => {
    const [owner, stranger] = [await createTrainingCaller(), await createTrainingCaller()];
    const attempt = await startTestAttempt(owner);
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

  it('lists attempts latest first, and returns the last page for a page past the end', async () => {
    const caller = await createTrainingCaller();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await startTestAttempt(caller, { count: 1 })).id);
    const { body } = await caller.call(listAttempts, { query: { page: 9, page_size: 2 } }).expect(200);
    expect(body).toMatchObject({ data: [{ id: ids[2] }], totalAttempt: 3, numOfPages: 2, page: 2 });
    await caller.call(listAttempts, { query: { page: 0 } }).expect(400);
    await caller.call(deleteAttempt, { id: ids[0]! }).expect(204);
    const rest = await caller.call(listAttempts).expect(200);
    expect((rest.body as { data: Attempt[] }).data.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it('counts as a stored item, is refused at the limit, and is deleted with the account', async () => {
    const caller = await createTrainingCaller();
    const { id } = caller.user;
    await createStoredRequests(test, id, storageLimits.records - 2);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => caller.call(startAttempt, { body: { count: 2 } })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 403, 403, 403, 403,
    ]);
    const refusal = responses.find(({ status }) => status === 403);
    expect(refusal?.body.code).toBe('storage_limit_reached');
    const { body } = await caller.call(getStorageUsage).expect(200);
    expect(body.summary_breakdown['Training attempts']).toBe(2);
    const parts = Object.values(body.summary_breakdown as Record<string, number>);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(body.total_records);
    await test.database.prisma.user.delete({ where: { id } });
    const remaining = await test.database.prisma.quizAttempt.count({ where: { user_id: id } });
    expect(remaining).toBe(0);
  });
});

const setSharing = (caller: FriendCaller, share_training: boolean) =>
  callerOf(test, () => caller.access)(updatePreferences, { body: { share_training } }).expect(200);

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

const listedFriends = async (caller: FriendCaller) => {
  const { body } = await callerOf(test, () => caller.access)(listTrainingFriends).expect(200);
  return (body as { data: object[] }).data;
};

it('listTrainingFriends returns the results of friends if both share them, and of no other users', async () => {
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

  for (const caller of [grace, stranger]) await setSharing(caller, true);
  expect(await listedFriends(ada)).toEqual([]);
  expect(await listedFriends(grace)).toEqual([]);
  await setSharing(ada, true);
  const friend = { id: grace.user.id, username: 'Grace', user_image: null, finished: 2, correct_share: 0.5 };
  expect(await listedFriends(ada)).toEqual([friend]);
  expect(await listedFriends(grace)).toMatchObject([{ username: 'ada', finished: 1, correct_share: 1 / 3 }]);
  await setSharing(kay, true);
  expect(await listedFriends(ada)).toEqual([
    friend,
    { id: kay.user.id, username: 'kay', user_image: null, finished: 0, correct_share: 0 },
  ]);
  expect(await listedFriends(stranger)).toEqual([]);

  await setSharing(grace, false);
  expect(await listedFriends(ada)).toMatchObject([{ username: 'kay' }]);
  expect(await listedFriends(grace)).toEqual([]);
  await kay.remove(ada.user).expect(200);
  expect(await listedFriends(ada)).toEqual([]);
});
