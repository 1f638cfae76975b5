import type { Category, Question } from 'contract/quiz/quiz-fields.ts';
import { deleteQuestion, setQuestionStatus } from 'contract/quiz/quiz.ts';
import {
  answerQuestion,
  type Attempt,
  listTrainingCategories,
  startAttempt,
} from 'contract/training/training.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { statementsOf } from '#test/database.ts';
import { createCaller, type TestUser } from '#test/factories.ts';
import { addCategory, addQuestion, type Caller, callerOf } from '#test/quiz.ts';
import { selectDueQuestions, selectTrainingCategories } from './training.queries.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100' });
let staff: Caller;
let sums: Category;
let words: Category;
const questions: Question[] = [];
beforeAll(async () => {
  const { access } = await createCaller(test, { is_staff: true });
  staff = callerOf(test, () => access);
  [sums, words] = [await addCategory(staff, 'Sums'), await addCategory(staff, 'Words')];
  for (let n = 1; n <= 4; n++) {
    const content = {
      text: `Question ${n}?`,
      choices: ['right', 'wrong'],
      answer: 0,
      difficulty: n <= 2 ? 1 : 2,
    };
    questions.push(await addQuestion(staff, n <= 3 ? sums : words, content));
  }
});

interface Trainee {
  user: TestUser;
  call: Caller;
}

async function createTrainee(): Promise<Trainee> {
  const { user, access } = await createCaller(test);
  return { user, call: callerOf(test, () => access) };
}

const listed = async ({ call }: Trainee) => (await call(listTrainingCategories).expect(200)).body;

async function start({ call }: Trainee, body: object): Promise<Attempt> {
  return (await call(startAttempt, { body }).expect(201)).body.attempt as Attempt;
}

async function answer({ call }: Trainee, attempt: Attempt, index: number, isRight: boolean): Promise<void> {
  const { id: question_id, choices } = attempt.questions[index]!;
  const choice = choices.indexOf(isRight ? 'right' : 'wrong');
  await call(answerQuestion, { id: attempt.id, body: { question_id, choice } }).expect(200);
}

/** Moves the answers that many days into the past. */
const passDays = ({ user }: Trainee, days: number) =>
  test.database.pool.query(
    `UPDATE training_cards SET due_at = due_at - $2 * interval '1 day',
       state = jsonb_set(state, '{last_review}', to_jsonb((state ->> 'last_review')::timestamptz - $2 * interval '1 day'))
     WHERE user_id = $1`,
    [user.id, days],
  );

const cardsOf = ({ user }: Trainee) =>
  test.database.prisma.trainingCard.findMany({ where: { user_id: user.id }, orderBy: { due_at: 'asc' } });

describe('due questions', () => {
  it.each(['"newer"', 'null', '[]', '{}', '{"reps": "newer"}', '{"state": "newer"}'])(
    'whose card is %s, which only a newer version can read, are scheduled like new ones',
    async (state) => {
      const trainee = await createTrainee();
      await answer(trainee, await start(trainee, { count: 4 }), 0, true);
      const change = state.startsWith('{"') ? `state || '${state}'` : `'${state}'`;
      await test.database.pool.query(
        `UPDATE training_cards SET due_at = now(), state = ${change} WHERE user_id = $1`,
        [trainee.user.id],
      );
      await answer(trainee, await start(trainee, { due: true, count: 1 }), 0, true);
      const [card] = await cardsOf(trainee);
      expect(card!.state).toMatchObject({ reps: 1, state: 2 });
      expect(card!.due_at.getTime()).toBeGreaterThan(Date.now());
    },
  );

  it('begin with new ones, come back when they are due, the longest overdue first, and then new ones', async () => {
    const trainee = await createTrainee();
    expect(await listed(trainee)).toMatchObject({ due: 0, new: 4, next_due_at: null });
    const first = await start(trainee, { due: true, count: 3 });
    expect(first.total).toBe(3);
    await answer(trainee, first, 0, true);
    await answer(trainee, first, 1, false);
    await answer(trainee, first, 2, true);
    const cards = await cardsOf(trainee);
    expect(cards[0]?.question_id).toBe(first.questions[1]?.id);
    const state = await listed(trainee);
    expect(state).toMatchObject({ due: 0, new: 1 });
    expect(state.next_due_at).toBe(cards[0]?.due_at.toISOString());

    await passDays(trainee, 1.5);
    expect(await listed(trainee)).toMatchObject({ due: 1, new: 1 });
    await passDays(trainee, 30);
    const later = await listed(trainee);
    expect(later).toMatchObject({ due: 3, new: 1, next_due_at: null });
    const dueCounts = (later.data as { due_count: number }[]).map(({ due_count }) => due_count);
    expect(dueCounts.reduce((sum, count) => sum + count, 0)).toBe(3);

    const second = await start(trainee, { due: true, count: 50 });
    const overdue = (await cardsOf(trainee)).map(({ question_id }) => question_id);
    expect(second.questions.slice(0, 3).map(({ id }) => id)).toEqual(overdue);
    expect(second.questions).toHaveLength(4);
    await answer(trainee, second, 0, true);
    expect(await listed(trainee)).toMatchObject({ due: 2, new: 1 });
    expect(await listed(await createTrainee())).toMatchObject({ due: 0, new: 4 });
  });

  it('of a category and a difficulty are only those', async () => {
    const trainee = await createTrainee();
    const attempt = await start(trainee, { due: true, count: 50, category_id: sums.id, difficulty: 1 });
    expect(attempt.questions.map(({ text }) => text).toSorted()).toEqual(['Question 1?', 'Question 2?']);
    await answer(trainee, attempt, 0, true);
    await passDays(trainee, 90);
    const words1 = await start(trainee, { due: true, count: 50, category_id: words.id });
    expect(words1.questions.map(({ text }) => text)).toEqual(['Question 4?']);
    const due = await start(trainee, { due: true, count: 1, category_id: sums.id, difficulty: 1 });
    expect(due.questions[0]?.id).toBe(attempt.questions[0]?.id);
  });

  it('that are none are a 409 with the time of the next one, and leave no attempt', async () => {
    const trainee = await createTrainee();
    const attempt = await start(trainee, { due: true, count: 4 });
    for (const index of [0, 1, 2, 3]) await answer(trainee, attempt, index, true);
    const { body } = await trainee.call(startAttempt, { body: { due: true, count: 5 } }).expect(409);
    expect(body.code).toBe('conflict');
    expect(body.msg).toMatch(/^No question is due\. The next one is due on \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/);
    const none = await trainee
      .call(startAttempt, { body: { due: true, count: 5, category_id: uuidv7() } })
      .expect(409);
    expect(none.body.msg).toBe('No question is due.');
    for (const body400 of [
      { due: true, count: 1, retry_of: attempt.id },
      { due: 'yes', count: 1 },
      { due: true },
      { due: true, count: 51 },
    ]) {
      await trainee.call(startAttempt, { body: body400 }).expect(400);
    }
    expect(await test.database.prisma.quizAttempt.count({ where: { user_id: trainee.user.id } })).toBe(1);
  });

  it('are not unpublished or deleted ones, and cards go with their question and their user', async () => {
    const trainee = await createTrainee();
    const category = await addCategory(staff, 'Going');
    const going = await addQuestion(staff, category, { choices: ['right', 'wrong'], answer: 0 });
    const attempt = await start(trainee, { due: true, count: 1, category_id: category.id });
    const twin = await start(trainee, { due: true, count: 1, category_id: category.id });
    await answer(trainee, attempt, 0, true);
    await passDays(trainee, 30);
    expect(await listed(trainee)).toMatchObject({ due: 1 });
    await staff(setQuestionStatus, { body: { ids: [going.id], status: 'draft' } }).expect(200);
    expect(await listed(trainee)).toMatchObject({ due: 0, next_due_at: null });
    await staff(deleteQuestion, { id: going.id }).expect(204);
    expect(await cardsOf(trainee)).toEqual([]);
    await answer(trainee, twin, 0, true);
    expect(await cardsOf(trainee)).toEqual([]);
    const other = await start(trainee, { count: 1, category_id: words.id });
    await answer(trainee, other, 0, true);
    await test.database.prisma.user.delete({ where: { id: trainee.user.id } });
    expect(await cardsOf(trainee)).toEqual([]);
  });

  it('are scheduled once by two answers at the same time in two attempts', async () => {
    const trainee = await createTrainee();
    const attempts = [];
    for (let n = 0; n < 12; n++) attempts.push(await start(trainee, { count: 1, category_id: words.id }));
    await Promise.all(attempts.map((attempt) => answer(trainee, attempt, 0, true)));
    const [card, ...others] = await cardsOf(trainee);
    expect(others).toEqual([]);
    const { reps } = card!.state as { reps: number };
    expect(reps).toBeGreaterThanOrEqual(1);
    expect(reps).toBeLessThanOrEqual(12);
  });

  it('survive the deletion of their question and their user while they are answered', async () => {
    const category = await addCategory(staff, 'Racing');
    for (let round = 0; round < 5; round++) {
      const trainee = await createTrainee();
      const racing = await addQuestion(staff, category, { choices: ['right', 'wrong'], answer: 0 });
      const attempt = await start(trainee, { count: 1, category_id: category.id });
      const body = { question_id: racing.id, choice: 0 };
      const [answered, deleted] = await Promise.all([
        trainee.call(answerQuestion, { id: attempt.id, body }),
        staff(deleteQuestion, { id: racing.id }),
        round % 2 === 0 && test.database.prisma.user.delete({ where: { id: trainee.user.id } }),
      ]);
      expect([200, 401, 404]).toContain(answered.status);
      expect(deleted.status).toBe(204);
      expect(await cardsOf(trainee)).toEqual([]);
    }
  });
});

it('an answer is easy in less than a third of the usual time, after 20 answers of that difficulty', async () => {
  const trainee = await createTrainee();
  const stabilityAfter = async (secondsEarlier: number) => {
    await test.database.prisma.trainingCard.deleteMany({ where: { user_id: trainee.user.id } });
    const attempt = await start(trainee, { count: 1, category_id: words.id });
    await test.database.pool.query(
      `UPDATE quiz_attempts SET started_at = started_at - $2 * interval '1 second' WHERE id = $1`,
      [attempt.id, secondsEarlier],
    );
    await answer(trainee, attempt, 0, true);
    const [card] = await cardsOf(trainee);
    return (card!.state as { stability: number }).stability;
  };
  const good = await stabilityAfter(30);
  expect(await stabilityAfter(1)).toBe(good);
  for (let n = 2; n < 20; n++) await stabilityAfter(30);
  expect(await stabilityAfter(20)).toBe(good);
  expect(await stabilityAfter(1)).toBeGreaterThan(good);
  const { rows } = await test.database.pool.query<{ most: number }>(
    'SELECT max(answer_seconds) AS most FROM quiz_attempt_questions',
  );
  expect(rows[0]?.most).toBeLessThan(100);
  await stabilityAfter(10_000);
  const capped = await test.database.pool.query<{ most: number }>(
    'SELECT max(answer_seconds) AS most FROM quiz_attempt_questions',
  );
  expect(capped.rows[0]?.most).toBe(600);
});

it('an answer after the clock was set back over midnight takes 0 seconds and is due after the last one', async () => {
  const trainee = await createTrainee();
  await answer(trainee, await start(trainee, { count: 1, category_id: words.id }), 0, true);
  const [before] = await cardsOf(trainee);
  const attempt = await start(trainee, { count: 1, category_id: words.id });
  await passDays(trainee, -2);
  await test.database.pool.query(
    `UPDATE quiz_attempts SET started_at = started_at + interval '2 days' WHERE id = $1`,
    [attempt.id],
  );
  await answer(trainee, attempt, 0, true);
  const [card] = await cardsOf(trainee);
  expect(card!.state).toMatchObject({ reps: 2 });
  expect(card!.due_at.getTime()).toBeGreaterThan(before!.due_at.getTime());
  const { rows } = await test.database.pool.query<{ least: number }>(
    'SELECT min(answer_seconds) AS least FROM quiz_attempt_questions',
  );
  expect(rows[0]?.least).toBeGreaterThanOrEqual(0);
});

it('the due questions of a user with 10,000 cards are found by the index, not by a sort of all cards', async () => {
  const trainee = await createTrainee();
  const { id: category_id } = await addCategory(staff, 'Many');
  await test.database.pool.query(
    `WITH many AS (
       INSERT INTO quiz_questions (id, category_id, text, choices, answer, explanation, difficulty, status, source)
       SELECT gen_random_uuid(), $1, 'Many ' || n, '{a,b}', 0, '', 3, 'published', '' FROM generate_series(1, 10000) AS n
       RETURNING id
     )
     INSERT INTO training_cards (user_id, question_id, state, due_at)
     SELECT $2, id, '{"reps": 1}', now() - random() * interval '90 days' FROM many`,
    [category_id, trainee.user.id],
  );
  await test.database.pool.query('ANALYZE training_cards, quiz_questions');
  const wanted = { userId: trainee.user.id, categoryId: null, difficulty: null, count: 10 };
  const { text, values } = selectDueQuestions.statement(wanted);
  const client = await test.database.pool.connect();
  try {
    await client.query('SELECT 1');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF) ${text}`,
      values,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('training_cards_user_id_due_at_idx');
  } finally {
    client.release();
  }
  const [found, [all]] = [
    await selectDueQuestions(test.database, wanted),
    (await selectTrainingCategories(test.database, trainee.user.id)).filter(({ id }) => id === null),
  ];
  expect(found).toHaveLength(10);
  expect(all?.due_count).toBe(10_000);
  await test.database.prisma.quizQuestion.deleteMany({ where: { category_id } });
});

/**
 * They count the request, read the session, look for the attempt, read the question with its card, write the answer with
 * its schedule, and read the attempt and its questions. Without schedules, no statement would read the card.
 */
const answerStatements = 7;

it('an answer costs at most one statement more than it would without a schedule', async () => {
  const trainee = await createTrainee();
  const attempt = await start(trainee, { count: 2 });
  await answer(trainee, attempt, 0, true);
  const statements = await statementsOf(() => answer(trainee, attempt, 1, true));
  expect(statements.length).toBeLessThanOrEqual(answerStatements);
  expect(statements.join('\n')).toContain('UPDATE quiz_attempt_questions');
});
