import { createCalculation } from 'contract/calculations/calculations.ts';
import { createFlag } from 'contract/flags/flags.ts';
import { createLoan } from 'contract/followed-loans/followed-loans.ts';
import { createNetworkBlock } from 'contract/network-blocks/network-blocks.ts';
import { createNotice } from 'contract/notices/notices.ts';
import { createObjective, updateObjective } from 'contract/objectives/objectives.ts';
import { createQuestion } from 'contract/quiz/quiz.ts';
import { routes } from 'contract/routes.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealAll } from '#modules/audit/sealer.ts';
import { verifyAuditTrail } from '#modules/audit/verify.service.ts';
import { useTestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';
import { dump, statementsOf } from '#test/database.ts';
import { createCaller, createUser } from '#test/factories.ts';
import { addCategory, callerOf } from '#test/quiz.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let caller: Awaited<ReturnType<typeof createCaller>>;
let categoryId = '';
const friends: string[] = [];
beforeAll(async () => {
  caller = await createCaller(test, { is_staff: true, is_superuser: true });
  const staff = callerOf(test, () => caller.access);
  categoryId = (await addCategory(staff, 'Loans')).id;
  // Only accounts older than a day report others.
  const created_at = new Date(Date.now() - 2 * 86_400_000);
  await test.database.prisma.user.update({ where: { id: caller.user.id }, data: { created_at } });
  for (let n = 0; n < 4; n++) friends.push((await createUser(test)).id);
});

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();
const example = ({ bodyExample }: { bodyExample: unknown }) => bodyExample as object;

/** For each operation the request whose record has this number, so that no two records are the same. */
const requests: Record<string, (n: number) => CallOptions> = {
  createCalculation: (n) => ({ body: { ...example(createCalculation), name: `Calculation ${n}` } }),
  createLoan: (n) => ({ body: { ...example(createLoan), name: `Loan ${n}` } }),
  createObjective: (n) => ({ body: { ...example(createObjective), title: `Objective ${n}` } }),
  createNotice: (n) => ({ body: { ...example(createNotice), title: `Notice ${n}` } }),
  createCategory: (n) => ({ body: { name: `Category ${n}` } }),
  createQuestion: (n) => ({
    body: { ...example(createQuestion), text: `Question ${n}`, category_id: categoryId },
  }),
  createFlag: (n) => ({ body: { ...example(createFlag), user_id: friends[n], block: false } }),
  createInvitation: (n) => ({ body: { note: `Person ${n}` } }),
  createToken: (n) => ({ body: { name: `Token ${n}`, scopes: ['read:profile'], expires_at: inAWeek() } }),
  sendFriendRequest: (n) => ({ id: friends[n] ?? '' }),
  createNetworkBlock: (n) => ({
    body: { ...example(createNetworkBlock), network: `203.0.113.${n}`, ends_at: inAWeek() },
  }),
};

const secretsNotStored: Record<string, unknown> = {
  createToken: expect.objectContaining({ msg: expect.stringMatching(/token .*revoke it/) }),
  createInvitation: expect.objectContaining({
    msg: expect.stringMatching(/invitation .*delete the invitation/),
  }),
};

const idempotent = routes
  .filter(({ idempotency }) => idempotency)
  .map((route) => [route.operation, route] as const);

/** All rows but those that count requests. */
const effects = async () =>
  (await dump(test.database)).filter((row) => !row.startsWith('public.rate_limit_counts'));

describe.each(idempotent)('%s', (name, operation) => {
  const send = (options: CallOptions = {}, key?: string) =>
    callApi(test, operation, {
      access: caller.access,
      ...options,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });

  it('a key costs one statement more', async () => {
    await send(requests[name]?.(0));
    const creating = (n: number, key?: string) => () => send(requests[name]?.(n), key).expect(201);
    const more = await statementsOf(creating(2, 'one-more'));
    for (const statement of await statementsOf(creating(1))) {
      const index = more.indexOf(statement);
      if (index >= 0) more.splice(index, 1);
    }
    expect(more).toEqual([expect.stringContaining('INSERT INTO idempotency_keys')]);
  });

  it('a repetition gets the record, and another body is refused, both without an effect', async () => {
    // The record of this body exists already, so that without a key it would be refused where two may not be the same.
    const otherBody = requests[name]?.(0);
    const request = requests[name]?.(3);
    const first = await send(request, 'no-effect').expect(201);
    const before = await effects();
    const again = await send(request, 'no-effect');
    const stored = [first.status, first.body];
    expect([again.status, again.body]).toEqual(
      operation.idempotency === 'secret' ? [409, secretsNotStored[name]] : stored,
    );
    const { body } = await send(otherBody, 'no-effect').expect(422);
    expect(body.code).toBe('idempotency_key_reused');
    expect(await effects()).toEqual(before);
  });
});

it('a key of an operation that takes none has no effect', async () => {
  const { access } = caller;
  const created = await callApi(test, createObjective, { access, body: example(createObjective) }).expect(
    201,
  );
  const headers = { 'idempotency-key': 'not-taken' };
  const { id } = created.body.objective as { id: string };
  for (const current_amount of [1, 1, 2]) {
    const { body } = await callApi(test, updateObjective, { access, id, headers, body: { current_amount } });
    expect(body).toMatchObject({ objective: { current_amount } });
  }
});

it('repetitions that were rolled back leave the audit trail intact', async () => {
  const keys = [test.dependencies.keys.auditSeal];
  await sealAll({ database: test.database, keys });
  expect(await verifyAuditTrail({ database: test.database, keys })).toMatchObject({ intact: true });
});
