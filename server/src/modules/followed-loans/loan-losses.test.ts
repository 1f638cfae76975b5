import { exportUser } from 'contract/users/users.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { balances, createPair, followTogether, type Owner, setRate } from '#test/followed-loans.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100000' });

const row = (date: string, amount: number) => ({ date, amount });
const day = (date: string, balance: number) => ({ date, balance });
const march = {
  opening_balance: 1000,
  transactions: [row('2024-03-01', -5), row('2024-03-02', -7), row('2024-03-10', -20)],
  annual_interest_rate: 4,
  offset_accounts: [{ balances: [day('2024-03-01', 1)] }],
};
const lossesOf = async (owner: Owner, id: string) => (await owner.get(id)).loan.restorable;
const versionsOf = async (owner: Owner, id: string) =>
  (await lossesOf(owner, id)).map(({ version }) => version);
const label = (owner: Owner, id: string, version: number, kind: string) =>
  owner.correct(id, { version, kinds: [{ row: 1, kind }] }).expect(200);

let [ada, ben]: Owner[] = [];
beforeEach(async () => void ([ada, ben] = await createPair(test)));
/** The loan of each, of version 2. */
const together = (input: object = march) => followTogether(ada!, ben!, 'March', input);

type Act = (owner: Owner, id: string, version: number) => PromiseLike<unknown>;
const rate: Act = (owner, id, version) => setRate(owner, id, version, version + 10);
const balance: Act = (owner, id, version) => balances(owner, id, day('2024-03-01', version));
const kind: Act = (owner, id, version) => label(owner, id, version, owner === ada ? 'fee' : 'interest');
const undo: Act = (owner, id, version) => owner.restore(id, version, 'undo').expect(200);
const restore: Act = (owner, id, version) => owner.restore(id, version, 'restore').expect(200);
const removal: Act = (owner, id, version) => owner.correct(id, { version, remove: [1] }).expect(200);
const file: Act = (owner, id) =>
  owner.add(id, { transactions: [row('2024-03-20', -9)], accept_gap: true }).expect(200);
const wide: Act = (owner, id, version) => {
  const dates = Array.from({ length: 60 }, (_, at) =>
    new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10),
  );
  return balances(owner, id, ...dates.map((date, at) => day(date, at % 2 ? version : 7)));
};

it.each<[string, Act]>([
  ['terms', rate],
  ['balances', balance],
])('restoring one loss leaves the older ones of the same %s', async (_, set) => {
  const [adaId, benId] = await together();
  await set(ada!, adaId, 2);
  const own = (await ada!.get(adaId)).loan.input;
  await undo(ben!, benId, 3);
  await set(ben!, benId, 4);
  expect(await versionsOf(ada!, adaId)).toEqual([4, 5]);
  await restore(ada!, adaId, 5);
  expect((await ada!.get(adaId)).loan.input).toMatchObject(march);
  expect(await versionsOf(ada!, adaId)).toEqual([4]);
  await restore(ada!, adaId, 4);
  expect((await ada!.get(adaId)).loan.input).toEqual(own);
});

describe('the other owner can restore what was there', () => {
  it.each<[string, Act[], Act]>([
    ['a kind', [], kind],
    ['a kind over that of the other', [kind], kind],
    ['terms', [], rate],
    ['terms over those of the other', [rate], rate],
    ['a balance over that of the other', [balance], balance],
    ['every other balance', [wide], wide],
    ['a file', [], file],
    ['a restoration of terms', [rate], restore],
    ['a restoration of a balance', [balance], restore],
    ['a restoration of a row', [removal], restore],
    ['an undo of terms', [rate], undo],
    ['an undo of a balance', [balance], undo],
    ['an undo of a kind', [kind], undo],
    ['an undo of a removal', [removal], undo],
  ])('once %s is undone by who made it', async (_, earlier, act) => {
    const [adaId, benId] = await together();
    let version = 2;
    for (const each of earlier) await each(ada!, adaId, version++);
    const before = (await ada!.get(adaId)).loan.input;
    await act(ben!, benId, version);
    const { input } = (await ada!.get(adaId)).loan;
    await undo(ben!, benId, version + 1);
    expect((await ada!.get(adaId)).loan.input).toEqual(before);
    await restore(ada!, adaId, version + 2);
    expect((await ada!.get(adaId)).loan.input).toEqual(input);
  });

  it.each<[string, Act, Act[]]>([
    ['a removal', removal, []],
    ['an undo of a file', undo, [file]],
  ])('once, where %s is undone by who made it', async (_, act, earlier) => {
    const [adaId, benId] = await together();
    let version = 2;
    for (const each of earlier) await each(ada!, adaId, version++);
    const { loan: before } = await ada!.get(adaId);
    await act(ben!, benId, version);
    await undo(ben!, benId, version + 1);
    const { loan } = await ada!.get(adaId);
    expect([loan.input, loan.restorable]).toEqual([before.input, before.restorable]);
  });

  it('for each kind that the other made of a row, the latest first', async () => {
    const [adaId, benId] = await together();
    await kind(ada!, adaId, 2);
    const own = (await ada!.get(adaId)).loan.input;
    await undo(ben!, benId, 3);
    await kind(ben!, benId, 4);
    expect(await versionsOf(ada!, adaId)).toEqual([5]);
    await restore(ada!, adaId, 5);
    await restore(ada!, adaId, 4);
    expect((await ada!.get(adaId)).loan.input).toEqual(own);
    expect(await versionsOf(ada!, adaId)).toEqual([]);
  });
});

it('what both owners have added is a loss of the other once who added it first undoes that', async () => {
  const [adaId, benId] = await together();
  await file(ben!, benId, 2);
  await file(ada!, adaId, 3);
  await undo(ben!, benId, 3);
  expect(await lossesOf(ada!, adaId)).toMatchObject([{ version: 4, rows: 1 }]);
});

it('an export has what cannot be restored for now, too', async () => {
  const [adaId, benId] = await together();
  await label(ben!, benId, 2, 'fee');
  await label(ben!, benId, 3, 'interest');
  await file(ben!, benId, 4);
  expect(await versionsOf(ada!, adaId)).toEqual([4]);
  const { text } = await callApi(test, exportUser, { access: ada!.access }).buffer(true).expect(200);
  const { restorable } = JSON.parse(text).followed_loans[0];
  expect(restorable.map(({ version }: { version: number }) => version)).toEqual([3, 4, 5]);
});

const remove = (owner: Owner, id: string, version: number, ...rows: number[]) =>
  owner.correct(id, { version, remove: rows }).expect(200);
it.each<[string, Act]>([
  [
    'adds the same file',
    (owner, id) =>
      owner.add(id, { opening_balance: 95_000, transactions: [row('2024-03-20', -9)] }).expect(200),
  ],
  ['restores what that took', (owner, id) => restore(owner, id, 4)],
])('what was owed can be restored where the owner undoes a file and the other %s', async (_, act) => {
  const [adaId, benId] = await together({ owed: 95_000, owed_on: '2024-01-01' });
  const { input } = (await ada!.get(adaId)).loan;
  await ada!.add(adaId, { opening_balance: 95_000, transactions: [row('2024-03-20', -9)] }).expect(200);
  await undo(ada!, adaId, 3);
  await act(ben!, benId, 4);
  await setRate(ben!, benId, 5, 4);
  await ben!.leave(benId).expect(200);
  await restore(ada!, adaId, 5);
  expect((await ada!.get(adaId)).loan.input).toEqual({ ...input, annual_interest_rate: 4 });
});

it.each<[string, object]>([
  ['a kind', {}],
  ['a kind and a balance', { balance: 988 }],
])(
  '%s that a row has lost since can be restored with it once the other undoes that it came back',
  async (_, stated) => {
    const [first, second, last] = march.transactions;
    const [adaId, benId] = await together({
      ...march,
      transactions: [first, { ...second, ...stated }, last],
    });
    await ben!.correct(benId, { version: 2, kinds: [{ row: 2, kind: 'interest' }] }).expect(200);
    const { input } = (await ben!.get(benId)).loan;
    await remove(ada!, adaId, 3, 2);
    await ada!.add(adaId, { opening_balance: 995, transactions: [second], accept_gap: true }).expect(200);
    await undo(ada!, adaId, 5);
    await restore(ben!, benId, 6);
    await restore(ben!, benId, 4);
    expect((await ben!.get(benId)).loan.input).toEqual(input);
    expect(await lossesOf(ben!, benId)).toEqual([]);
  },
);

describe('of several rows of a day', () => {
  it('each comes back at its place with what was owed before it, the last that went first', async () => {
    const transactions = [-5, -7, -5].map((amount) => row('2024-03-01', amount));
    const [adaId, benId] = await together({ opening_balance: 1000, transactions });
    const { input } = (await ada!.get(adaId)).loan;
    await remove(ben!, benId, 2, 2);
    await remove(ben!, benId, 3, 1);
    await ada!.restore(adaId, 3, 'restore').expect(409);
    await restore(ada!, adaId, 4);
    await undo(ben!, benId, 5);
    await restore(ada!, adaId, 6);
    await restore(ada!, adaId, 3);
    expect((await ada!.get(adaId)).loan.input).toEqual(input);
  });

  it('the kind of one is set anew, and that of an equal one stays restorable', async () => {
    const equal = row('2024-03-01', -5);
    const transactions = [{ ...equal, kind: 'fee' }, equal];
    const [adaId, benId] = await together({ opening_balance: 1000, transactions });
    const { input } = (await ada!.get(adaId)).loan;
    const kinds = [1, 2].map((number) => ({ row: number, kind: 'interest' }));
    await ben!.correct(benId, { version: 2, kinds }).expect(200);
    await label(ada!, adaId, 3, 'fee');
    await restore(ada!, adaId, 3);
    expect((await ada!.get(adaId)).loan.input).toEqual(input);
  });

  it('the kind of one with a balance comes back there, also once another row of the day is restored', async () => {
    const equal = row('2024-03-01', -5);
    const transactions = [
      { ...row('2024-03-01', -7), balance: 993 },
      { ...equal, kind: 'fee', balance: 988 },
      { ...equal, kind: 'interest', balance: 983 },
    ];
    const [adaId, benId] = await together({ opening_balance: 1000, transactions });
    const { input } = (await ada!.get(adaId)).loan;
    await removal(ben!, benId, 2);
    await label(ben!, benId, 3, 'interest');
    await restore(ada!, adaId, 3);
    await restore(ada!, adaId, 4);
    expect((await ada!.get(adaId)).loan.input).toEqual(input);
  });
});

const openedOf = async (id: string) => {
  const { loan, figures } = await ada!.get(id);
  return [loan.input.opening_balance, loan.input.previous_charge_date, figures.owed];
};

describe('what was owed before a row that was the first', () => {
  const charged = { ...march, previous_charge_date: '2024-02-15' };
  const february = { opening_balance: 1050, transactions: [row('2024-02-01', -50)] };

  it.each([[[[1, 2]]], [[[2], [1]]], [[[1], [1]]]])(
    'is that before the next one with the day of the charge, by removing %j',
    async (steps) => {
      const [adaId] = await together(charged);
      await ada!.add(adaId, february).expect(200);
      for (const [index, rows] of steps.entries()) await remove(ada!, adaId, 3 + index, ...rows);
      expect(await openedOf(adaId)).toEqual([995, '2024-02-15', 968]);
    },
  );

  it.each([
    [[[1, 2]], '2024-03-10'],
    [[[1], [1]], '2024-03-10'],
    [[[2], [1]], '2024-03-10'],
    [[[1, 2]], '2024-03-02'],
  ])(
    'has the day of the charge again once removed rows are added again, after removing %j of rows to %s',
    async (steps, lastDate) => {
      const [first, second] = march.transactions;
      const rows = [first, { ...second, amount: 7, kind: 'interest' }, row(lastDate, -20)];
      const [adaId] = await together({ ...charged, transactions: rows });
      for (const [index, numbers] of steps.entries()) await remove(ada!, adaId, 2 + index, ...numbers);
      await ada!.add(adaId, { transactions: [row('2024-03-20', -9)] }).expect(200);
      expect(await openedOf(adaId)).toEqual([1002, undefined, 973]);
      const removed = { opening_balance: 1000, transactions: rows.slice(0, 2), accept_gap: true };
      await ada!.add(adaId, removed).expect(200);
      expect(await openedOf(adaId)).toEqual([1000, '2024-02-15', 973]);
    },
  );

  it('is without the day of the charge where another charge went between', async () => {
    const [first, second, last] = march.transactions;
    const charge = { ...second, amount: 7, kind: 'interest' };
    const [adaId] = await together({ ...charged, transactions: [first, charge, last] });
    await remove(ada!, adaId, 2, 1, 2);
    const next = { opening_balance: 1002, transactions: [row('2024-03-05', -9)], accept_gap: true };
    await ada!.add(adaId, next).expect(200);
    expect((await openedOf(adaId)).slice(0, 2)).toEqual([1002, undefined]);
  });

  it('is what its file says, also once a later change is undone', async () => {
    const [adaId] = await together();
    await ada!.add(adaId, { ...february, opening_balance: 500, accept_gap: true }).expect(200);
    await rate(ada!, adaId, 3);
    await undo(ada!, adaId, 4);
    await remove(ada!, adaId, 5, 1);
    expect(await openedOf(adaId)).toEqual([1000, undefined, 968]);
  });

  it('is counted anew once a row comes back before it', async () => {
    const [adaId, benId] = await together();
    await remove(ben!, benId, 2, 2);
    await remove(ben!, benId, 3, 1);
    await ben!
      .add(benId, {
        opening_balance: 1000,
        transactions: march.transactions.slice(0, 1),
        accept_gap: true,
      })
      .expect(200);
    await restore(ada!, adaId, 3);
    await remove(ada!, adaId, 6, 1, 2);
    expect(await openedOf(adaId)).toEqual([988, undefined, 968]);
  });

  it('is what its file says, also where rows of the same day are in another order there', async () => {
    const rows = [row('2024-03-01', -5), row('2024-03-01', -7), row('2024-03-02', -20)];
    const [adaId] = await together({ opening_balance: 995, transactions: rows.slice(1, 2) });
    await ada!.add(adaId, { opening_balance: 1000, transactions: rows }).expect(200);
    await remove(ada!, adaId, 3, 1, 2);
    expect(await openedOf(adaId)).toEqual([988, undefined, 968]);
  });
});
