import {
  followedLoanLimits,
  followedLoanMessages,
} from 'contract/followed-loans/followed-loans.constants.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { balances, createPair, followTogether, loanRows, type Owner, setRate } from '#test/followed-loans.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const stored = async ({ get }: Owner, id: string) => {
  const { loan, figures } = await get(id);
  const { transactions, opening_balance } = loan.input;
  return { transactions, opening_balance, versions: loan.row_versions, owed: figures.owed };
};

/** What an owner can restore beside earlier losses: one file of balances, and not two. */
const room = 60;
const dailyBalances = (year: number, length: number, balance: number) =>
  Array.from({ length }, (_, at) => ({
    date: new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10),
    balance,
  }));
const daily = (balance: number) => ({
  offset_accounts: [{ account: 1, balances: dailyBalances(2010, room - 10, balance) }],
});

const march = {
  opening_balance: 1_000,
  transactions: [
    { date: '2024-03-01', amount: -5 },
    { date: '2024-03-02', amount: -7 },
    { date: '2024-03-10', amount: -20 },
  ],
};
const february = (opening_balance: number) => ({
  opening_balance,
  transactions: [{ date: '2024-02-01', amount: -50 }],
  accept_gap: true,
});

const january = {
  opening_balance: 1_110,
  transactions: [{ date: '2024-01-01', amount: -60 }],
  accept_gap: true,
};
const both = { ...january, transactions: [...january.transactions, ...february(0).transactions] };
type Step = (owners: readonly Owner[], ids: readonly string[]) => Promise<unknown>;
const addition =
  (who: number, file: object): Step =>
  (owners, ids) =>
    owners[who]!.add(ids[who]!, file).expect(200);
const removal =
  (who: number, ...rows: number[]): Step =>
  async (owners, ids) => {
    const { version } = (await owners[who]!.get(ids[who]!)).loan;
    await owners[who]!.correct(ids[who]!, { version, remove: rows }).expect(200);
  };
const restoration =
  (who: number, version: number, act: string): Step =>
  (owners, ids) =>
    owners[who]!.restore(ids[who]!, version, act).expect(200);
const rate: Step = ([ada], [id]) => setRate(ada!, id!, 4, 5);
const [gap, newer, older] = [
  addition(0, february(500)),
  restoration(0, 3, 'remove_rows'),
  restoration(0, 4, 'remove_rows'),
];
const joined = addition(0, february(1_050));
const day = (date: string, balance: number) => ({ date, balance });
const lossesOf = async (owner: Owner, id: string) =>
  (await owner.get(id)).loan.restorable.map(({ version }) => version);

/** An earlier loss of so many balances. */
async function loseBalances(ids: readonly string[], length: number = followedLoanLimits.restorableEntries) {
  const lost = [{ account: 2, balances: dailyBalances(1980, length, 1) }];
  const others = [{ version: 1, at: new Date(), transactions: [], offset_accounts: lost, terms: null }];
  await test.database.pool.query(
    'UPDATE followed_loans SET restorable = $1::jsonb || restorable WHERE id = ANY ($2)',
    [JSON.stringify(others), ids],
  );
}

describe('what an owner takes back', () => {
  it('may be all that the largest file has replaced', () =>
    expect(followedLoanLimits.restorableEntries).toBeGreaterThan(followedLoanLimits.offsetBalances));

  it('is what the request names, or a conflict', async () => {
    const [ada, ben] = await createPair(test);
    const [adaId, benId] = await followTogether(ada, ben);
    await ben.add(benId, { transactions: loanRows.slice(8, 12) }).expect(200);
    await ada.restore(adaId, 3, 'remove_rows').expect(200);
    await ben.restore(benId, 4, 'undo').expect(200);
    for (const act of ['undo', 'restore']) await ada.restore(adaId, 3, act).expect(409);
    await ada.correct(adaId, { version: 5, remove: [9, 10] }).expect(200);
    for (const act of ['remove_rows', 'restore']) await ada.restore(adaId, 6, act).expect(409);
    await ada.restore(adaId, 6, 'newer').expect(400);
    expect((await ben.get(benId)).loan.changes.map((change) => change.undo_act)).toEqual([
      null,
      null,
      'remove_rows',
      null,
      null,
      'undo',
    ]);
    await ben.restore(benId, 6, 'restore').expect(200);
    expect((await ada.get(adaId)).loan.input.transactions).toEqual(loanRows.slice(0, 12));
  });

  it('is each row that the other removed, at its place, with no other figure changed', async () => {
    const [ada, ben] = await createPair(test);
    const owners = [ada, ben];
    let seed = 1;
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const days = ['2024-01-19', '2024-01-20', '2024-01-20', '2024-01-20', '2024-02-05'];
    const transactions = [-700, -700, -500, -700, 100].map((amount, index) => ({
      date: days[index]!,
      amount,
    }));
    const ids = await followTogether(ada, ben, 'Together', { opening_balance: 300_000, transactions });
    const before = await stored(ada, ids[0]);
    for (let walk = 0; walk < 5; walk++) {
      const made: { who: number; version: number }[] = [];
      for (let step = 0; step < 3; step++) {
        const who = next(2);
        const { version, row_versions } = (await owners[who]!.get(ids[who]!)).loan;
        const remove = row_versions
          .map((_, index) => index + 1)
          .filter(() => next(3) === 0)
          .slice(0, -1);
        if (remove.length === 0) continue;
        await owners[who]!.correct(ids[who]!, { version, remove }).expect(200);
        made.push({ who: 1 - who, version: version + 1 });
      }
      await setRate(ada, ids[0], (await ada.get(ids[0])).loan.version, 1 + walk / 10);
      for (const { who, version } of made.toReversed()) {
        await owners[who]!.restore(ids[who]!, version, 'restore').expect(200);
      }
      expect(await stored(ada, ids[0])).toMatchObject({ ...before, owed: before.owed });
    }
  });

  it('is not used up by an undo of it, and cannot be pushed out by the other', async () => {
    const [ada, ben] = await createPair(test);
    const [adaId, benId] = await followTogether(ada, ben);
    await ben.correct(benId, { version: 2, remove: [1, 2] }).expect(200);
    await setRate(ben, benId, 3, 5);
    await ada.restore(adaId, 3, 'restore').expect(200);
    await ben.restore(benId, 5, 'undo').expect(200);
    await setRate(ben, benId, 6, 6);
    await loseBalances([adaId], followedLoanLimits.restorableEntries - 4);
    const refused = await ben.correct(benId, { version: 7, remove: [1] }).expect(409);
    expect(refused.body.msg).toBe(followedLoanMessages.tooMuchRestorable);
    const { body } = await ada.restore(adaId, 6, 'restore').expect(200);
    expect(body.loan.input.transactions).toEqual(loanRows.slice(0, 8));
  });

  it('is of who adds it again, and after the cut nothing reaches the other', async () => {
    const [ada, ben] = await createPair(test);
    const [adaId, benId] = await followTogether(ada, ben);
    const file = { transactions: loanRows.slice(8, 12) };
    await ben.add(benId, file).expect(200);
    await ada.restore(adaId, 3, 'undo').expect(200);
    const { body: again } = await ada.add(adaId, file).expect(200);
    expect(again).toMatchObject({ added: 4, loan: { row_versions: [...Array(8).fill(1), 5, 5, 5, 5] } });
    expect((await ben.get(benId)).loan.restorable).toEqual([]);
    await ada.correct(adaId, { version: 5, remove: [9, 10] }).expect(200);
    await setRate(ada, adaId, 6, 5);
    expect((await ben.get(benId)).loan.restorable).toMatchObject([{ version: 6, rows: 2 }, { terms: true }]);
    await ben.add(benId, { transactions: loanRows.slice(12, 14) }).expect(200);
    await ben.restore(benId, 8, 'undo').expect(200);
    await ben.leave(benId).expect(200);
    const { loan: left } = await ben.get(benId);
    // Whatever an owner has added is in the copy of the other.
    const { body: own } = await ada.restore(adaId, 9, 'undo').expect(200);
    expect(own.loan.input.transactions.slice(-2)).toEqual(loanRows.slice(12, 14));
    expect((await ben.get(benId)).loan).toEqual(left);
  });

  it.each<[string, number[], (ada: Owner, adaId: string, ben: Owner, benId: string) => Promise<Owner>]>([
    [
      'a file of which one row was there before',
      [7],
      async (ada, adaId, ben, benId) => {
        await ben.correct(benId, { version: 2, remove: [8] }).expect(200);
        await ben.add(benId, { transactions: loanRows.slice(6, 14) }).expect(200);
        await ada.restore(adaId, 4, 'undo').expect(200);
        await setRate(ada, adaId, 5, 5);
        return ben;
      },
    ],
    [
      'the undo of a correction of own and common rows',
      [5],
      async (ada, adaId, ben, benId) => {
        await ada.add(adaId, { transactions: loanRows.slice(8, 12) }).expect(200);
        await ada.correct(adaId, { version: 3, remove: [1, 9, 10, 11, 12] }).expect(200);
        await ada.restore(adaId, 4, 'undo').expect(200);
        await ben.restore(benId, 5, 'undo').expect(200);
        await setRate(ben, benId, 6, 5);
        return ada;
      },
    ],
  ])('is every own row that the other takes by the undo of %s, also after the cut', async (_, lost, walk) => {
    const [ada, ben] = await createPair(test);
    const ids = await followTogether(ada, ben);
    const owner = await walk(ada, ids[0], ben, ids[1]);
    const id = ids[owner === ada ? 0 : 1];
    const offered = async () =>
      (await owner.get(id)).loan.restorable.flatMap(({ rows }) => (rows > 0 ? rows : []));
    expect(await offered()).toEqual(lost);
    await owner.leave(id).expect(200);
    expect(await offered()).toEqual(lost);
  });

  it.each([
    ['of an older file and first ones of the loan at once', 1_050, [1, 2], 995, 968],
    ['of an older file after a gap', 500, [1], 1_000, 968],
    ['of an older file after a gap, and others,', 500, [1, 2, 3], 988, 968],
  ])('is what was owed before rows %s', async (_, opening_balance, remove, opened, owed) => {
    const [ada, ben] = await createPair(test);
    const [adaId, benId] = await followTogether(ada, ben, 'March', march);
    await ada.add(adaId, february(opening_balance)).expect(200);
    const before = await stored(ada, adaId);
    const { body } = await ben.correct(benId, { version: 3, remove }).expect(200);
    expect([body.loan.input.opening_balance, body.figures.owed]).toEqual([opened, owed]);
    await ada.restore(adaId, 4, 'restore').expect(200);
    expect(await stored(ada, adaId)).toEqual(before);
  });

  it.each<[string, Step[], number, string?]>([
    [
      'two older files, the older first',
      [gap, addition(0, january), rate, older, newer],
      1_000,
      '2024-02-15',
    ],
    [
      'two older files, the newer first',
      [gap, addition(0, january), rate, newer, older],
      1_000,
      '2024-02-15',
    ],
    ['an older file and the first row at once', [gap, removal(0, 1, 2)], 995, '2024-02-15'],
    ['an older file and the first row in turn', [gap, removal(0, 1), removal(0, 1)], 995, '2024-02-15'],
    [
      'an older file, undone, and the first row',
      [gap, restoration(0, 3, 'undo'), removal(0, 1)],
      995,
      '2024-02-15',
    ],
    [
      'an older file that the other undid, and that came after the first row went',
      [joined, restoration(1, 3, 'undo'), removal(1, 1), joined, removal(0, 1)],
      995,
      '2024-02-15',
    ],
    [
      'an older file before a row that was restored behind it',
      [
        removal(1, 1),
        addition(1, february(500)),
        restoration(0, 3, 'restore'),
        restoration(1, 4, 'remove_rows'),
      ],
      1_000,
      '2024-02-15',
    ],
    [
      'a row before one that came back with it',
      [joined, removal(1, 1), addition(1, both), removal(1, 1)],
      1_050,
    ],
    [
      'a file before an older one whose rows were restored',
      [gap, addition(0, january), removal(1, 2), restoration(0, 5, 'restore'), older],
      500,
    ],
  ])('is %s, with what was owed before the first row', async (_, steps, owed, charged) => {
    const owners = await createPair(test);
    const ids = await followTogether(...owners, 'March', { ...march, previous_charge_date: '2024-02-15' });
    for (const step of steps) await step(owners, ids);
    const { input } = (await owners[0].get(ids[0])).loan;
    expect([input.opening_balance, input.previous_charge_date]).toEqual([owed, charged]);
  });

  it('is what the other replaced twice, also once one of both is undone, and an own slip', async () => {
    const [ada, ben] = await createPair(test);
    const [adaId, benId] = await followTogether(ada, ben);
    await setRate(ada, adaId, 2, 6);
    await balances(ada, adaId, day('2024-01-20', 100));
    await setRate(ben, benId, 4, 5);
    await setRate(ben, benId, 5, 4);
    await ada.restore(adaId, 6, 'undo').expect(200);
    await balances(ben, benId, day('2024-01-20', 1));
    await balances(ben, benId, day('2024-01-20', 2));
    await ada.restore(adaId, 9, 'undo').expect(200);
    expect(await lossesOf(ada, adaId)).toEqual([5, 8]);
    await setRate(ada, adaId, 10, 7);
    expect(await lossesOf(ada, adaId)).toEqual([8]);
    await ada.restore(adaId, 11, 'undo').expect(200);
    expect(await lossesOf(ada, adaId)).toEqual([5, 8]);
    const { body } = await ada.restore(adaId, 5, 'restore').expect(200);
    expect(body.loan.input).toMatchObject({ annual_interest_rate: 6 });
  });

  it('is the day of the charge before the rows, once those that an older file put before are gone', async () => {
    const [ada, ben] = await createPair(test);
    const input = { ...march, previous_charge_date: '2024-02-15' };
    const [adaId, benId] = await followTogether(ada, ben, 'March', input);
    await ada.add(adaId, february(1_050)).expect(200);
    const together = (await ada.get(adaId)).loan.input;
    expect(together).not.toHaveProperty('previous_charge_date');
    await setRate(ben, benId, 3, 5);
    const removed = await ben.restore(benId, 3, 'remove_rows').expect(200);
    expect(removed.body.loan.input).toMatchObject(input);
    const restored = await ada.restore(adaId, 5, 'restore').expect(200);
    expect(restored.body.loan.input).toEqual({ ...together, annual_interest_rate: 5 });
  });

  it('is each of equal rows of who added it', async () => {
    const [ada, ben] = await createPair(test);
    const [fee, interest] = ['fee', 'interest'].map((kind) => ({ date: '2024-03-01', amount: -5, kind }));
    const last = { date: '2024-03-10', amount: 20 };
    const input = { opening_balance: 1_000, transactions: [fee, last] };
    const [adaId, benId] = await followTogether(ada, ben, 'Equal', input);
    await ada.add(adaId, { transactions: [fee, interest, last] }).expect(200);
    await ben.correct(benId, { version: 3, remove: [1, 2] }).expect(200);
    await ada.restore(adaId, 4, 'restore').expect(200);
    const { body } = await ada.restore(adaId, 3, 'remove_rows').expect(200);
    expect(body.loan.input.transactions).toEqual([fee, last]);
  });

  it('is the kind of a row that the other removed and added again, and what is lost again is listed once', async () => {
    const [ada, ben] = await createPair(test);
    const [first, fee] = [march.transactions[0]!, { date: '2024-03-02', amount: -7, kind: 'fee' }];
    const input = { opening_balance: 1_000, transactions: [first, fee] };
    const [adaId, benId] = await followTogether(ada, ben, 'Kinds', input);
    await ben.correct(benId, { version: 2, remove: [2] }).expect(200);
    await ben
      .add(benId, { transactions: march.transactions.slice(0, 2), opening_balance: 1_000 })
      .expect(200);
    const { body } = await ada.restore(adaId, 3, 'restore').expect(200);
    expect(body.loan.input.transactions).toEqual([first, fee]);
    await balances(ada, adaId, day('2024-03-01', 1), day('2024-03-02', 1));
    await balances(ben, benId, day('2024-03-01', 2), day('2024-03-02', 2));
    await balances(ben, benId, day('2024-03-02', 1));
    await ada.restore(adaId, 7, 'restore').expect(200);
    await balances(ben, benId, day('2024-03-02', 3));
    expect(await lossesOf(ada, adaId)).toEqual([8, 10]);
    const { body: again } = await ada.restore(adaId, 10, 'restore').expect(200);
    expect(again.loan.input.offset_accounts).toEqual([
      { balances: [day('2024-03-01', 1), day('2024-03-02', 1)] },
    ]);
  });

  it('may be a kind whose row is gone, also beyond the limit, where undoing and restoring are never refused', async () => {
    const [ada, ben] = await createPair(test);
    const [adaId, benId] = await followTogether(ada, ben);
    await ben.correct(benId, { version: 2, kinds: [{ row: 1, kind: 'fee' }] }).expect(200);
    await ben.correct(benId, { version: 3, remove: [1] }).expect(200);
    await loseBalances([adaId, benId], followedLoanLimits.restorableEntries - room);
    for (let balance = 0; balance < 4; balance += 2) {
      await ada.add(adaId, daily(balance)).expect(200);
      await ben.add(benId, daily(balance + 1)).expect(200);
    }
    await ben.restore(benId, 8, 'undo').expect(200);
    await ben.restore(benId, 9, 'undo').expect(200);
    await loseBalances([adaId, benId]);
    await ada.restore(adaId, 10, 'restore').expect(200);
    await ada.restore(adaId, 4, 'restore').expect(200);
    const { body } = await ada.restore(adaId, 3, 'restore').expect(200);
    expect(body.loan.input.transactions).toEqual(loanRows.slice(0, 8));
  });

  it('is not counted once it is set anew, and an undo of what the other did is never refused', async () => {
    const [ada, ben] = await createPair(test);
    const [adaId, benId] = await followTogether(ada, ben);
    await loseBalances([adaId, benId], followedLoanLimits.restorableEntries - room);
    for (let balance = 0; balance < 4; balance += 2) {
      await ada.add(adaId, daily(balance)).expect(200);
      await ben.add(benId, daily(balance + 1)).expect(200);
    }
    await loseBalances([adaId, benId]);
    const { version } = (await ada.get(adaId)).loan;
    const refused = await ben.add(benId, { transactions: loanRows.slice(7, 9) }).expect(409);
    expect(refused.body.msg).toBe(followedLoanMessages.restoreFirst);
    await ben.correct(benId, { version, remove: [1] }).expect(409);
    await ben.restore(benId, 99, 'discard').expect(409);
    await ben.restore(benId, 1, 'discard').expect(200);
    await ben.add(benId, { transactions: loanRows.slice(7, 9) }).expect(200);
    await loseBalances([benId]);
    await ada.restore(adaId, version + 1, 'undo').expect(200);
  });
});
