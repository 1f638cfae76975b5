import {
  createCalculation,
  getCalculation,
  listCalculations,
  updateCalculation,
} from 'contract/calculations/calculations.ts';
import { FollowLoanBody } from 'contract/followed-loans/followed-loan-fields.ts';
import {
  addToLoan,
  correctLoanRows,
  createLoan,
  getLoan,
  updateLoan,
} from 'contract/followed-loans/followed-loans.ts';
import { rateLimits } from 'contract/limits.ts';
import { createObjective, listObjectives, updateObjective } from 'contract/objectives/objectives.ts';
import { createCategory, createQuestion, previewQuestion, updateQuestion } from 'contract/quiz/quiz.ts';
import { routes } from 'contract/routes.ts';
import { calculateScenario, solveLoan, stressScenario, switchLoan } from 'contract/scenarios/scenarios.ts';
import { checkSample, sampleQuestions, saveSample, startAttempt } from 'contract/training/training.ts';
import { describe, expect, it } from 'vitest';
import { inSlices, runCalculation } from '#domain/finance/calculators.ts';
import { followedLoanCost } from '#domain/finance/computation-cost.ts';
import { faultsOf, previewOf } from '#domain/training/check-question.ts';
import { drawQuestion } from '#domain/training/drawn-questions.ts';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { createOwner, loanRows, opening } from '#test/followed-loans.ts';
import { questionCalculators } from '#test/question-calculators.ts';
import { addCategory, callerOf, upload } from '#test/quiz.ts';

// A fifth of the limit, so that the test reaches it quickly.
const test = useTestApp({ RATE_LIMIT_SCALE: '0.2' });

const scenario = {
  total_loan_amount: 500_000_000,
  duration_months: 600,
  annual_interest_rate: 29.9,
  compounding_frequency: 'monthly',
  payment_frequency: 'weekly',
};
const maxCalls = 30;
const owing = (dates: readonly string[]) => ({
  owed: 500_000,
  owed_on: '2026-01-31',
  goals: dates.map((date) => ({ kind: 'pay_off', date })),
});

describe('the computation limit', () => {
  it.each([
    ['long scenarios', calculateScenario.url, scenario],
    ['stressed scenarios', stressScenario.url, { scenario, added_rates: [1, 2, 3, 4, 5] }],
    ['offers to switch to', switchLoan.url, { current: scenario, offers: [{ annual_interest_rate: 20 }] }],
    [
      'extra payments that end a loan',
      solveLoan.url,
      { solve_for: 'extra_payment', scenario, target_periods: 2_000 },
    ],
  ])('refuses %s of one IP address with 429, and serves another', async (_, url, payload) => {
    const app = await startSecondApp(test);
    const post = (remoteAddress: string) => app.inject({ method: 'POST', url, remoteAddress, payload });
    const responses = [await post('203.0.113.1')];
    expect(responses[0]?.statusCode).toBe(200);
    while (responses.length < maxCalls && responses.at(-1)?.statusCode === 200) {
      responses.push(await post('203.0.113.1'));
    }
    expect(responses.at(-1)?.statusCode).toBe(429);
    expect(Number(responses.at(-1)?.headers['retry-after'])).toBeLessThanOrEqual(
      rateLimits.computation.windowSeconds,
    );
    expect((await post('203.0.113.2')).statusCode).toBe(200);
  });

  it('is one for each IP address, whatever a request says of its origin, and pages of other sites use up half of it', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    // A script opens windows as well. Only a person activates a link.
    const navigation = { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const origins: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      navigation,
      {},
      { ...navigation, 'sec-fetch-user': '?1' },
    ];
    const app = await startSecondApp(test);
    const post = (remoteAddress: string, headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: calculateScenario.url, remoteAddress, headers, payload: scenario });
    const servedOf = async (remoteAddress: string, headers: Record<string, string>) => {
      for (let served = 0; ; served++)
        if ((await post(remoteAddress, headers)).statusCode !== 200) return served;
    };
    const alone = await servedOf('203.0.113.3', {});
    const served = [];
    for (const headers of origins) served.push(await servedOf('203.0.113.4', headers));
    const [foreign = 0, again, own = 0, link] = served;
    expect([again, link]).toEqual([0, 0]);
    expect(foreign).toBeGreaterThan(0);
    expect(own).toBeGreaterThanOrEqual(alone / 2);
    expect(foreign + own).toBeLessThanOrEqual(alone);
  });

  it('refuses to compute a saved calculation with 429', async () => {
    const app = await startSecondApp(test);
    const { access } = await createCaller(test);
    const headers = { authorization: `Bearer ${access}` };
    const saved = await app.inject({
      method: 'POST',
      url: createCalculation.url,
      headers,
      payload: { name: 'long', kind: 'scenario', input: scenario },
    });
    const url = getCalculation.url.replace(':id', saved.json().calculation.id);
    // Guests at the same address have used up theirs.
    const asGuest = async () =>
      (await app.inject({ method: 'POST', url: calculateScenario.url, payload: scenario })).statusCode;
    let isOpen = true;
    for (let calls = 0; calls < maxCalls && isOpen; calls++) isOpen = (await asGuest()) === 200;
    expect(isOpen).toBe(false);
    const statuses = [(await app.inject({ url, headers })).statusCode];
    while (statuses.length < maxCalls && statuses.at(-1) === 200) {
      statuses.push((await app.inject({ url, headers })).statusCode);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });

  it('is part of every operation that computes, and a refused one changes nothing', async () => {
    const owner = await createOwner(test);
    const { loan } = await owner.follow({ ...opening, transactions: loanRows });
    const objective = { title: 'Free', kind: 'pay_off', loan_id: loan.id, target_date: '2038-01-01' };
    const { access } = owner;
    const set = await callApi(test, createObjective, {
      access,
      body: objective,
      headers: { 'idempotency-key': 'first' },
    }).expect(201);
    const saved = await callApi(test, createCalculation, {
      access,
      body: { name: 'long', kind: 'scenario', input: scenario },
    }).expect(201);
    const state = async () => [
      (await callApi(test, listObjectives, { access })).body.data,
      (await owner.get(loan.id)).loan,
      (await callApi(test, listCalculations, { access })).body,
    ];
    const before = await state();
    // Less than any of them costs.
    const app = await startSecondApp(test, { config: { rateLimitScale: 0.006 } });
    const call = callerOf({ app }, () => access);
    const file = { transactions: [{ date: '2024-10-15', amount: -5, balance: 0 }] };
    const ways = {
      listObjectives: call(listObjectives),
      createObjective: call(createObjective, { body: objective }),
      repetition: call(createObjective, { body: objective, headers: { 'idempotency-key': 'first' } }),
      updateObjective: call(updateObjective, { id: set.body.objective.id, body: { title: 'Late' } }),
      createLoan: call(createLoan, {
        body: { name: 'Second', input: { ...opening, transactions: loanRows } },
      }),
      getLoan: call(getLoan, { id: loan.id }),
      updateLoan: call(updateLoan, { id: loan.id, body: { name: 'Renamed' } }),
      addToLoan: call(addToLoan, { id: loan.id, body: { ...file, accept_gap: true } }),
      correctLoanRows: call(correctLoanRows, { id: loan.id, body: { version: 1, remove: [1] } }),
      createCalculation: call(createCalculation, { body: { name: 'b', kind: 'scenario', input: scenario } }),
      getCalculation: call(getCalculation, { id: saved.body.calculation.id }),
      updateCalculation: call(updateCalculation, {
        id: saved.body.calculation.id,
        body: { input: { ...scenario, duration_months: 500 } },
      }),
    };
    for (const [way, request] of Object.entries(ways)) {
      const response = await request;
      expect([way, response.status, response.headers['ratelimit']]).toEqual([
        way,
        429,
        expect.stringContaining('"computation"'),
      ]);
    }
    expect(await state()).toEqual(before);
    const guests = routes.filter(({ isCalculation, access: who }) => isCalculation && who === 'guest');
    expect(guests.length).toBeGreaterThan(10);
    // What costs less than the least price has a limit of its own.
    for (const route of guests) {
      const send = () => callApi({ app }, route, { body: route.bodyExample as object });
      let { status } = await send();
      for (let sent = 1; sent < 30 && status === 200; sent++) ({ status } = await send());
      expect([route.operation, status]).toEqual([route.operation, 429]);
    }
  });

  it('has a price for each goal and each month of a followed loan', async () => {
    const [near, far] = ['2027-01-01', '2070-01-01'].map((date) =>
      followedLoanCost(FollowLoanBody.parse(owing([date]))),
    );
    expect(far).toBeGreaterThan(2 * near!);
    const goals = Array.from({ length: 20 }, () => '2070-01-01');
    const cost = followedLoanCost(FollowLoanBody.parse(owing(goals)));
    expect(cost).toBeGreaterThan(20 * (far! - near!));
    expect(cost).toBeLessThan(rateLimits.computation.max / 2);
  });

  it('has a price for the calculations of a question that staff preview, and ends them with the connection', async () => {
    const { access } = await createCaller(test, { is_staff: true });
    const { body } = await callApi(test, createCategory, { access, body: { name: 'Loans' } }).expect(201);
    const offers = [1, 2, 3].map((rate) => ({ annual_interest_rate: rate }));
    const preview = {
      text: 'What is the rate of {amount}?',
      explanation: '{amount} is {answer}.',
      category_id: body.category.id,
      difficulty: 1,
      kind: 'number',
      unit: 'AUD',
      variables: [{ name: 'amount', from: 100_000, to: 900_000, step: 100_000, unit: 'AUD' }],
      solution: {
        calculation: 'switch',
        input: { current: { ...scenario, total_loan_amount: '{amount}' }, offers },
        field: 'offers.0.regular_payment',
      },
    };
    const app = await startSecondApp(test, { config: { rateLimitScale: 0.001 } });
    const headers = { authorization: `Bearer ${access}` };
    const { url } = previewQuestion;
    const refused = await app.inject({ method: 'POST', url, headers, payload: preview });
    expect([refused.json().details, refused.statusCode]).toEqual([undefined, 429]);
    let charged = 0;
    const charge = async () => void charged++;
    const calculators = { loan: () => ({}) };
    const gone = { charge, signal: AbortSignal.abort() };
    const input = {
      total_loan_amount: 1_000,
      duration_months: 2,
      annual_interest_rate: 6,
      compounding_frequency: 'monthly',
    };
    await expect(runCalculation(calculators, gone, 'loan', input)).rejects.toThrow('aborted');
    const slices = (function* () {
      for (;;) yield;
    })();
    await expect(inSlices({ ...gone, signal: AbortSignal.timeout(1) }, 1, slices)).rejects.toThrow('aborted');
    charged = 0;
    await expect(inSlices(gone, 1, slices)).rejects.toThrow('aborted');
    expect(charged).toBe(0);
  });

  it('has a price for every computation of the answer of a question, by an expression as well', async () => {
    const { access } = await createCaller(test, { is_staff: true });
    const staff = callerOf(test, () => access);
    const category = await addCategory(staff, 'Powers');
    const content = {
      text: 'What is the square of {n}?',
      explanation: 'It is {answer}.',
      difficulty: 1,
      status: 'published',
      kind: 'number',
      unit: 'plain',
      variables: [{ name: 'n', from: 10, to: 9_000, step: 1, unit: 'plain' }],
      solution: { expression: 'n ^ 2' },
    };
    const body = { ...content, category_id: category.id };
    const { question } = (await staff(createQuestion, { body }).expect(201)).body;
    const sample = (await callApi(test, sampleQuestions).expect(200)).body;
    const answer = { question_id: question.id, value: 100 };
    const csv = JSON.stringify([{ ...content, category: category.name }]);
    // Less than one computation costs.
    const app = await startSecondApp(test, { config: { rateLimitScale: 3e-7 } });
    const few = callerOf({ app }, () => access);
    const ways = {
      createQuestion: few(createQuestion, { body }),
      updateQuestion: few(updateQuestion, { id: question.id, body: { solution: { expression: 'n ^ 3' } } }),
      previewQuestion: few(previewQuestion, { body }),
      importQuestions: upload({ app }, access, csv, true),
      sampleQuestions: callApi({ app }, sampleQuestions),
      checkSample: callApi({ app }, checkSample, { body: { token: sample.token, ...answer } }),
      saveSample: few(saveSample, { body: { token: sample.token, answers: [answer] } }),
      startAttempt: few(startAttempt, { body: { count: 1 } }),
    };
    for (const { operation, rateLimit } of [previewQuestion, sampleQuestions, checkSample, startAttempt])
      expect([operation, rateLimit === undefined]).toEqual([operation, false]);
    for (const [way, call] of Object.entries(ways)) {
      const response = await call;
      expect([way, response.status, response.body.code]).toEqual([way, 429, 'too_many_requests']);
    }
  });

  it('for questions is one for each of the staff, apart from members and guests of the same IP address', async () => {
    const { access } = await createCaller(test, { is_staff: true });
    const staff = callerOf(test, () => access);
    const category = await addCategory(staff, 'Cubes');
    const body = {
      category_id: category.id,
      text: 'What is the cube of {n}?',
      difficulty: 1,
      status: 'published',
      kind: 'number',
      unit: 'plain',
      variables: [{ name: 'n', from: 10, to: 900, step: 1, unit: 'plain' }],
      solution: { expression: 'n ^ 3' },
    };
    const { question } = (await staff(createQuestion, { body }).expect(201)).body;
    // Four computations use up the limit of the second app.
    const solution = { expression: '(n / 99999.123457) ^ 400' };
    await test.database.prisma.quizQuestion.update({ where: { id: question.id }, data: { solution } });
    const { access: other } = await createCaller(test);
    const app = await startSecondApp(test, { config: { rateLimitScale: 0.002 } });
    const attempt = { count: 1, category_id: category.id };
    const start = () => callApi({ app }, startAttempt, { access: other, body: attempt });
    const sample = () => callApi({ app }, sampleQuestions).expect(200);
    await callApi({ app }, previewQuestion, { access, body: { ...body, solution } }).expect(429);
    await sample();
    for (let started = 1; (await start()).status === 201; started++) expect(started).toBeLessThan(4);
    await sample();
  });

  it('lets other requests be served between two computations of an expression, and ends with the connection', async () => {
    const variables = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      from: 10_001,
      to: 99_999,
      step: 1,
      unit: 'plain' as const,
    }));
    const question = {
      kind: 'number' as const,
      choices: [],
      answer: null,
      unit: 'plain' as const,
      tolerance: null,
      text: '{a} {b} {c} {d}',
      explanation: '',
      solution: { expression: 'a / b + c / d' },
      variables,
    };
    let turns = 0;
    const timer = () => {
      turns++;
      next = setImmediate(timer);
    };
    let next = setImmediate(timer);
    const charges: number[] = [];
    const calculators = {
      ...questionCalculators,
      charge: async (cost: number) => void charges.push(cost),
    };
    await previewOf(question, calculators);
    clearImmediate(next);
    // Three draws, and two values of each of four variables.
    const computations = 3 + 2 ** 4;
    expect(charges.length).toBeGreaterThanOrEqual(computations);
    expect(turns).toBeGreaterThanOrEqual(computations - 1);
    const gone = { ...calculators, signal: AbortSignal.abort() };
    for (const work of [faultsOf, previewOf, drawQuestion]) {
      const charged = charges.length;
      await expect(work(question, gone)).rejects.toThrow('aborted');
      expect(charges).toHaveLength(charged);
    }
    const long = { ...question, solution: { expression: 'max(1,min(2,((a/b)^600+(c/d)^600+(b/c)^600)))' } };
    const [reason] = (await faultsOf(long, calculators))['solution.expression'] ?? [];
    expect(reason).toContain('Takes too long');
    // No computation takes longer than a key press may wait.
    const dearest = Math.max(...charges);
    expect(dearest).toBeLessThan(60_000);
    // Nothing is computed for who has used up the limit: what it costs is not known before.
    const asked: number[] = [];
    const charge = async (cost: number) => {
      asked.push(cost);
      throw new Error('exhausted');
    };
    await expect(faultsOf(long, { ...calculators, charge })).rejects.toThrow('exhausted');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeLessThan(dearest / 100);
  });

  it('accepts 30 short computations in a row', async () => {
    const app = await startSecondApp(test);
    const payload = { ...scenario, duration_months: 360, payment_frequency: 'monthly' };
    for (let n = 0; n < 30; n++) {
      const { statusCode } = await app.inject({ method: 'POST', url: calculateScenario.url, payload });
      expect(statusCode).toBe(200);
    }
  });
});
