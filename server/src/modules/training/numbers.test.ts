import type { Category, Question } from 'contract/quiz/quiz-fields.ts';
import { createQuestion, deleteQuestion, listQuestions, updateQuestion } from 'contract/quiz/quiz.ts';
import {
  answerQuestion,
  type Attempt,
  checkSample,
  getAttempt,
  sampleQuestions,
  startAttempt,
} from 'contract/training/training.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { addCategory, addQuestion, type Caller, callerOf } from '#test/quiz.ts';
import { forgetFaults } from './draw-stored.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100' });
let staff: Caller;
let interest: Category;
let question: Question;

const amount = { name: 'amount', from: 10_000, to: 90_000, step: 500, unit: 'AUD' };
const numberQuestion = {
  kind: 'number',
  text: 'What is a month’s interest on {amount} at 6% a year?',
  unit: 'AUD',
  solution: { expression: 'amount * 0.06 / 12' },
  variables: [amount],
  explanation: 'A twelfth of 6% of {amount} is {answer}.',
  difficulty: 1,
  status: 'published',
};

async function addNumber(category: Category, change: object = {}): Promise<Question> {
  const body = { ...numberQuestion, category_id: category.id, ...change };
  return (await staff(createQuestion, { body }).expect(201)).body.question as Question;
}

beforeAll(async () => {
  const { access } = await createCaller(test, { is_staff: true });
  staff = callerOf(test, () => access);
  interest = await addCategory(staff, 'Interest');
  question = await addNumber(interest);
});

async function newCaller(): Promise<Caller> {
  const { access } = await createCaller(test);
  return callerOf(test, () => access);
}

async function start(call: Caller, body: object): Promise<Attempt> {
  return (await call(startAttempt, { body }).expect(201)).body.attempt as Attempt;
}

/** The figure in the text of the question. */
const figureOf = (text: string) => Number(/\$([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''));

const guest: Caller = (route, options) => callApi(test, route, options);

const store = (id: string, data: object) => test.database.prisma.quizQuestion.update({ where: { id }, data });

describe('a question whose answer is a number', () => {
  it('has figures of its own in each attempt, hides its answer, and keeps them on its page', async () => {
    const call = await newCaller();
    const attempts = [];
    for (let n = 0; n < 6; n++) attempts.push(await start(call, { count: 1, category_id: interest.id }));
    const figures = attempts.map(({ questions: [asked] }) => figureOf(asked!.text));
    expect(new Set(figures).size).toBeGreaterThan(1);
    const [attempt, [figure = 0]] = [attempts[0]!, figures];
    expect(attempt.questions).toEqual([
      {
        id: question.id,
        kind: 'number',
        text: expect.stringMatching(/^What is a month’s interest on \$[\d,]+ at 6% a year\?$/),
        choices: [],
        unit: 'AUD',
        tolerance: 0.005,
        category_name: 'Interest',
        difficulty: 1,
        chosen: null,
        answer: null,
        correct: null,
        explanation: null,
        calculation: null,
      },
    ]);
    expect((await call(getAttempt, { id: attempt.id }).expect(200)).body).toEqual(attempt);

    const exact = figure * 0.005;
    const value = ` $${exact.toFixed(2)} `;
    const body = { question_id: question.id, value };
    const { body: answered } = await call(answerQuestion, { id: attempt.id, body }).expect(200);
    expect(answered).toMatchObject({ correct: true, answer: exact });
    expect(answered.explanation).toBe(
      `A twelfth of 6% of ${/\$[\d,]+/.exec(attempt.questions[0]!.text)?.[0]} is ${new Intl.NumberFormat(
        'en-AU',
        { style: 'currency', currency: 'AUD', trailingZeroDisplay: 'stripIfInteger' },
      ).format(exact)}.`,
    );
    const page = (await call(getAttempt, { id: attempt.id }).expect(200)).body as Attempt;
    expect(page).toEqual(answered.attempt);
    expect(page.questions[0]).toMatchObject({ chosen: exact, answer: exact, correct: true });
    expect(page.by_category).toEqual([{ name: 'Interest', total: 1, correct: 1 }]);
  });

  it('is not used up by a text that is no number, or by a choice', async () => {
    const call = await newCaller();
    const attempt = await start(call, { count: 1, category_id: interest.id });
    const answer = (body: object) =>
      call(answerQuestion, { id: attempt.id, body: { question_id: question.id, ...body } });
    for (const [body, field] of [
      [{ value: 'fifty' }, 'value'],
      [{ value: '5%' }, 'value'],
      [{ value: '' }, 'value'],
      [{ value: '1'.repeat(41) }, 'value'],
      [{ value: null }, 'value'],
      [{ value: 1e13 }, 'value'],
      [{ choice: 0 }, 'choice'],
      [{}, 'choice'],
      [{ choice: 0, value: 1 }, 'choice'],
    ] as const) {
      const response = await answer(body).expect(400);
      expect(Object.keys(response.body.details as object)).toEqual([field]);
    }
    expect((await call(getAttempt, { id: attempt.id }).expect(200)).body).toEqual(attempt);
    const { body } = await answer({ value: 1 }).expect(200);
    expect(body).toMatchObject({ correct: false, attempt: { answered: 1, correct: 0 } });
    await answer({ value: 'fifty' }).expect(409);
  });

  it('counts one of 40 parallel answers, and schedules it once', async () => {
    const call = await newCaller();
    const attempt = await start(call, { count: 1, category_id: interest.id });
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, value) =>
        call(answerQuestion, { id: attempt.id, body: { question_id: question.id, value } }),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(39);
    const [card] = await test.database.prisma.trainingCard.findMany({
      where: { user: { quiz_attempts: { some: { id: attempt.id } } } },
    });
    expect(card?.state).toMatchObject({ reps: 1 });
  });

  it('is repeated with new figures, and with the old ones after it was deleted', async () => {
    const call = await newCaller();
    const category = await addCategory(staff, 'Repeated');
    const { id } = await addNumber(category);
    const first = await start(call, { count: 1, category_id: category.id });
    await call(answerQuestion, { id: first.id, body: { question_id: id, value: 1 } }).expect(200);
    const texts = new Set<string>();
    for (let n = 0; n < 6; n++) {
      const retry = await start(call, { count: 1, retry_of: first.id });
      texts.add(retry.questions[0]!.text);
    }
    expect(texts.size).toBeGreaterThan(1);
    await staff(updateQuestion, { id, body: { text: 'Interest of a month on {amount} at 6%?' } }).expect(200);
    expect((await start(call, { count: 1, retry_of: first.id })).questions[0]!.text).toMatch(/^Interest of/);
    await staff(deleteQuestion, { id }).expect(204);
    const copy = await start(call, { count: 1, retry_of: first.id });
    expect(copy.questions[0]!.text).toBe(first.questions[0]!.text);
    const value = figureOf(copy.questions[0]!.text) * 0.005;
    const { body } = await call(answerQuestion, { id: copy.id, body: { question_id: id, value } }).expect(
      200,
    );
    expect(body).toMatchObject({ correct: true });
  });

  it('of a calculation has the calculation with its figures, after the answer', async () => {
    const call = await newCaller();
    const category = await addCategory(staff, 'Loans');
    const input = {
      total_loan_amount: '{amount}',
      duration_months: 360,
      annual_interest_rate: 6,
      compounding_frequency: 'monthly',
    };
    await addNumber(category, {
      text: 'What is the payment on {amount}?',
      solution: { calculation: 'loan', input, field: 'calculated_monthly_payment' },
      variables: [{ ...amount, from: 500_000, to: 500_000 }],
    });
    const attempt = await start(call, { count: 1, category_id: category.id });
    expect(attempt.questions[0]).toMatchObject({ calculation: null });
    const body = { question_id: attempt.questions[0]!.id, value: '$2,997.75' };
    const answered = await call(answerQuestion, { id: attempt.id, body }).expect(200);
    expect(answered.body).toMatchObject({ correct: true, answer: 2997.75 });
    expect(answered.body.attempt.questions[0].calculation).toEqual({
      kind: 'loan',
      input: { ...input, total_loan_amount: 500_000 },
    });
  });

  it('is drawn again while its answer is one of its figures', async () => {
    const call = await newCaller();
    const category = await addCategory(staff, 'Halves');
    // Of 5 and 10, only 10 is no answer that stands in the text.
    await addNumber(category, {
      text: '{b} or {amount}?',
      unit: 'plain',
      solution: { expression: 'amount / 2 + 0 * b' },
      variables: [
        { ...amount, name: 'amount', from: 10, to: 20, step: 10, unit: 'plain' },
        { ...amount, name: 'b', from: 5, to: 5, step: 1, unit: 'plain' },
      ],
    });
    for (let n = 0; n < 8; n++) {
      const attempt = await start(call, { count: 1, category_id: category.id });
      expect(attempt.questions[0]!.text).toBe('5 or 20?');
    }
  });
});

it('a question with choices takes no value', async () => {
  const call = await newCaller();
  const category = await addCategory(staff, 'Choices');
  const choice = await addQuestion(staff, category);
  const attempt = await start(call, { count: 1, category_id: category.id });
  const body = { question_id: choice.id, value: 1 };
  const { body: refusal } = await call(answerQuestion, { id: attempt.id, body }).expect(400);
  expect(refusal.details).toEqual({ value: ['This question takes a choice.'] });
});

describe('a stored question whose answer cannot be computed', () => {
  const dear = '(amount / 99999.123457) ^ 390 + (amount / 99997.765431) ^ 390';
  const faults: [string, object, string][] = [
    ['is too dear', { solution: { expression: dear } }, 'Takes too long to calculate.'],
    ['divides by zero', { solution: { expression: 'amount / 0' } }, 'Divides by zero.'],
    [
      'has a calculation with bad input',
      { solution: { calculation: 'loan', input: {}, field: 'x' } },
      'Required.',
    ],
  ];
  it.each(faults)('because it %s is passed over, and staff read why', async (reason, data, fault) => {
    const call = await newCaller();
    const category = await addCategory(staff, `Faults: ${reason}`);
    const sound = await addNumber(category, { text: 'Interest on {amount}?' });
    const spoilt = await addNumber(category);
    const place = { category_id: category.id };
    const answered = await start(call, { count: 2, ...place });
    for (const { id } of answered.questions)
      await call(answerQuestion, { id: answered.id, body: { question_id: id, value: 1 } }).expect(200);
    await store(spoilt.id, data);

    const one = await start(call, { count: 1, ...place });
    expect(one.questions.map(({ id }) => id)).toEqual([sound.id]);
    const { body: few } = await call(startAttempt, { body: { count: 2, ...place } }).expect(409);
    expect(few.msg).toBe('There is only 1 question of this kind.');
    const again = await start(call, { count: 2, retry_of: answered.id });
    expect(again.questions.map(({ id }) => id).toSorted()).toEqual([sound.id, spoilt.id].toSorted());
    const listed = await test.database.prisma.quizQuestion.findUniqueOrThrow({ where: { id: spoilt.id } });
    expect(listed.calculation_fault).toContain(fault);

    await forgetFaults(test.dependencies);
    await start(call, { count: 1, ...place });
    const { solution, variables } = numberQuestion;
    await store(spoilt.id, { solution, variables });
    const { body } = await staff(updateQuestion, { id: spoilt.id, body: { solution } }).expect(200);
    expect(body.question.calculation_fault).toBeNull();
    expect((await start(call, { count: 2, ...place })).questions).toHaveLength(2);
  });

  it('is no longer in samples, and one in a sample can be left out', async () => {
    const category = await addCategory(staff, 'Faults of samples');
    const spoilt = await addNumber(category, { text: 'Sampled {amount}?' });
    const sample = async () => (await guest(sampleQuestions).expect(200)).body;
    let drawn = await sample();
    const isIn = ({ data }: { data: { id: string }[] }) => data.some(({ id }) => id === spoilt.id);
    while (!isIn(drawn)) drawn = await sample();
    await store(spoilt.id, { solution: { expression: dear } });
    const body = { token: drawn.token, question_id: spoilt.id, value: 1 };
    const { body: refusal } = await guest(checkSample, { body }).expect(409);
    expect(refusal.msg).toBe('This question has changed since. Start a new sample.');
    for (let n = 0; n < 3; n++) expect(isIn(await sample())).toBe(false);
    const { body: list } = await staff(listQuestions, { body: { category_id: category.id } }).expect(200);
    expect(list.data[0].calculation_fault).toBe('Takes too long to calculate.');
  });
});
