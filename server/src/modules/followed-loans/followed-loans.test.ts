import {
  createLoan,
  deleteLoan,
  FollowedLoanResult,
  followLoan,
  type FollowedLoan,
  getLoan,
  listLoans,
} from 'contract/followed-loans/followed-loans.ts';
import {
  followedLoanLimits,
  followedLoanMessages,
} from 'contract/followed-loans/followed-loans.constants.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { getStorageUsage } from 'contract/files/files.ts';
import { rateLimits } from 'contract/limits.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  balances,
  createOwner,
  createPair,
  followTogether,
  largestLoan,
  loanRows,
  opening,
  type Owner,
  setRate,
} from '#test/followed-loans.ts';
import { deleteOldLosses } from '#domain/followed-loans/followed-loans.queries.ts';
import { casesOf, refusalsOf } from '#test/money-cases.ts';
import { readList } from '#test/notifications.ts';
import { remindOfLoans } from './loan-reminders.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

describe('followLoan', () => {
  it.each(casesOf('followed-loan'))('$id', async ({ request: body, wrongCells }) => {
    const response = await callApi(test, followLoan, { body });
    expect([response.status, response.body.msg]).toEqual([200, 'Calculation successful!']);
    expect(wrongCells(response.body.data)).toEqual([]);
    expect(FollowedLoanResult.parse(response.body.data)).toEqual(response.body.data);
  });

  it.each(refusalsOf('followed-loan'))('$id: refuses $names', async ({ request: body, names }) => {
    const { body: refusal } = await callApi(test, followLoan, { body }).expect(400);
    expect(Object.keys(refusal.details)).toEqual(names);
  });
});

it('one IP address may calculate two of the largest loans in 10 seconds, and another one then', async () => {
  const limited = await startSecondApp(test, { config: { rateLimitScale: 1 } });
  const payload = largestLoan();
  const send = async (remoteAddress: string) =>
    (await limited.inject({ method: 'POST', url: followLoan.url, remoteAddress, payload })).statusCode;
  for (const status of [200, 200, 429]) expect(await send('203.0.113.1')).toBe(status);
  expect(await send('203.0.113.2')).toBe(200);
});

const passWindow = () => vi.setSystemTime(Date.now() + 1_000 * rateLimits.computation.windowSeconds + 1);

/** An app with the usual limits, whose windows end with `passWindow`. */
async function withinLimits() {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = await startSecondApp(test, { config: { rateLimitScale: 1 } });
  return { ...test, app };
}

it('the largest loan can be created, read and changed in each way by who has calculated nothing for 10 seconds', async () => {
  const limited = await withinLimits();
  const ada = await createOwner(limited);
  const { transactions, ...account } = largestLoan();
  const { loan } = await ada.follow({ ...account, transactions: transactions.slice(0, -1) });
  const steps = [
    () => ada.get(loan.id),
    () => ada.add(loan.id, { transactions: transactions.slice(-2) }).expect(200),
    async () => {
      const after = [{ date: '2025-01-01', amount: 1, balance: 2 }];
      for (const accept_gap of [false, true, true]) {
        await ada.add(loan.id, { transactions: after, accept_gap }).expect(accept_gap ? 400 : 409);
      }
      await setRate(ada, loan.id, 2, 4);
    },
    () => setRate(ada, loan.id, 3, 5),
    () => ada.correct(loan.id, { version: 4, remove: [1] }).expect(200),
    () => ada.restore(loan.id, 5, 'undo').expect(200),
  ];
  for (const step of steps) {
    passWindow();
    await step();
  }
});

it('two owners of the largest loan who add or read at once both succeed, because what starts again is paid for', async () => {
  const limited = await withinLimits();
  const [ada, ben] = await createPair(limited);
  const { transactions, ...account } = largestLoan();
  const input = { ...account, transactions: transactions.slice(0, -10) };
  const [adaId, benId] = await followTogether(ada, ben, 'Long', input);
  passWindow();
  const added = await Promise.all([
    ada.add(adaId, { transactions: transactions.slice(-12, -4) }),
    ben.add(benId, { transactions: transactions.slice(-12) }),
  ]);
  expect(added.map(({ status }) => status)).toEqual([200, 200]);
  passWindow();
  const read = await Promise.all([ada.get(adaId), ben.get(benId)]);
  for (const { loan } of read) expect(loan.input.transactions).toEqual(transactions);
});

const months = (from: number, to: number) => loanRows.slice(from, to);

describe('a followed loan', () => {
  it('grows by files of any order, and a file that is added again changes nothing', async () => {
    const ada = await createOwner(test);
    const { loan } = await ada.follow({ ...opening, transactions: months(10, 16) });
    expect(loan).toMatchObject({ version: 1, co_owner: null, invited: null, restorable: [] });
    const first = await ada.add(loan.id, { transactions: months(12, 26) }).expect(200);
    expect(first.body).toMatchObject({ msg: '10 rows added.', added: 10, recognised: 4, joins: 'overlaps' });
    const earlier = { transactions: months(0, 11), opening_balance: opening.opening_balance };
    const second = await ada.add(loan.id, earlier).expect(200);
    expect(second.body).toMatchObject({ msg: '10 rows added.', loan: { version: 3 } });
    expect(second.body.loan.input.transactions).toEqual(loanRows);
    expect(second.body.loan.row_versions).toEqual([
      ...Array.from({ length: 10 }, () => 3),
      ...Array.from({ length: 6 }, () => 1),
      ...Array.from({ length: 10 }, () => 2),
    ]);
    const again = await ada.add(loan.id, { transactions: months(3, 20) }).expect(200);
    expect(again.body).toMatchObject({ msg: 'Nothing new in this file.', added: 0, recognised: 17 });
    expect(again.body.loan).toEqual(second.body.loan);
    const { body: figures } = await callApi(test, followLoan, {
      body: { ...second.body.loan.input, goals: [] },
    });
    expect(again.body.figures).toEqual(figures.data);
    const kinds = second.body.loan.changes.map(({ kind, rows, by }: FollowedLoan['changes'][number]) => [
      kind,
      rows,
      by?.username,
    ]);
    expect(kinds).toEqual([
      ['created', 6, ada.user.username],
      ['file', 10, ada.user.username],
      ['file', 10, ada.user.username],
    ]);
  });

  it('refuses rows that do not join, unless the gap is accepted, and lists what a file lacks', async () => {
    const ada = await createOwner(test);
    const { loan } = await ada.follow({ ...opening, transactions: months(0, 8) });
    const refused = await ada.add(loan.id, { transactions: months(14, 20) }).expect(409);
    expect(refused.body.msg).toBe(followedLoanMessages.doesNotJoin);
    expect((await ada.get(loan.id)).loan).toEqual(loan);
    const added = await ada.add(loan.id, { transactions: months(14, 20), accept_gap: true }).expect(200);
    expect(added.body).toMatchObject({ joins: 'apart', added: 6 });
    expect(added.body.figures.check.findings[0]).toMatchObject({ kind: 'balance', row: 9 });
    const filtered = await ada.add(loan.id, { transactions: [loanRows[0], loanRows[3]] }).expect(200);
    expect(filtered.body).toMatchObject({ missing: [2, 3], added: 0 });
  });

  it.each<[object, Record<string, string[]>]>([
    [{ transactions: [] }, { transactions: [followedLoanMessages.emptyFile] }],
    [
      { offset_accounts: [{ account: 2, balances: [{ date: '2024-01-01', balance: 1 }] }] },
      { 'offset_accounts.0.account': ['Must be at most 1.'] },
    ],
    [{ transactions: [{ date: '2024-01-01', amount: 5 }] }, { opening_balance: ['Required.'] }],
    [
      { transactions: [{ date: '2070-01-01', amount: 5, balance: 1 }], accept_gap: true },
      { transactions: [followedLoanMessages.tooManyYears] },
    ],
    [
      { transactions: [{ date: '2024-01-01', amount: 5, balance: 1, description: 'Rent' }] },
      { 'transactions.0.description': ['Unknown field.'] },
    ],
  ])('refuses the file %j, and is unchanged', async (file, details) => {
    const ada = await createOwner(test);
    const { loan } = await ada.follow({ ...opening, transactions: loanRows });
    const { body } = await ada.add(loan.id, file).expect(400);
    expect(body.details).toEqual(details);
    expect((await ada.get(loan.id)).loan).toEqual(loan);
  });

  it('has its rows and terms corrected with its version only', async () => {
    const ada = await createOwner(test);
    const { loan } = await ada.follow({ owed: 400_000, owed_on: '2024-01-01' });
    const filled = await ada.add(loan.id, { ...opening, transactions: loanRows }).expect(200);
    expect(filled.body.loan.input).not.toHaveProperty('owed');
    const kinds = [{ row: 3, kind: 'fee' }];
    const corrected = await ada.correct(loan.id, { version: 2, remove: [1, 2], kinds }).expect(200);
    expect(corrected.body.loan.input).toMatchObject({
      opening_balance: loanRows[1]!.balance,
      transactions: [{ ...loanRows[2], kind: 'fee' }, ...loanRows.slice(3)],
    });
    const stale = await ada.correct(loan.id, { version: 2, remove: [1] }).expect(409);
    expect(stale.body.msg).toBe(followedLoanMessages.changedMeanwhile);
    const same = await ada.correct(loan.id, { version: 3, kinds: [{ row: 1, kind: 'fee' }] }).expect(200);
    expect(same.body).toMatchObject({ msg: followedLoanMessages.nothingToCorrect, loan: { version: 3 } });
    const wrong = { version: 3, remove: [25, 1, 1], kinds: [{ row: 30, kind: 'fee' }] };
    const { body } = await ada.correct(loan.id, wrong).expect(400);
    expect(body.details).toEqual({
      'remove.0': ['Must be the number of a row.'],
      'remove.2': ['Must be there once.'],
      'kinds.0.row': ['Must be the number of a row.'],
    });
    const remove = Array.from({ length: 24 }, (_, index) => index + 1);
    const none = await ada.correct(loan.id, { version: 3, remove }).expect(400);
    expect(none.body.details).toEqual({ remove: ['Must leave at least one row.'] });
    const rates = [{ from: '2024-01-01', annual_interest_rate: 6 }];
    const payment = { amount: 3000, frequency: 'monthly' };
    const plan = { end_date: '2049-01-15' };
    const terms = { annual_interest_rate: 6, variable_rate: false, plan, payment, rates };
    const changed = await ada.update(loan.id, { version: 3, terms }).expect(200);
    expect(changed.body.loan.input).toMatchObject(terms);
    expect(changed.body.figures).toMatchObject({ rate: { annual_interest_rate: 6, source: 'given' } });
    let { version, input } = changed.body.loan;
    for (const term of [...Object.keys(terms), 'interest_only_until']) {
      const removed = await ada.update(loan.id, { version, terms: { [term]: null } }).expect(200);
      expect(removed.body.loan.input).toEqual({ ...input, [term]: { rates: [], variable_rate: true }[term] });
      ({ version, input } = removed.body.loan);
    }
    const tooLong = { version, terms: { plan: { end_date: '2090-01-01' } } };
    const refused = await ada.update(loan.id, tooLong).expect(400);
    expect(refused.body.details).toEqual({ 'terms.plan.end_date': [followedLoanMessages.planLength] });
    const unversioned = await ada.update(loan.id, { terms: {} }).expect(400);
    expect(unversioned.body.details).toEqual({ version: ['Required.'] });
  });

  it('is one of at most ten stored loans, also with parallel requests, listed by name without goals and rows', async () => {
    const ada = await createOwner(test);
    const input = { ...opening, transactions: loanRows };
    const { loan } = await ada.follow(input, 'b');
    for (let count = 0; count < 7; count++) await ada.follow({ owed: 1, owed_on: '2026-01-01' }, `z${count}`);
    const parallel = await Promise.all(['a', 'C', 'd', 'e'].map((name) => ada.create(input, name)));
    expect(parallel.map(({ status }) => String(status)).toSorted()).toEqual(['201', '201', '409', '409']);
    const { body } = await callApi(test, listLoans, { access: ada.access }).expect(200);
    const names = body.data.map(({ name }: FollowedLoan) => name.toLowerCase());
    expect([names.length, names]).toEqual([10, names.toSorted()]);
    const listed = body.data.find(({ id }: FollowedLoan) => id === loan.id);
    const { goals: _, months: _months, check, ...headline } = (await ada.get(loan.id)).figures;
    const { rows: _rows, findings: _findings, ...checked } = check!;
    expect(listed.headline).toEqual({ ...headline, check: checked });
    const usage = await callApi(test, getStorageUsage, { access: ada.access }).expect(200);
    expect(usage.body.summary_breakdown['Followed loans']).toBe(10);
  });

  it('is created once for an Idempotency-Key, whose repetition reads it as it is then', async () => {
    const ada = await createOwner(test);
    const body = { name: 'House', input: { owed: 5, owed_on: '2026-01-01' } };
    const headers = { 'idempotency-key': 'one' };
    const send = () => callApi(test, createLoan, { access: ada.access, body, headers });
    const { body: created } = await send().expect(201);
    await ada.update(created.loan.id, { name: 'Home' }).expect(200);
    const { body: repeated } = await send().expect(201);
    expect(repeated.loan).toMatchObject({ id: created.loan.id, name: 'Home' });
    await callApi(test, deleteLoan, { access: ada.access, id: created.loan.id }).expect(204);
    await send().expect(404);
  });

  it('is a 404 for anybody else, also for staff', async () => {
    const [ada, eve] = [await createOwner(test), await createOwner(test, { is_staff: true })];
    const { loan } = await ada.follow({ owed: 5, owed_on: '2026-01-01' });
    for (const response of [
      await callApi(test, getLoan, { access: eve.access, id: loan.id }),
      await eve.add(loan.id, { transactions: loanRows, ...opening }),
      await eve.correct(loan.id, { version: 1, remove: [1] }),
      await eve.update(loan.id, { name: 'Mine' }),
      await eve.invite(loan.id, ada.user.id),
      await eve.leave(loan.id),
      await eve.restore(loan.id, 1),
      await eve.answer(loan.id, 'accept'),
      await callApi(test, deleteLoan, { access: eve.access, id: loan.id }),
    ]) {
      expect(response.status).toBe(404);
    }
    expect((await ada.get(loan.id)).loan).toEqual(loan);
  });

  it('is read and changed by API tokens of the scopes, which decide nothing about its owners, and by assistants in its main figures', async () => {
    const [ada, ben] = await createPair(test);
    const { loan } = await ada.follow({ owed: 5, owed_on: '2026-01-01' });
    const scopes = ['read:calculations', 'write:calculations'];
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await callApi(test, createToken, {
      access: ada.access,
      body: { name: 'Program', scopes, expires_at },
    }).expect(201);
    const program = await createOwner(test, {}, String(body.token));
    await program.update(loan.id, { name: 'Renamed' }).expect(200);
    for (const response of [
      await program.invite(loan.id, null),
      await program.leave(loan.id),
      await program.answer(loan.id, 'accept'),
    ]) {
      expect([response.status, response.body.code]).toEqual([403, 'insufficient_scope']);
    }
    const [together] = await followTogether(ada, ben);
    const remove = () => callApi(test, deleteLoan, { access: program.access, id: together });
    expect((await remove().expect(403)).body.code).toBe('insufficient_scope');
    await ada.leave(together).expect(200);
    await remove().expect(204);
    const { figures } = await program.get(loan.id);
    const { as_of, owed, rate, payment, projection, gained } = figures;
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/mcp',
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${String(body.token)}`,
      },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_loans' } },
    });
    const { result } = JSON.parse(/^data: (.*)$/m.exec(answer.body)![1]!);
    expect(result.structuredContent).toEqual({
      data: [{ name: 'Renamed', as_of, owed, rate, payment, projection, gained }],
    });
  });
});

it('reminders come once for each last row, until there is another, and each decision, and not for a loan that is paid off', async () => {
  const [ada, ben] = await createPair(test);
  const [adaId] = await followTogether(ada, ben, 'Our house');
  const texts = async ({ access }: Owner, kind: string) =>
    (await readList(test, access)).data.flatMap((entry) =>
      entry.kind === kind ? [[entry.title, entry.text]] : [],
    );
  const cashRate = [
    { date: '2024-01-01', value: 4.35 },
    { date: '2024-04-20', value: 4.1 },
  ];
  const remind = () => remindOfLoans({ ...test, readCashRate: async () => cashRate });
  await ben.follow({ ...opening, transactions: [{ date: '2024-01-01', amount: -412_345.67 }] }, 'Paid');
  const eve = await createOwner(test);
  await eve.follow({ owed: 5000, owed_on: '2024-01-01' }, 'New');
  await Promise.all([remind(), remind()]);
  await remind();
  for (const owner of [ada, ben]) {
    expect(await texts(owner, 'loan_reminder')).toEqual([
      ['Our house: add the next file', 'Your last row is of 30 March 2024.'],
    ]);
    expect(await texts(owner, 'loan_decision')).toEqual([
      [
        'A rate decision should have reached Our house',
        'The cash rate fell by 0.25 points on 20 April 2024. Lenders often take two weeks. Add your next file to see it.',
      ],
    ]);
  }
  expect(await texts(eve, 'loan_reminder')).toEqual([
    ['New: add the next file', 'It has no rows yet. What is owed is of 1 January 2024.'],
  ]);
  await ada.add(adaId, { transactions: loanRows }).expect(200);
  for (const owner of [ada, ben]) expect(await texts(owner, 'loan_reminder')).toEqual([]);
  await remind();
  expect(await texts(ada, 'loan_reminder')).toHaveLength(1);
  expect(await texts(ada, 'loan_decision')).toHaveLength(1);
  await ada.restore(adaId, 3, 'undo').expect(200);
  await remind();
  expect(await texts(ada, 'loan_reminder')).toEqual([]);
});

const everyOtherDay = (year: number, length: number) =>
  Array.from({ length }, (_, at) => ({
    date: new Date(Date.UTC(year, 0, 1 + 2 * at)).toISOString().slice(0, 10),
    balance: year,
  }));

it('what is restored is refused with what to do where it does not fit, and a time that is none does not stop the deletion of old losses', async () => {
  const [ada, ben] = await createPair(test);
  const transactions = [
    { date: '1985-03-01', amount: -5 },
    { date: '2020-01-01', amount: -1 },
  ];
  const [adaId, benId] = await followTogether(ada, ben, 'Old', { opening_balance: 1_000, transactions });
  await ben.correct(benId, { version: 2, remove: [1] }).expect(200);
  await ben.add(benId, { transactions: [{ date: '2026-01-01', amount: -1 }] }).expect(200);
  const refused = await ada.restore(adaId, 3, 'restore').expect(409);
  expect(refused.body.msg).toBe(followedLoanMessages.noRoomForYears);
  await balances(ada, adaId, ...everyOtherDay(2000, 2_500));
  await balances(ben, benId, { date: '2000-01-01', balance: 5 }, { date: '2030-01-01', balance: 5 });
  await ben
    .add(benId, { offset_accounts: [{ account: 2, balances: everyOtherDay(2001, 2_501) }] })
    .expect(200);
  const full = await ada.restore(adaId, 6, 'restore').expect(409);
  expect(full.body.msg).toBe(followedLoanMessages.noRoomForBalances);
  const [old, none] = ['2020-01-01T00:00:00.000Z', '9999-99-99T99:99Z'].map((at) => ({ version: 1, at }));
  await test.database.pool.query('UPDATE followed_loans SET restorable = $1 WHERE id = $2', [
    JSON.stringify([old, none]),
    adaId,
  ]);
  await deleteOldLosses(test.database.prisma, followedLoanLimits.restoreDays);
  const { rows } = await test.database.pool.query('SELECT restorable FROM followed_loans WHERE id = $1', [
    adaId,
  ]);
  expect(rows).toEqual([{ restorable: [none] }]);
});
