import type { Category, Question } from 'contract/quiz/quiz-fields.ts';
import {
  createQuestion,
  exportQuestions,
  getQuestion,
  listQuestions,
  previewQuestion,
  updateQuestion,
} from 'contract/quiz/quiz.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createCaller } from '#test/factories.ts';
import { addCategory, addQuestion, type Caller, callerOf, upload } from '#test/quiz.ts';

const test = useTestApp();
let access: string;
let staff: Caller;
let category: Category;
beforeAll(async () => {
  ({ access } = await createCaller(test, { is_staff: true }));
  staff = callerOf(test, () => access);
  category = await addCategory(staff, 'Interest');
});

const amount = { name: 'amount', from: 1_000, to: 3_000, step: 500, unit: 'AUD' };
const rate = { name: 'rate', from: 0, to: 8, step: 0.25, unit: 'percent' };
const bodyWith = (change: object = {}) => ({
  kind: 'number',
  text: 'Interest on {amount} at {rate}?',
  unit: 'AUD',
  solution: { expression: 'amount * rate / 100' },
  variables: [amount, rate],
  explanation: '{rate} of {amount} is {answer}.',
  difficulty: 2,
  category_id: category.id,
  ...change,
});
const loan = {
  calculation: 'loan',
  input: { total_loan_amount: '{amount}', duration_months: 12, annual_interest_rate: '{rate}' },
  field: 'calculated_monthly_payment',
};

async function refusal(change: object): Promise<Record<string, string[]>> {
  const { body } = await staff(createQuestion, { body: bodyWith(change) }).expect(400);
  const previewed = await staff(previewQuestion, { body: bodyWith(change) }).expect(400);
  expect(Object.keys(previewed.body.details as object)).toEqual(Object.keys(body.details as object));
  return body.details as Record<string, string[]>;
}

describe('a question whose answer is a number', () => {
  it('is saved with the default tolerance and unit, and changed as a whole', async () => {
    const { body } = await staff(createQuestion, {
      body: bodyWith({ variables: [amount, { ...rate, unit: undefined }] }),
    }).expect(201);
    const question = body.question as Question;
    expect(question).toMatchObject({
      kind: 'number',
      choices: [],
      answer: null,
      tolerance: 0.005,
      solution: { expression: 'amount * rate / 100' },
      variables: [amount, { ...rate, unit: 'plain' }],
      answered: 0,
      right_share: null,
      discrimination: null,
    });
    const update = (change: object) => staff(updateQuestion, { id: question.id, body: change });
    expect((await update({ status: 'published' }).expect(200)).body.question.variables).toHaveLength(2);
    const refused = await update({ text: 'Interest at {rate}?' }).expect(400);
    expect(refused.body.details).toEqual({
      variables: ['amount is not used: the text must contain {amount}.'],
    });
    expect((await update({ choices: ['a', 'b'] }).expect(400)).body.details).toHaveProperty('choices');
    expect((await update({ kind: 'choice' }).expect(400)).body.details).toHaveProperty('choices');
    const changed = await update({ kind: 'choice', choices: ['a', 'b'], answer: 1 }).expect(200);
    expect(changed.body.question).toMatchObject({
      kind: 'choice',
      unit: null,
      solution: null,
      variables: [],
    });
    await update({ kind: 'number', unit: 'AUD', solution: { value: 5 } }).expect(400);
    const fixed = await update({
      kind: 'number',
      text: 'Five?',
      explanation: '',
      unit: 'AUD',
      solution: { value: 5 },
    });
    expect(fixed.body.question).toMatchObject({ kind: 'number', choices: [], solution: { value: 5 } });
    expect((await staff(getQuestion, { id: question.id }).expect(200)).body).toEqual(fixed.body.question);
  });

  it('keeps both of two changes at the same time', async () => {
    const { body } = await staff(createQuestion, { body: bodyWith() }).expect(201);
    const { id } = body.question as Question;
    const changes = [{ difficulty: 3 }, { source: 'Euclid' }, { explanation: 'So.' }, { tolerance: 1 }];
    const saved = await Promise.all(changes.map((change) => staff(updateQuestion, { id, body: change })));
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const question = (await staff(getQuestion, { id }).expect(200)).body as Question;
    expect(question).toMatchObject(Object.assign({}, ...changes) as object);
  });

  it.each<[string, object, string, string]>([
    [
      'divides by zero at a corner',
      { solution: { expression: 'amount / rate' } },
      'solution.expression',
      'Divides by zero',
    ],
    [
      'cannot be read',
      { solution: { expression: 'amount * rate +' } },
      'solution.expression',
      'Cannot be read',
    ],
    [
      'has an unknown variable',
      { solution: { expression: 'amount * rate * x' } },
      'solution.expression',
      'x is not',
    ],
    [
      'reaches for more',
      { solution: { expression: 'amount.constructor(rate)' } },
      'solution.expression',
      'Must consist',
    ],
    [
      'has a long expression',
      { solution: { expression: `amount * rate${'+1'.repeat(100)}` } },
      'solution.expression',
      '200',
    ],
    [
      'has a path to no number',
      { solution: { ...loan, field: 'amortization_schedule' } },
      'solution.field',
      'path of a number',
    ],
    [
      'has a path to nothing',
      { solution: { ...loan, field: 'a.b.c' } },
      'solution.field',
      'path of a number',
    ],
    [
      'has a path beyond the term',
      { solution: { ...loan, field: 'amortization_schedule.12.interest_paid' } },
      'solution.field',
      'path of a number',
    ],
    [
      'has a path into the prototype',
      { solution: { ...loan, field: 'constructor.length' } },
      'solution.field',
      'path of a number',
    ],
    [
      'has an input that the calculation refuses',
      { solution: { ...loan, input: { ...loan.input, duration_months: 1 } } },
      'solution.input.duration_months',
      'Must be at least 2',
    ],
    [
      'has an unknown name in the input',
      { solution: { ...loan, input: { ...loan.input, duration_months: '{months}' } } },
      'solution.input',
      '{months} is not a variable.',
    ],
    [
      'has an unknown calculation',
      { solution: { ...loan, calculation: 'statement' } },
      'solution.calculation',
      'Must be',
    ],
    ['lacks the input', { solution: { calculation: 'loan', field: 'x' } }, 'solution.input', 'Required'],
    [
      'has two solutions',
      { solution: { value: 1, expression: '1' } },
      'solution',
      'a value, an expression or a calculation',
    ],
    ['has no solution', { solution: {} }, 'solution', 'a value, an expression or a calculation'],
    [
      'does not use a variable in the answer',
      { solution: { expression: 'amount * 2' } },
      'variables',
      'rate is not used',
    ],
    [
      'does not use a variable in the text',
      { text: 'Interest on {amount}?' },
      'variables',
      'rate is not used',
    ],
    [
      'names an unknown variable in the text',
      { text: '{amount} at {rate} for {years}?' },
      'text',
      '{years} is not',
    ],
    [
      'names an unknown variable in the explanation',
      { explanation: '{years}' },
      'explanation',
      '{years} is not',
    ],
    ['tells the answer', { text: '{amount} at {rate} is {answer}?' }, 'text', 'the answer'],
    [
      'has a variable of 101,000 values',
      { variables: [amount, { ...rate, from: 1, to: 101_000, step: 1 }] },
      'variables.1.step',
      '100,000',
    ],
    [
      'has a variable without a step',
      { variables: [amount, { ...rate, step: 0 }] },
      'variables.1.step',
      'more than 0',
    ],
    [
      'has a variable that ends before it starts',
      { variables: [amount, { ...rate, to: -1 }] },
      'variables.1.to',
      'less than the start',
    ],
    [
      'has a variable with 7 decimals',
      { variables: [amount, { ...rate, step: 0.0000001 }] },
      'variables.1.step',
      '6 decimals',
    ],
    [
      'has a variable that is no word',
      { variables: [amount, { ...rate, name: 'Rate' }] },
      'variables.1.name',
      'lower-case',
    ],
    [
      'has a variable named answer',
      { variables: [amount, { ...rate, name: 'answer' }] },
      'variables.1.name',
      'answer',
    ],
    ['has a variable twice', { variables: [amount, amount] }, 'variables', 'different names'],
    [
      'has 7 variables',
      { variables: Array.from({ length: 7 }, (_, n) => ({ ...rate, name: 'abcdefg'[n] })) },
      'variables',
      'at most 6',
    ],
    ['has variables that are texts', { variables: 'x' }, 'variables', 'list'],
    ['has a negative tolerance', { tolerance: -1 }, 'tolerance', 'at least 0'],
    ['has an unknown unit', { unit: 'metres' }, 'unit', 'Must be'],
    ['has an unknown kind', { kind: 'essay' }, 'kind', 'choice or number'],
  ])('is refused if it %s', async (_, change, field, reason) => {
    const details = await refusal(change);
    expect(Object.keys(details)).toEqual([field]);
    expect(details[field]?.join(' ')).toContain(reason);
  });

  it('names the draw that has no answer', async () => {
    const details = await refusal({ solution: { expression: 'amount / rate' } });
    expect(details['solution.expression']?.[0]).toMatch(
      /^With amount = \$[\d,]+, rate = 0%: Divides by zero\.$/,
    );
  });
});

describe('a preview', () => {
  it('has draws with their answers, and the answer at every corner, and saves nothing', async () => {
    const before = await test.database.prisma.quizQuestion.count();
    const { body } = await staff(previewQuestion, { body: bodyWith() }).expect(200);
    expect(body.draws).toHaveLength(3);
    for (const { values, text, answer, explanation } of body.draws) {
      expect(answer).toBeCloseTo((values.amount * values.rate) / 100, 9);
      expect(text).toMatch(/^Interest on \$[\d,]+ at [\d.]+%\?$/);
      expect(explanation).toMatch(/ is \$[\d,.]+\.$/);
    }
    expect(body.corners).toEqual([
      { values: { amount: 1_000, rate: 0 }, answer: 0 },
      { values: { amount: 3_000, rate: 0 }, answer: 0 },
      { values: { amount: 1_000, rate: 8 }, answer: 80 },
      { values: { amount: 3_000, rate: 8 }, answer: 240 },
    ]);
    const choice = { text: 'Q?', choices: ['a', 'b'], answer: 1, difficulty: 1, category_id: category.id };
    const plain = await staff(previewQuestion, { body: choice }).expect(200);
    expect(plain.body.corners).toEqual([]);
    expect(plain.body.draws[0]).toMatchObject({ values: {}, text: 'Q?', answer: 1 });
    expect(await test.database.prisma.quizQuestion.count()).toBe(before);
  });
});

describe('the file of a bank', () => {
  it.each(['csv', 'json'])('as %s imports again unchanged, with numbers and choices', async (format) => {
    await test.database.prisma.quizQuestion.deleteMany();
    await addQuestion(staff, category, { text: 'Choice?' });
    await staff(createQuestion, { body: bodyWith({ text: 'A, "{amount}" at\n{rate}?' }) }).expect(201);
    await staff(createQuestion, { body: bodyWith({ solution: loan, tolerance: 0.5 }) }).expect(201);
    await staff(createQuestion, {
      body: bodyWith({ text: '-5?', explanation: '', solution: { value: -5 }, variables: [], unit: 'plain' }),
    }).expect(201);
    const exported = async () =>
      (await staff(exportQuestions, { body: { format, sort: 'oldest' } }).expect(200)).text;
    const listed = async () => {
      const { body } = await staff(listQuestions, { body: { sort: 'oldest' } }).expect(200);
      return (body as { data: Question[] }).data.map(
        ({ id: _id, date_updated: _at, ...question }) => question,
      );
    };
    const [file, before] = [await exported(), await listed()];
    const known = await upload(test, access, file).expect(200);
    expect(known.body).toMatchObject({ rows: 4, existing: 4, created: 0 });
    await test.database.prisma.quizQuestion.deleteMany();
    expect((await upload(test, access, file).expect(200)).body).toMatchObject({ rows: 4, created: 4 });
    expect(await listed()).toEqual(before);
    expect(await exported()).toBe(file);
  });

  it('is refused as a whole for a question without an answer, which names the row', async () => {
    const { category_id: _category, ...content } = bodyWith({ category: 'Interest' });
    const faulty = { ...content, solution: { expression: 'amount / rate' } };
    const unknown = { ...content, variables: [amount] };
    const file = JSON.stringify([
      content,
      faulty,
      unknown,
      { ...content, choices: ['a', 'b'] },
      { ...content, kind: 1 },
    ]);
    const { body } = await upload(test, access, file).expect(400);
    expect(Object.keys(body.details as object).toSorted()).toEqual(
      ['row 2: solution', 'row 3: text', 'row 4: choices', 'row 5: kind']
        .filter((row) => row !== 'row 3: text')
        .concat('row 3: text', 'row 3: explanation')
        .toSorted(),
    );
    const csv = `text,choice_1,choice_2,answer,category,difficulty,kind,unit,solution\nQ?,,,,Interest,1,number,AUD,{x`;
    const broken = await upload(test, access, csv).expect(400);
    expect(broken.body.details).toEqual({ 'row 1: solution': ['Must be an object.'] });
    const many = JSON.stringify(Array.from({ length: 501 }, () => content));
    const tooMany = await upload(test, access, many).expect(400);
    expect(tooMany.body.details.file[0]).toContain('at most 500');
  });
});
