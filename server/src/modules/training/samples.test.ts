import type { Category } from 'contract/quiz/quiz-fields.ts';
import { createQuestion, updateQuestion } from 'contract/quiz/quiz.ts';
import {
  type Attempt,
  checkSample,
  saveSample,
  listAttempts,
  listTrainingCategories,
  type SampleQuestion,
  sampleQuestions,
} from 'contract/training/training.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { sign } from '#auth/keys/keys.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { addCategory, addQuestion, type Caller, callerOf } from '#test/quiz.ts';
import { sampleToken } from './samples.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100' });
let staff: Caller;
let numbers: Category;
const guest: Caller = (route, options) => callApi(test, route, options);

beforeAll(async () => {
  const { access } = await createCaller(test, { is_staff: true });
  staff = callerOf(test, () => access);
  for (let n = 1; n <= 6; n++) {
    const category = await addCategory(staff, `Category ${n}`);
    for (let m = 1; m <= 3; m++) {
      await addQuestion(staff, category, {
        text: `Question ${n}.${m}?`,
        choices: ['right', 'wrong', 'off'],
        answer: 0,
        explanation: 'Because.',
      });
    }
    await addQuestion(staff, category, { text: `Draft ${n}`, status: 'draft' });
  }
  numbers = await addCategory(staff, 'Numbers');
  const body = {
    kind: 'number',
    text: 'What is twice {n}?',
    unit: 'plain',
    solution: { expression: 'n * 2' },
    variables: [{ name: 'n', from: 10, to: 9_000, step: 1 }],
    explanation: 'Twice {n} is {answer}.',
    difficulty: 1,
    status: 'published',
    category_id: numbers.id,
  };
  await staff(createQuestion, { body }).expect(201);
  await staff(createQuestion, { body: { ...body, text: 'And twice {n}?' } }).expect(201);
});

interface Sample {
  data: SampleQuestion[];
  token: string;
}

const draw = async () => (await guest(sampleQuestions).expect(200)).body as Sample;

/** A sample that contains a number. */
async function drawWithNumber(): Promise<Sample & { number: SampleQuestion }> {
  for (;;) {
    const sample = await draw();
    const number = sample.data.find(({ kind }) => kind === 'number');
    if (number) return { ...sample, number };
  }
}

const rightAnswer = ({ id, kind, text, choices }: SampleQuestion) =>
  kind === 'number'
    ? { question_id: id, value: String(2 * Number(/[\d,]+/.exec(text)?.[0]?.replace(',', ''))) }
    : { question_id: id, choice: choices.indexOf('right') };

const check = (token: string, body: object) => guest(checkSample, { body: { token, ...body } });

const tablesUsed = async () => [
  await test.database.prisma.quizAttempt.count(),
  await test.database.prisma.quizAttemptQuestion.count(),
  await test.database.prisma.trainingCard.count(),
];

describe('a sample', () => {
  it('has ten published questions of several categories, without answers, and stores nothing', async () => {
    const before = await tablesUsed();
    const { data, token } = await drawWithNumber();
    expect(data).toHaveLength(10);
    expect(data.every(({ text }) => !text.startsWith('Draft'))).toBe(true);
    const names = data.map(({ category_name }) => category_name);
    expect(Math.max(...names.map((name) => names.filter((other) => other === name).length))).toBe(2);
    const keys = ['category_name', 'choices', 'difficulty', 'id', 'kind', 'text', 'tolerance', 'unit'];
    for (const question of data) expect(Object.keys(question).toSorted()).toEqual(keys);
    for (const question of data) {
      const { body } = await check(token, rightAnswer(question)).expect(200);
      expect(body).toMatchObject({ correct: true, explanation: expect.stringMatching(/^(Because\.|Twice)/) });
    }
    expect(await tablesUsed()).toEqual(before);
    const orders = new Set<number>();
    for (let n = 0; n < 4; n++) {
      for (const { choices } of (await draw()).data) orders.add(choices.indexOf('right'));
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  it('says what is right after a wrong answer, in the order and with the figures of the sample', async () => {
    const { data, token, number } = await drawWithNumber();
    const choice = data.find(({ kind }) => kind === 'choice')!;
    const wrong = choice.choices.indexOf('wrong');
    const { body } = await check(token, { question_id: choice.id, choice: wrong }).expect(200);
    expect(body).toEqual({
      correct: false,
      chosen: wrong,
      answer: choice.choices.indexOf('right'),
      explanation: 'Because.',
      calculation: null,
    });
    const exact = Number(rightAnswer(number).value);
    const checked = await check(token, { question_id: number.id, value: exact + 1 }).expect(200);
    expect(checked.body).toMatchObject({ correct: false, chosen: exact + 1, answer: exact });
  });

  it('refuses an answer that is none, and a question of another sample', async () => {
    const { token, number, data } = await drawWithNumber();
    const choice = data.find(({ kind }) => kind === 'choice')!;
    const absent = await test.database.prisma.quizQuestion.findFirstOrThrow({
      where: { id: { notIn: data.map(({ id }) => id) }, status: 'published' },
    });
    for (const [body, field] of [
      [{ question_id: number.id, value: 'many' }, 'value'],
      [{ question_id: number.id, choice: 0 }, 'choice'],
      [{ question_id: choice.id, value: 0 }, 'value'],
      [{ question_id: choice.id, choice: 3 }, 'choice'],
      [{ question_id: choice.id }, 'choice'],
      [{ question_id: absent.id, choice: 0 }, 'question_id'],
      [{ question_id: uuidv7(), choice: 0 }, 'question_id'],
      [{ question_id: 'x', choice: 0 }, 'question_id'],
      [{ choice: 0 }, 'question_id'],
    ] as const) {
      const response = await check(token, body).expect(400);
      expect(response.body.code).toBe('validation_failed');
      expect(Object.keys(response.body.details as object)).toEqual([field]);
    }
  });

  it('is refused with a token that is forged or expired', async () => {
    const { data, token } = await draw();
    const answer = rightAnswer(data[0]!);
    const [text = '', signature = ''] = token.split('.');
    const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as { expires_at: number };
    const later = Buffer.from(JSON.stringify({ ...payload, expires_at: payload.expires_at + 1 })).toString(
      'base64url',
    );
    const { keys } = test.dependencies;
    const forged = [
      `${text}.${'A'.repeat(signature.length)}`,
      `${later}.${signature}`,
      text,
      `.${signature}`,
      'x',
      `${text}.${sign(keys.exportLink, text)}`,
    ];
    const expired = sampleToken(
      keys,
      { id: uuidv7(), questions: [] },
      new Date(Date.now() - 2 * 60 * 60 * 1_000),
    );
    for (const wrong of [...forged, expired]) {
      const { body } = await check(wrong, answer).expect(400);
      expect(body.code).toBe('invalid_link');
    }
    await check('', answer).expect(400);
    await check('x'.repeat(4_001), answer).expect(400);
    await check(token, answer).expect(200);
  });

  it('has a question no more after it was edited', async () => {
    const { token, data } = await draw();
    const edited = data.find(({ kind }) => kind === 'choice')!;
    await staff(updateQuestion, { id: edited.id, body: { explanation: 'Because of that.' } }).expect(200);
    const { body } = await check(token, rightAnswer(edited)).expect(409);
    expect(body.msg).toBe('This question has changed since. Start a new sample.');
    await staff(updateQuestion, { id: edited.id, body: { explanation: 'Because.' } }).expect(200);
  });
});

async function newUser() {
  const { access, user } = await createCaller(test);
  return { user, call: callerOf(test, () => access) };
}

describe('the answers to a sample', () => {
  it('become a finished attempt of a new user once, also if they are sent several times at once', async () => {
    const { data, token } = await draw();
    const { call, user } = await newUser();
    const answers = data.map((question, index) =>
      index < 7 || question.kind === 'number'
        ? rightAnswer(question)
        : { question_id: question.id, choice: question.choices.indexOf('wrong') },
    );
    const wrong = answers.filter(
      (answer, index) => 'choice' in answer && answer.choice !== rightAnswer(data[index]!).choice,
    ).length;
    const save = () => call(saveSample, { body: { token, answers } });
    const responses = await Promise.all([save(), save(), save()]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    const attempts = responses.map(({ body }) => (body as { attempt: Attempt }).attempt);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
    expect(attempts[0]).toMatchObject({ total: 10, answered: 10, correct: 10 - wrong });
    expect(attempts[0]?.finished_at).not.toBeNull();
    expect(attempts[0]?.questions.map(({ text }) => text)).toEqual(data.map(({ text }) => text));
    expect((await call(listAttempts).expect(200)).body.totalAttempt).toBe(1);
    expect(await test.database.prisma.trainingCard.count({ where: { user_id: user.id } })).toBe(10);
    expect((await call(listTrainingCategories).expect(200)).body).toMatchObject({ due: 0, new: 10 });

    const other = await newUser();
    const { body } = await other.call(saveSample, { body: { token, answers } }).expect(409);
    expect(body.msg).toBe('Another account has these answers already.');
    expect((await other.call(listAttempts).expect(200)).body.totalAttempt).toBe(0);
  });

  it('may be fewer than its questions, and are refused with a bad token, twice the same or none', async () => {
    const { data, token } = await draw();
    const { call } = await newUser();
    const [first] = data;
    const answer = rightAnswer(first!);
    for (const body of [
      { token: 'x', answers: [answer] },
      { token, answers: [] },
      { token, answers: [answer, answer] },
      { token, answers: [{ ...answer, question_id: uuidv7() }] },
      { token, answers: ['x'] },
      { token },
    ]) {
      await call(saveSample, { body }).expect(400);
    }
    await guest(saveSample, { body: { token, answers: [answer] } }).expect(401);
    const { body } = await call(saveSample, { body: { token, answers: [answer] } }).expect(201);
    expect(body.attempt).toMatchObject({ total: 1, answered: 1, correct: 1 });
  });
});
