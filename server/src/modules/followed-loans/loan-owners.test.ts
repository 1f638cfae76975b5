import { endSuspension, suspendUser } from 'contract/users/suspension.ts';
import { adminUpdateUser, deleteUser, exportUser } from 'contract/users/users.ts';
import { createObjective } from 'contract/objectives/objectives.ts';
import {
  answerLoanInvitation,
  deleteLoan,
  type FollowedLoan,
  listLoans,
} from 'contract/followed-loans/followed-loans.ts';
import { followedLoanMessages } from 'contract/followed-loans/followed-loans.constants.ts';
import type { Route } from 'contract/route.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, signIn } from '#test/factories.ts';
import {
  createOwner,
  createPair,
  followTogether,
  loanRows,
  opening,
  type Owner,
} from '#test/followed-loans.ts';
import { readList } from '#test/notifications.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let [ada, ben]: Owner[] = [];
let [adaId, benId] = ['', ''];

/** Ada and Ben follow a loan together. */
beforeEach(async () => {
  [ada, ben] = await createPair(test);
  [adaId, benId] = await followTogether(ada, ben, 'Our house');
});

const both = async () => [(await ada!.get(adaId)).loan, (await ben!.get(benId)).loan] as const;
const shared = ({ input, version, row_versions }: FollowedLoan) => ({ input, version, row_versions });
const rowsOf = ({ input }: FollowedLoan) => input.transactions;
const bell = async ({ access }: Owner, kind: string) =>
  (await readList(test, access)).data.filter((entry) => entry.kind === kind);

/** Neither sees the other, and no change reaches the other. */
async function expectApart() {
  const before = await both();
  for (const loan of before) {
    expect(loan.co_owner).toBeNull();
    expect(loan.changes.map(({ by }) => by?.username ?? null)).not.toContain(
      loan.id === adaId ? ben!.user.username : ada!.user.username,
    );
  }
  await ada!.add(adaId, { transactions: loanRows }).expect(200);
  expect((await ben!.get(benId)).loan).toEqual(before[1]);
}

const cents = (amount: number) => Math.round(100 * amount) / 100;
const interest = (owed: number, days: number) => cents((owed * days * 0.0614) / 365);

describe('two owners', () => {
  it('have the same loan, each with an own name, and read who changed it', async () => {
    await ben!.add(benId, { transactions: loanRows.slice(8, 12) }).expect(200);
    await ada!.update(adaId, { version: 3, terms: { annual_interest_rate: 6.14 } }).expect(200);
    await ben!.update(benId, { name: 'Ben’s' }).expect(200);
    const [one, other] = await both();
    expect(shared(one)).toEqual(shared(other));
    expect([one.name, other.name, one.id === other.id]).toEqual(['Our house', 'Ben’s', false]);
    expect([one.co_owner?.username, other.co_owner?.username]).toEqual([
      ben!.user.username,
      ada!.user.username,
    ]);
    const [a, b] = [ada!.user.username, ben!.user.username];
    for (const { changes } of [one, other]) {
      expect(changes.map(({ kind, by }) => [kind, by?.username])).toEqual([
        ['created', a],
        ['owner', b],
        ['file', b],
        ['terms', a],
      ]);
    }
  });

  it('who add different files at once both succeed', async () => {
    const added = await Promise.all([
      ada!.add(adaId, { transactions: loanRows.slice(8, 14) }),
      ben!.add(benId, { transactions: loanRows.slice(6, 20) }),
      ...[1, 2, 3, 4, 5, 6].map((balance) =>
        ada!.add(adaId, {
          offset_accounts: [{ account: 1, balances: [{ date: `2024-01-0${balance}`, balance }] }],
        }),
      ),
    ]);
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([200]));
    const [one, other] = await both();
    expect(shared(one)).toEqual(shared(other));
    expect(rowsOf(one)).toEqual(loanRows.slice(0, 20));
  });

  it('who add the same file many times in parallel have its rows once', async () => {
    const file = { transactions: loanRows.slice(8) };
    const adding = [
      ada!.add(adaId, file),
      ben!.add(benId, file),
      ada!.add(adaId, file),
      ben!.add(benId, file),
    ];
    const added = await Promise.all(adding);
    expect(added.map(({ body }) => body.added as number).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 18]);
    const [one, other] = await both();
    expect(shared(one)).toEqual(shared(other));
    expect([rowsOf(one), one.version]).toEqual([loanRows, 3]);
  });

  it('never read each other’s goals', async () => {
    const goal = { title: 'Soon', kind: 'pay_off', loan_id: adaId, target_date: '2040-01-01' };
    await callApi(test, createObjective, { access: ada!.access, body: goal }).expect(201);
    await ada!.add(adaId, { transactions: loanRows }).expect(200);
    expect((await ada!.get(adaId)).figures.goals).toHaveLength(1);
    expect((await ben!.get(benId)).figures.goals).toEqual([]);
    const { rows } = await test.database.pool.query('SELECT headline::text FROM followed_loans');
    expect(rows.map(({ headline }) => String(headline)).join()).not.toMatch(/goals|months"|on_track/);
  });

  it('are both notified of a charge that differs by stated balances, once for each file', async () => {
    const owed = loanRows.at(-1)!.balance;
    const wrong = cents(interest(owed, 30) + 17.01);
    const right = interest(owed + wrong, 31);
    const rows = [
      { date: '2024-10-15', amount: wrong, kind: 'interest', balance: cents(owed + wrong) },
      { date: '2024-11-15', amount: right, kind: 'interest', balance: cents(owed + wrong + right) },
    ];
    const other = await ada!.follow({ transactions: loanRows });
    const unproven = rows.map((row) => ({ ...row, balance: null }));
    await ada!.add(other.loan.id, { transactions: unproven, opening_balance: owed }).expect(200);
    const wrongRates = [{ from: '2024-01-01', annual_interest_rate: 5 }];
    const stated = { ...opening, transactions: loanRows.slice(0, 20) };
    const misrated = await ada!.follow({ ...stated, rates: wrongRates });
    const differing = await ada!.add(misrated.loan.id, { transactions: loanRows.slice(18) }).expect(200);
    expect(differing.body.figures.check).toMatchObject({ verdict: 'unexplained', totals: { differing: 7 } });
    expect(await bell(ada!, 'loan_fault')).toEqual([]);
    await ben!.add(benId, { transactions: [...loanRows.slice(8), ...rows] }).expect(200);
    for (const [owner, id] of [
      [ada!, adaId],
      [ben!, benId],
    ] as const) {
      expect(await bell(owner, 'loan_fault')).toMatchObject([
        { title: 'An interest charge of Our house differs', link: `/loans/${id}` },
      ]);
    }
    await callApi(test, deleteLoan, { access: ben!.access, id: benId }).expect(204);
    expect([(await bell(ben!, 'loan_fault')).length, (await bell(ada!, 'loan_fault')).length]).toEqual([
      0, 1,
    ]);
  });
});

it('a charge that only a later file shows to be wrong is notified of once, until that is no longer so', async () => {
  const texts = async () => (await bell(ada!, 'loan_fault')).map(({ text }) => text);
  const months = loanRows.map((row) => ({ ...row, amount: cents(row.amount) }));
  const { loan } = await ada!.follow({ ...opening, transactions: months });
  let owed = months.at(-1)!.balance;
  const file = (date: string, days: number, more: number) => {
    const amount = cents(interest(owed, days) + more);
    owed = cents(owed + amount);
    return { transactions: [{ date, amount, kind: 'interest', balance: owed }] };
  };
  await ada!.add(loan.id, file('2024-10-15', 30, 400)).expect(200);
  expect(await texts()).toEqual([]);
  const next = file('2024-11-15', 31, 0);
  await ada!.add(loan.id, next).expect(200);
  const about = [expect.stringContaining('The charge on 15 October 2024')];
  expect(await texts()).toEqual(about);
  await ada!.restore(loan.id, 3).expect(200);
  expect(await texts()).toEqual([]);
  await ada!.restore(loan.id, 4).expect(200);
  const later = [file('2024-12-15', 30, 0), file('2025-01-15', 31, 300), file('2025-02-15', 31, 0)];
  await ada!.add(loan.id, { transactions: later.flatMap(({ transactions }) => transactions) }).expect(200);
  const label = async (row: number, version: number) =>
    ada!.correct(loan.id, { version, kinds: [{ row, kind: 'fee' }] }).expect(200);
  await label(months.length + 2, 6);
  await ada!.restore(loan.id, 7).expect(200);
  expect(await texts()).toEqual(about);
  await label(months.length + 1, 8);
  expect(await texts()).toEqual([expect.stringContaining('The charge on 15 January 2025')]);
});

const asStaff = async (route: Route, body: object) => {
  const { access } = await createCaller(test, { is_staff: true });
  await callApi(test, route, { access, id: ben!.user.id, body }).expect(200);
};
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

const suspend = () => asStaff(suspendUser, { reason: 'Spam', ends_at: tomorrow() });

describe('the end of following together', () => {
  it.each<[string, () => unknown]>([
    ['leaving', () => ben!.leave(benId).expect(200)],
    ['removing the friend', () => ben!.remove(ada!.user).expect(200)],
    ['blocking the friend', () => ben!.block(ada!.user).expect(200)],
  ])('by %s leaves each the whole loan, and notifies nobody', async (_way, end) => {
    const [one, other] = await both();
    const [before, mine] = [await readList(test, ada!.access), shared(other)];
    await end();
    expect(await readList(test, ada!.access)).toEqual(before);
    const ended = await both();
    expect(ended.map(shared)).toEqual([shared(one), mine]);
    await expectApart();
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['a suspension', suspend, 'suspended_until = NULL'],
    [
      'a deletion',
      () => callApi(test, deleteUser, { access: ben!.access, id: ben!.user.id }).expect(204),
      'is_active = true, deletion_asked_at = NULL',
    ],
  ])('by %s is not undone with it', async (_way, end, undone) => {
    await end();
    expect((await ada!.get(adaId)).loan.co_owner).toBeNull();
    await test.database.pool.query(`UPDATE users SET ${undone} WHERE id = $1`, [ben!.user.id]);
    expect((await ada!.get(adaId)).loan.co_owner).toBeNull();
    const { rows } = await test.database.pool.query(
      'SELECT FROM followed_loans WHERE low_user_id IS NOT NULL AND id = ANY ($1)',
      [[adaId, benId]],
    );
    expect(rows).toEqual([]);
  });

  it('by deleting a loan or an account leaves the other’s', async () => {
    await callApi(test, deleteLoan, { access: ben!.access, id: benId }).expect(204);
    expect((await ada!.get(adaId)).loan).toMatchObject({ co_owner: null, invited: null });
    await ada!.invite(adaId, ben!.user.id).expect(200);
    await ben!.answer(adaId, 'accept').expect(200);
    await test.database.pool.query('DELETE FROM users WHERE id = $1', [ben!.user.id]);
    const { loan } = await ada!.get(adaId);
    expect(loan.co_owner).toBeNull();
    expect(loan.changes.map(({ by }) => by?.id ?? null)).not.toContain(ben!.user.id);
  });

  it.each<[string, () => PromiseLike<unknown>]>([
    ['leaves', () => ben!.leave(benId)],
    ['blocks', () => ben!.block(ada!.user)],
    ['deletes', () => callApi(test, deleteLoan, { access: ben!.access, id: benId })],
  ])('while the other adds: an owner who %s is gone, and the file is added once', async (_what, end) => {
    const file = { transactions: loanRows.slice(8) };
    const [added] = await Promise.all([ada!.add(adaId, file), end(), ada!.add(adaId, file)]);
    expect(added.status).toBe(200);
    expect(rowsOf((await ada!.get(adaId)).loan)).toEqual(loanRows);
    expect((await ada!.get(adaId)).loan.co_owner).toBeNull();
  });
});

/** Ben, who signs in again, has no invitation. */
const expectNone = async () => {
  const { access } = await signIn(test, ben!.user);
  const { body } = await callApi(test, listLoans, { access }).expect(200);
  expect([body.invitations, (await readList(test, access)).data]).toEqual([[], []]);
  const answer = { access, id: adaId, body: { action: 'accept' } };
  await callApi(test, answerLoanInvitation, answer).expect(404);
};

describe('an invitation', () => {
  it('is one of a recent sign-in to one friend, who reads the name alone, and answers it once', async () => {
    const { loan } = await ada!.follow({ owed: 777_777, owed_on: '2026-01-01' }, 'Second');
    const eve = await createOwner(test);
    const stranger = await ada!.invite(loan.id, eve.user.id).expect(400);
    expect(stranger.body.details).toEqual({ user_id: [followedLoanMessages.notFriend] });
    expect((await ada!.invite(loan.id, ada!.user.id).expect(400)).body.code).toBe('validation_failed');
    const { body } = await ada!.invite(loan.id, ben!.user.id).expect(200);
    expect([body.msg, body.loan.invited.username]).toEqual(['Invitation sent.', ben!.user.username]);
    expect((await ada!.invite(loan.id, ben!.user.id).expect(409)).body.msg).toBe(
      followedLoanMessages.invitationPending,
    );
    const { invitations } = await ben!.list();
    expect(invitations).toEqual([
      {
        id: loan.id,
        name: 'Second',
        by: expect.objectContaining({ id: ada!.user.id }),
        created_at: expect.any(String),
      },
    ]);
    const [entry] = await bell(ben!, 'calculation_shared');
    expect(entry?.title).toBe(`${ada!.user.username} asks you to follow a loan together`);
    // An id may contain a part of the amount.
    expect(JSON.stringify([invitations, entry])).not.toMatch(/777,?777/);
    await eve.answer(loan.id, 'accept').expect(404);
    expect((await ben!.answer(loan.id, 'reject').expect(200)).body).toEqual({ msg: 'Invitation rejected.' });
    await ben!.answer(loan.id, 'accept').expect(404);
    expect(await bell(ben!, 'calculation_shared')).toEqual([]);
    expect((await ada!.invite(adaId, ben!.user.id).expect(409)).body.msg).toBe(
      followedLoanMessages.hasTwoOwners,
    );
    await test.database.pool.query(
      "UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1",
      [ada!.user.id],
    );
    expect((await ada!.invite(loan.id, ben!.user.id).expect(403)).body.code).toBe(
      'reauthentication_required',
    );
  });

  it.each<[string, (loanId: string) => unknown]>([
    ['withdrawn', (loanId) => ada!.invite(loanId, null).expect(200)],
    ['of a removed friend', () => ada!.remove(ben!.user).expect(200)],
    ['of a deleted loan', (id) => callApi(test, deleteLoan, { access: ada!.access, id }).expect(204)],
    [
      'of a closed account',
      () => callApi(test, deleteUser, { access: ada!.access, id: ada!.user.id }).expect(204),
    ],
    [
      'that has lapsed',
      async () => {
        await test.database.pool.query("UPDATE loan_invitations SET created_at = now() - interval '15 days'");
      },
    ],
  ])('%s is a 404, and its notification is gone', async (_what, end) => {
    const { loan } = await ada!.follow({ owed: 5, owed_on: '2026-01-01' });
    await ada!.invite(loan.id, ben!.user.id).expect(200);
    expect(await bell(ben!, 'calculation_shared')).toHaveLength(1);
    await end(loan.id);
    expect((await ben!.list()).invitations).toEqual([]);
    expect(await bell(ben!, 'calculation_shared')).toEqual([]);
    await ben!.answer(loan.id, 'accept').expect(404);
  });

  it('that is accepted and withdrawn at once has one outcome', async () => {
    const { loan } = await ada!.follow({ owed: 5, owed_on: '2026-01-01' });
    await ada!.invite(loan.id, ben!.user.id).expect(200);
    const [accepted] = await Promise.all([
      ben!.answer(loan.id, 'accept'),
      ada!.invite(loan.id, null),
      ben!.answer(loan.id, 'accept'),
    ]);
    const { co_owner, invited } = (await ada!.get(loan.id)).loan;
    const follows = (await ben!.list()).data.filter(({ name }) => name === 'House').length;
    expect([follows, invited]).toEqual([co_owner ? 1 : 0, null]);
    expect([200, 404]).toContain(accepted.status);
  });

  it.each<[string, () => unknown, () => unknown]>([
    ['suspended', suspend, () => asStaff(endSuspension, { reason: 'Mistake' })],
    [
      'disabled',
      () => asStaff(adminUpdateUser, { is_active: false }),
      () => asStaff(adminUpdateUser, { is_active: true }),
    ],
  ])('to a friend who is %s is answered as any other, and leads nowhere', async (_state, begin, end) => {
    await ben!.leave(benId).expect(200);
    await begin();
    const { body } = await ada!.invite(adaId, ben!.user.id).expect(200);
    expect([body.msg, body.loan.invited.id]).toEqual(['Invitation sent.', ben!.user.id]);
    await ada!.invite(adaId, ben!.user.id).expect(409);
    await end();
    await expectNone();
    expect((await ada!.get(adaId)).loan.invited).toBeNull();
  });

  it('to a friend whose suspension runs out leads nowhere then', async () => {
    await ben!.leave(benId).expect(200);
    await suspend();
    await ada!.invite(adaId, ben!.user.id).expect(200);
    await test.database.pool.query('UPDATE users SET suspended_until = now() WHERE id = $1', [ben!.user.id]);
    await expectNone();
    expect((await ada!.get(adaId)).loan.invited?.id).toBe(ben!.user.id);
  });

  it('after an earlier one shows no change of before as the friend’s own', async () => {
    await ben!.add(benId, { transactions: loanRows.slice(8, 10) }).expect(200);
    await ben!.leave(benId).expect(200);
    await ada!.invite(adaId, ben!.user.id).expect(200);
    const { body } = await ben!.answer(adaId, 'accept').expect(200);
    const by = body.loan.changes.map(
      (change: FollowedLoan['changes'][number]) => change.by?.username ?? null,
    );
    expect(by).toEqual([ada!.user.username, null, null, ben!.user.username]);
  });
});

it('an export has the loans of the user, and those who follow them', async () => {
  const { text } = await callApi(test, exportUser, { access: ada!.access }).buffer(true).expect(200);
  const { followed_loans: loans } = JSON.parse(text) as { followed_loans: FollowedLoan[] };
  expect(loans).toMatchObject([
    { id: adaId, name: 'Our house', co_owner: { username: ben!.user.username }, input: opening },
  ]);
  expect(text).not.toContain(benId);
});

it('events of the audit trail have ids, and neither names nor amounts', async () => {
  await ben!.leave(benId).expect(200);
  const { rows } = await test.database.pool.query(
    `SELECT action, details FROM audit_events JOIN audit_details ON event_id = audit_events.id
     WHERE actor_id = $1 AND action ~ 'Loan' ORDER BY audit_events.id`,
    [ben!.user.id],
  );
  expect(rows.map(({ action, details }) => [action, JSON.parse(details as string)])).toEqual([
    ['answerLoanInvitation', { loan_id: adaId, user_id: ada!.user.id }],
    ['leaveLoan', { loan_id: benId, user_id: ada!.user.id }],
  ]);
});
