import { getCalculation } from 'contract/calculations/calculations.ts';
import { storageLimits } from 'contract/files/files.constants.ts';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import { exportUser } from 'contract/users/users.ts';
import { calculateSavings, calculateScenario, switchLoan } from 'contract/scenarios/scenarios.ts';
import { checkStatement } from 'contract/statements/statements.ts';
import { calculateTakeHomePay } from 'contract/take-home-pay/take-home-pay.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#errors.ts';
import { useTestApp } from '#test/app.ts';
import { type Archive, archiveOf, inMonths, loanInput, savingsInput } from '#test/calculations.ts';
import { createCaller } from '#test/factories.ts';
import { createStoredRequests } from '#test/friends.ts';
import { calculate } from './calculators.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let own: Archive;
beforeAll(async () => {
  own = archiveOf(test, (await createCaller(test)).access);
});

const scenarioInput = {
  ...loanInput,
  payment_frequency: 'fortnightly',
  extra_payments: [{ amount: '200.50', from_period: 3, to_period: null }],
  rate_changes: [{ period: 40, annual_interest_rate: 7.125 }],
  offset: { balance: 20000, deposit_per_period: null },
  start_date: '2026-01-31',
};

const switchInput = {
  current: { ...loanInput, duration_months: 300, start_date: '2026-11-23' },
  offers: [
    { annual_interest_rate: 5.9, switching_costs: '1200' },
    { annual_interest_rate: 7, name: 'Dearer' },
  ],
};
const payInput = { income: '90000', income_year: '2025-26', study_loan: true, compare_year: '2024-25' };

/** Removes rows and other large fields from the figures, like a summary. */
const withoutRows = (figures: object): unknown =>
  JSON.parse(JSON.stringify(figures), (name, value: unknown) => {
    const isLeftOut = /^(amortization_schedule|yearly|schedule|rows|lines|next|comparison)$/.test(name);
    return isLeftOut && typeof value === 'object' ? undefined : value;
  });

describe('a saved calculation', () => {
  it.each([
    ['loan', loanInput, calculatePrincipal],
    ['scenario', scenarioInput, calculateScenario],
    ['savings', savingsInput, calculateSavings],
    ['switch', switchInput, switchLoan],
    ['take_home_pay', payInput, calculateTakeHomePay],
    ['statement', checkStatement.bodyExample, checkStatement],
  ] as const)(
    'of the kind %s is returned with its input and the result of its calculation',
    async (kind, input, route) => {
      const name = `Ünïcode “${kind}”`;
      const saved = await own.saved({ name: ` ${name} `, kind, input, notes: 'Asked at the branch.' });
      expect(saved).toMatchObject({ name, kind, input, notes: 'Asked at the branch.', shared_by: null });
      const { body: computed } = await request(test.app.server).post(route.url).send(input).expect(200);
      const { body, headers } = await own.get(saved.id).expect(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(body).toEqual({ calculation: saved, result: computed.data, changes: [] });
      expect(getCalculation.responses[200].schema.parse(body)).toEqual(body);
      expect(saved.summary).toEqual(withoutRows(computed.data));
    },
  );

  it('of a check counts charges as explained as the check itself does: twice the interest, two times in a row, is no rate', async () => {
    let owed = 400_000;
    let before = '2023-12-15';
    const transactions = Array.from({ length: 14 }, (_, month) => {
      const date = new Date(Date.UTC(2024, month, 15)).toISOString().slice(0, 10);
      const days = (Date.parse(date) - Date.parse(before)) / 86_400_000;
      const interest = Math.round(owed * 6 * days * (month === 5 || month === 6 ? 2 : 1)) / 36_500;
      const amount = Math.round(100 * interest) / 100;
      [owed, before] = [owed + amount, date];
      return { date, amount, kind: 'interest' };
    });
    const input = { opening_balance: 400_000, previous_charge_date: '2023-12-15', transactions };
    const { summary } = await own.saved({ kind: 'statement', input });
    expect(summary).toMatchObject({ verdict: 'partly', totals: { explained: 12 } });
  });

  it('changes the fields of the request, and refuses an invalid field with its path', async () => {
    const saved = await own.saved({ input: loanInput, notes: 'n' });
    const { body } = await own.update(saved.id, { name: 'Another' }).expect(200);
    expect(body.calculation).toMatchObject({ name: 'Another', notes: 'n', summary: saved.summary });
    expect(body.calculation.date_updated > saved.date_updated).toBe(true);
    const cheaper = { ...loanInput, annual_interest_rate: '5' };
    const { body: recalculated } = await own.update(saved.id, { input: cheaper, notes: null }).expect(200);
    expect(recalculated.calculation).toMatchObject({ input: cheaper, notes: '', name: 'Another' });
    expect(recalculated.calculation.summary.calculated_monthly_payment).toBe(2684.11);
    const switched = await own.update(saved.id, { kind: 'savings', input: savingsInput }).expect(200);
    expect(switched.body.calculation).toMatchObject({ kind: 'savings', input: savingsInput });
    const refused = await own.update(saved.id, { kind: 'loan' }).expect(400);
    expect(Object.keys(refused.body.details)).toContain('input.total_loan_amount');
    await own.remove(saved.id).expect(204);
    await own.get(saved.id).expect(404);
  });

  it('says why this version cannot compute what another one saved', async () => {
    const { id } = await own.saved({ input: loanInput });
    const input = { ...loanInput, annual_interest_rate: 101 };
    await test.database.prisma.calculation.update({ where: { id }, data: { input } });
    const { body } = await own.get(id).expect(409);
    expect(body.msg).toBe(
      'This version cannot compute what was saved. input.annual_interest_rate: Must be at most 30.',
    );
  });

  it.each([
    [{ input: { ...loanInput, total_loan_amount: null } }, 'input.total_loan_amount', 'Required.'],
    [{ input: { ...loanInput, wrong: 1 } }, 'input.wrong', 'Unknown field.'],
    [
      {
        kind: 'scenario',
        input: { ...scenarioInput, rate_changes: [{ period: 4000, annual_interest_rate: 5 }] },
      },
      'input.rate_changes.0.period',
      'Must be at most 2,600.',
    ],
    [
      {
        kind: 'savings',
        input: { ...savingsInput, opening_balance: 1e12, annual_interest_rate: 30, duration_months: 600 },
      },
      'input.duration_months',
      expect.stringContaining('Must be at most'),
    ],
    [{ input: [] }, 'input', 'Must be an object.'],
    [{ input: loanInput, name: '  ' }, 'name', 'Required.'],
    [{ input: loanInput, name: 'x'.repeat(121) }, 'name', 'Must have at most 120 characters.'],
    [{ input: loanInput, notes: 'x'.repeat(2001) }, 'notes', 'Must have at most 2,000 characters.'],
    [
      { input: loanInput, kind: 'car' },
      'kind',
      'Must be loan, scenario, savings, switch, take_home_pay, statement, buying or study_loan.',
    ],
    [{ input: loanInput, shared_with: [] }, 'shared_with', 'Unknown field.'],
  ])('is refused with %j', async (body, field, reason) => {
    const answer = await own.create(body).expect(400);
    expect(answer.body.details).toEqual({ [field]: [reason] });
  });
});

it.each([new AppError('unavailable'), new Error('a fault in the calculator')])(
  'returns an error of a calculator that names no field unchanged: %s',
  async (error) => {
    const fail = () => {
      throw error;
    };
    const calculators = {
      loan: fail,
      scenario: fail,
      savings: fail,
      switch: fail,
      take_home_pay: fail,
      statement: fail,
    };
    const charging = { charge: async () => {}, signal: new AbortController().signal };
    await expect(calculate(calculators, charging, 'loan', loanInput)).rejects.toThrow(error);
  },
);

describe('the list of calculations', () => {
  it('filters by text and kind, sorts and pages, and returns the last page for one past the end', async () => {
    const me = archiveOf(test, (await createCaller(test)).access);
    expect((await me.list().expect(200)).body).toEqual({
      data: [],
      totalCalculation: 0,
      numOfPages: 0,
      page: 1,
    });
    for (const name of ['beta 100%', 'Alpha', 'gamma']) await me.saved({ name, input: loanInput });
    await me.saved({ name: 'delta', kind: 'savings', input: savingsInput, notes: 'For ALPHA' });
    expect(await me.names()).toEqual(['delta', 'gamma', 'Alpha', 'beta 100%']);
    expect(await me.names({ sort: 'oldest' })).toEqual(['beta 100%', 'Alpha', 'gamma', 'delta']);
    expect(await me.names({ sort: 'a-z' })).toEqual(['Alpha', 'beta 100%', 'delta', 'gamma']);
    expect(await me.names({ sort: 'z-a', page_size: 2, page: 2 })).toEqual(['beta 100%', 'Alpha']);
    expect(await me.names({ text: 'alpha', sort: 'a-z' })).toEqual(['Alpha', 'delta']);
    expect(await me.names({ text: '0%' })).toEqual(['beta 100%']);
    expect(await me.names({ kind: 'savings' })).toEqual(['delta']);
    const { body } = await me.list({ page: 9, page_size: 3 }).expect(200);
    expect(body).toMatchObject({ totalCalculation: 4, numOfPages: 2, page: 2 });
    expect(body.data).toHaveLength(1);
    await me.list({ kind: 'car' }).expect(400);
  });
});

it('calculations and objectives saved in parallel stop exactly at the storage limit', async () => {
  const { user, access } = await createCaller(test);
  const left = 4;
  await createStoredRequests(test, user.id, storageLimits.records - left);
  // It is part of the usage, but does not count towards the limit.
  await test.database.pool.query(
    `INSERT INTO ip_records (id, user_id, ip_address, action)
     SELECT gen_random_uuid(), $1, '192.0.2.1', 'login' FROM generate_series(1, 2000)`,
    [user.id],
  );
  const me = archiveOf(test, access);
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => [me.create({ input: loanInput }), me.setObjective({})]).flat(),
  );
  const statuses = tries.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(left);
  expect(tries.filter(({ body }) => body.code === 'storage_limit_reached')).toHaveLength(10 - left);
});

it('both count towards the usage, are in the export, and are deleted with the account', async () => {
  const { user, access } = await createCaller(test);
  const me = archiveOf(test, access);
  const saved = await me.saved({ name: 'Ours', input: loanInput, notes: 'private' });
  await me.setObjective({ title: 'Mine', current_amount: '10.05', target_date: inMonths(5) }).expect(201);
  const get = (url: string) => request(test.app.server).get(url).set('authorization', `Bearer ${access}`);
  const { body: usage } = await get('/api/core/user/storage-usage/').expect(200);
  expect(usage.summary_breakdown).toMatchObject({ Calculations: 1, Objectives: 1 });
  const { body } = await get(exportUser.url).expect(200);
  expect(body.calculations).toEqual([
    expect.objectContaining({
      id: saved.id,
      name: 'Ours',
      input: loanInput,
      notes: 'private',
      shared_with: [],
    }),
  ]);
  expect(body.objectives).toEqual([
    expect.objectContaining({
      title: 'Mine',
      current_amount: 10.05,
      target_date: inMonths(5),
      history: [{ date: new Date().toISOString().slice(0, 10), amount: 10.05 }],
    }),
  ]);
  const { pool } = test.database;
  await pool.query('DELETE FROM users WHERE id = $1', [user.id]);
  for (const table of ['calculations', 'objectives']) {
    const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE user_id = $1`, [user.id]);
    expect(rowCount).toBe(0);
  }
});

it('every operation with an unknown id is a 404', async () => {
  for (const id of [uuidv7(), 'none']) {
    await own.get(id).expect(404);
    await own.update(id, { name: '' }).expect(404);
    await own.remove(id).expect(404);
    await own.share(id, []).expect(404);
    await own.updateObjective(id, { title: '' }).expect(404);
    await own.removeObjective(id).expect(404);
  }
});
