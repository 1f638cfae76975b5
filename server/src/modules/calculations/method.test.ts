import { calculationMethod, calculationMethodHeader } from 'contract/calculations/method.ts';
import { acceptCalculation, getCalculation } from 'contract/calculations/calculations.ts';
import { routes } from 'contract/routes.ts';
import { exportUser } from 'contract/users/users.ts';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { type Archive, archiveOf, loanInput, savingsInput } from '#test/calculations.ts';
import { createCaller } from '#test/factories.ts';
import { befriend, createFriendCaller, type FriendCaller } from '#test/friends.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let owner: FriendCaller;
let own: Archive;
let friend: FriendCaller;
beforeAll(async () => {
  owner = await createFriendCaller(test);
  own = archiveOf(test, owner.access);
  friend = await createFriendCaller(test);
  await befriend(owner, friend);
});

const today = () => new Date().toISOString().slice(0, 10);
const store = (id: string, column: string, value: unknown) =>
  test.database.pool.query(`UPDATE calculations SET ${column} = $2 WHERE id = $1`, [id, value]);
const storedOf = async (id: string) => {
  const { rows } = await test.database.pool.query(
    'SELECT calculated, summary, date_updated FROM calculations WHERE id = $1',
    [id],
  );
  return rows[0] as { calculated: unknown; summary: Record<string, unknown>; date_updated: Date };
};
const recordOf = ({ method, calculated_on }: { method: number; calculated_on: string }) => [
  method,
  calculated_on,
];
/** Stores a calculation with the figures of an older engine. */
async function savedLongAgo(summary: object = {}): Promise<string> {
  const { id } = await own.saved();
  const stored = await storedOf(id);
  await store(id, 'calculated', { method: 0, on: '2020-02-29' });
  await store(id, 'summary', { ...stored.summary, ...summary });
  return id;
}

describe('the method of a calculation', () => {
  it('is in a header of every response of a calculation, and of no other', async () => {
    const calculations = routes.filter(({ isCalculation }) => isCalculation);
    expect(calculations.map(({ operation }) => operation).toSorted()).toEqual([
      'calculateBuying',
      'calculatePrincipal',
      'calculateSavings',
      'calculateScenario',
      'calculateStudyLoan',
      'calculateTakeHomePay',
      'checkStatement',
      'compareRate',
      'followLoan',
      'getCalculation',
      'getLoan',
      'solveLoan',
      'stressScenario',
      'switchLoan',
    ]);
    for (const { url, bodyExample } of calculations.filter(({ method }) => method === 'POST')) {
      const { headers } = await request(test.app.server)
        .post(url)
        .send(bodyExample as object)
        .expect(200);
      expect(headers[calculationMethodHeader]).toBe(String(calculationMethod));
    }
    const { id } = await own.saved();
    const { headers } = await own.get(id).expect(200);
    expect(headers[calculationMethodHeader]).toBe(String(calculationMethod));
    expect((await own.list().expect(200)).headers).not.toHaveProperty(calculationMethodHeader);
  });

  it('is stored with the day, and replaced only with another input or kind', async () => {
    const saved = await own.saved();
    expect(recordOf(saved)).toEqual([calculationMethod, today()]);
    const id = await savedLongAgo();
    const renamed = await own.update(id, { name: 'Another', notes: 'n' }).expect(200);
    expect(recordOf(renamed.body.calculation)).toEqual([0, '2020-02-29']);
    const shared = await own.share(id, [friend.user.id]).expect(200);
    expect(recordOf(shared.body.calculation)).toEqual([0, '2020-02-29']);
    const recalculated = await own.update(id, { input: { ...loanInput, duration_months: 120 } }).expect(200);
    expect(recordOf(recalculated.body.calculation)).toEqual([calculationMethod, today()]);
    const other = await savedLongAgo();
    const switched = await own.update(other, { kind: 'savings', input: savingsInput }).expect(200);
    expect(recordOf(switched.body.calculation)).toEqual([calculationMethod, today()]);
  });

  it('of a row that is older than the field is 1, on the day of the last change, and a new name does not change it', async () => {
    const { id } = await own.saved();
    await store(id, 'calculated', null);
    await store(id, 'date_updated', '2025-12-31T23:59:59Z');
    const { body } = await own.get(id).expect(200);
    expect(recordOf(body.calculation)).toEqual([1, '2025-12-31']);
    const renamed = await own.update(id, { name: 'Another' }).expect(200);
    expect(recordOf(renamed.body.calculation)).toEqual([1, '2025-12-31']);
  });

  it('is in the export', async () => {
    const me = await createCaller(test);
    await archiveOf(test, me.access).saved();
    const { body } = await request(test.app.server)
      .get(exportUser.url)
      .set('authorization', `Bearer ${me.access}`)
      .expect(200);
    expect(recordOf(body.calculations[0])).toEqual([calculationMethod, today()]);
    expect(body.calculations[0]).not.toHaveProperty('calculated');
  });
});

describe('figures that a newer engine would change', () => {
  it('are listed by path in the order of the new summary, and reading stores nothing', async () => {
    const id = await savedLongAgo({ total_interest_paid: 1.5, calculated_monthly_payment: 2, gone: 7 });
    await test.database.pool.query(
      `UPDATE calculations SET summary = summary - 'total_payments_made' WHERE id = $1`,
      [id],
    );
    const before = await storedOf(id);
    const { body } = await own.get(id).expect(200);
    const { result } = body;
    expect(body.changes).toEqual([
      { field: 'total_interest_paid', before: 1.5, after: result.total_interest_paid },
      { field: 'calculated_monthly_payment', before: 2, after: result.calculated_monthly_payment },
      { field: 'total_payments_made', before: null, after: result.total_payments_made },
      { field: 'gone', before: 7, after: null },
    ]);
    expect(body.calculation.summary).toMatchObject({ total_interest_paid: 1.5 });
    expect(getCalculation.responses[200].schema.parse(body)).toMatchObject({ changes: body.changes });
    expect(await storedOf(id)).toEqual(before);
    await own.list().expect(200);
  });

  it('are empty if the figures are equal, whatever the method', async () => {
    const { body } = await own.get(await savedLongAgo()).expect(200);
    expect(body.changes).toEqual([]);
  });

  it('include lists and objects that are null on one side', async () => {
    const input = {
      current: { ...loanInput, duration_months: 300 },
      offers: [{ annual_interest_rate: 5.9, switching_costs: 1_200 }],
    };
    const { id } = await own.saved({ kind: 'switch', input });
    await test.database.pool.query(
      `UPDATE calculations
       SET summary = summary
         || jsonb_build_object('offers', jsonb_set(jsonb_set(summary->'offers', '{0,keep,total_cost}', '1'),
                                                   '{0,keep,break_even}', 'null'))
       WHERE id = $1`,
      [id],
    );
    const { body } = await own.get(id).expect(200);
    const { keep: now } = body.result.offers[0];
    expect(body.changes).toEqual([
      { field: 'offers.0.keep.total_cost', before: 1, after: now.total_cost },
      { field: 'offers.0.keep.break_even.period', before: null, after: now.break_even.period },
    ]);
  });

  it('are stored when they are accepted, and accepting twice has the same result', async () => {
    const id = await savedLongAgo({ total_interest_paid: 1.5 });
    const accept = () => request(test.app.server).post(acceptCalculation.url.replace(':id', id));
    const first = await accept().set('authorization', `Bearer ${owner.access}`).expect(200);
    expect(first.body.msg).toBe('Calculation updated.');
    expect(recordOf(first.body.calculation)).toEqual([calculationMethod, today()]);
    const second = await accept().set('authorization', `Bearer ${owner.access}`).expect(200);
    expect(second.body).toEqual(first.body);
    const { body } = await own.get(id).expect(200);
    expect(body.changes).toEqual([]);
    expect(body.calculation).toEqual(first.body.calculation);
  });

  it('of a calculation that a friend shares cannot be accepted', async () => {
    const id = await savedLongAgo({ total_interest_paid: 1.5 });
    await own.share(id, [friend.user.id]).expect(200);
    const theirs = archiveOf(test, friend.access);
    expect((await theirs.get(id).expect(200)).body.changes).toHaveLength(1);
    await request(test.app.server)
      .post(acceptCalculation.url.replace(':id', id))
      .set('authorization', `Bearer ${friend.access}`)
      .expect(404);
    expect((await own.get(id).expect(200)).body.changes).toHaveLength(1);
  });
});
