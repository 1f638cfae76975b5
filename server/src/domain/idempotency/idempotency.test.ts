import { createCalculation } from 'contract/calculations/calculations.ts';
import { createObjective } from 'contract/objectives/objectives.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { cleanUpIdempotencyKeys } from '#domain/idempotency/idempotency.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let caller: Awaited<ReturnType<typeof createCaller>>;
beforeAll(async () => {
  caller = await createCaller(test);
});
afterEach(() => test.database.pool.query('DELETE FROM objectives; DELETE FROM idempotency_keys'));

const objective = createObjective.bodyExample as object;
const create = (key: string, body: object = objective, { access } = caller) =>
  callApi(test, createObjective, { access, body, headers: { 'idempotency-key': key } });
const count = () => test.database.prisma.objective.count();

it('a repetition gets the record as it is now, creates nothing, and says when the record is gone', async () => {
  const first = await create('key-1').expect(201);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  const again = await create('key-1').expect(201);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(await count()).toBe(1);
  await test.database.prisma.objective.updateMany({ data: { title: 'Renamed' } });
  const changed = await create('key-1').expect(201);
  expect(changed.body).toEqual({ ...first.body, objective: { ...first.body.objective, title: 'Renamed' } });
  await test.database.prisma.objective.deleteMany();
  expect((await create('key-1').expect(404)).body.code).toBe('record_gone');
  expect(await count()).toBe(0);
});

it('what is stored with a key contains nothing of the record but its id', async () => {
  const title = 'A house in Ballarat';
  const { body } = await create('key-1', { ...objective, title }).expect(201);
  const [row] = await test.database.prisma.idempotencyKey.findMany();
  expect(row).toMatchObject({ record_id: body.objective.id, status: 201, response: null });
  expect(JSON.stringify(row)).not.toContain('Ballarat');
});

it('of one user at most 1,000 keys are stored, and the oldest gives way', async () => {
  await test.database.pool.query(
    `INSERT INTO idempotency_keys (user_id, operation, key, body_hash, status, created_at)
     SELECT $1, 'createObjective', n, '', 201, now() - n * interval '1 second' FROM generate_series(1, 1000) AS n`,
    [caller.user.id],
  );
  const ofUser = { where: { user_id: caller.user.id } };
  for (const key of ['key-1', 'key-2']) {
    await create(key).expect(201);
    expect(await test.database.prisma.idempotencyKey.count(ofUser)).toBe(1_000);
  }
  const keys = (await test.database.prisma.idempotencyKey.findMany(ofUser)).map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(['key-1', 'key-2', '1', '998']));
  expect(keys).not.toContain('999');
});

it('bodies that mean the same are the same, whatever the order of their names', async () => {
  const { name, kind, input } = createCalculation.bodyExample;
  const save = (key: string, body: object) =>
    callApi(test, createCalculation, {
      access: caller.access,
      body: { name, kind, ...body },
      headers: { 'idempotency-key': key },
    });
  const reversed = Object.fromEntries(Object.entries(input).toReversed());
  const first = await save('order', { input }).expect(201);
  for (const body of [
    { input: reversed, name, kind },
    { input, notes: null, rates_from: null },
    { input, variable_rate: false },
    { input: { ...input, compounding_frequency: undefined } },
    { input: { ...input, total_loan_amount: String(input.total_loan_amount) } },
  ])
    expect((await save('order', body)).body).toEqual(first.body);
  await save('order', { input: { ...input, total_loan_amount: 1 } }).expect(422);
  const stated = { ...objective, loan_id: null, current_amount: 0 };
  const { loan_id: _, current_amount: __, ...without } = stated;
  const { body } = await create('null', stated).expect(201);
  expect((await create('null', without).expect(201)).body).toEqual(body);
});

it('fifty parallel requests with one key create one record', async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => create('parallel')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(await count()).toBe(1);
});

it('the same key with another body is refused', async () => {
  await create('key-1').expect(201);
  const { body } = await create('key-1', { ...objective, title: 'Another one' }).expect(422);
  expect(body.code).toBe('idempotency_key_reused');
  expect(await count()).toBe(1);
});

it('a refusal is not stored', async () => {
  await create('key-1', { ...objective, title: '' }).expect(400);
  await create('key-1').expect(201);
  expect(await count()).toBe(1);
});

it('a key belongs to its caller and its operation', async () => {
  await create('key-1').expect(201);
  await create('key-1', objective, await createCaller(test)).expect(201);
  expect(await count()).toBe(2);
  const headers = { 'idempotency-key': 'key-1' };
  const body = createCalculation.bodyExample as object;
  const saved = await callApi(test, createCalculation, { access: caller.access, body, headers }).expect(201);
  const again = await callApi(test, createCalculation, { access: caller.access, body, headers }).expect(201);
  expect(again.body).toEqual(saved.body);
});

it('without the header every request creates a record, and after a day the key is free', async () => {
  for (let n = 0; n < 2; n++)
    await callApi(test, createObjective, { access: caller.access, body: objective }).expect(201);
  expect(await count()).toBe(2);
  await create('key-1').expect(201);
  await test.database.pool.query(`UPDATE idempotency_keys SET created_at = created_at - interval '25 hours'`);
  const { headers } = await create('key-1').expect(201);
  expect(headers['idempotency-replayed']).toBeUndefined();
  expect(await count()).toBe(4);
  await test.database.pool.query(`UPDATE idempotency_keys SET created_at = created_at - interval '25 hours'`);
  await cleanUpIdempotencyKeys(test.dependencies);
  expect(await test.database.prisma.idempotencyKey.count()).toBe(0);
});

it.each([
  ['65 characters', 'a'.repeat(65)],
  ['a space', 'a b'],
])('a key with %s is refused', async (_, key) => {
  const { body } = await create(key).expect(400);
  expect(Object.keys(body.details)).toEqual(['Idempotency-Key']);
});

it('the token of an API token is not stored, and its repetition says so', async () => {
  const body = {
    name: 'a program',
    scopes: ['read:profile'],
    expires_at: new Date(Date.now() + 86_400_000),
  };
  const headers = { 'idempotency-key': 'token' };
  const call = () => callApi(test, createToken, { access: caller.access, body, headers });
  const { body: made } = await call().expect(201);
  const again = await call().expect(409);
  expect(again.body.msg).toMatch(/not stored/);
  const { rows } = await test.database.pool.query('SELECT response FROM idempotency_keys');
  expect(JSON.stringify(rows)).not.toContain(made.token);
});
