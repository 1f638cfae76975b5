import { followedLoanMessages } from 'contract/followed-loans/followed-loans.constants.ts';
import { type FollowedLoan, restoreLoan } from 'contract/followed-loans/followed-loans.ts';
import { exportUser } from 'contract/users/users.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  balances,
  createOwner,
  createPair,
  followTogether,
  loanRows,
  opening,
  type Owner,
  setRate,
} from '#test/followed-loans.ts';
import { remindOfLoans } from './loan-reminders.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const restorable = async ({ get }: Owner, id: string) => (await get(id)).loan.restorable;
const day = (date: string, balance: number) => ({ date, balance });
const account = (number: number, ...list: object[]) => ({ account: number, balances: list });
const undoable = ({ changes }: FollowedLoan) =>
  changes.flatMap((change) => (change.undo_act ? change.version : []));
const undo = async (owner: Owner, loanId: string, version: number) =>
  (await owner.restore(loanId, version).expect(200)).body.loan.input;

const remove = (owner: Owner, id: string, version: number, ...rows: number[]) =>
  owner.correct(id, { version, remove: rows }).expect(200);
const label = (owner: Owner, id: string, version: number, row: number, kind: string) =>
  owner.correct(id, { version, kinds: [{ row, kind }] }).expect(200);
const later = (owner: Owner, id: string, version: number) => setRate(owner, id, version, version);
const plain = loanRows.map(({ balance: _balance, ...row }) => row);

describe('a change', () => {
  const newRows = { transactions: loanRows.slice(8, 12) };
  const files: [string, (owner: Owner, id: string, version: number) => Promise<unknown>][] = [
    ['rows', async ({ add }, id) => add(id, newRows).expect(200)],
    [
      'earlier rows',
      async ({ add }, id) => add(id, { ...opening, transactions: loanRows.slice(0, 4) }).expect(200),
    ],
    [
      'a wrong file of an offset account',
      async ({ add }, id) =>
        add(id, {
          offset_accounts: [account(1, day('2024-01-10', 100), day('2024-01-20', 1), day('2024-01-30', 9))],
        }).expect(200),
    ],
    [
      'rows, balances and an offset account',
      async ({ add }, id) =>
        add(id, {
          ...newRows,
          offset_accounts: [account(2, day('2024-01-10', 4)), account(1, day('2024-01-20', 1))],
        }).expect(200),
    ],
    [
      'every other balance of an offset account',
      async ({ add }, id) =>
        add(id, {
          offset_accounts: [
            account(
              1,
              ...Array.from({ length: 31 }, (_, at) =>
                day(`2024-01-${String(at + 1).padStart(2, '0')}`, at % 2 ? 100 : 5),
              ),
            ),
          ],
        }).expect(200),
    ],
    [
      'a correction',
      async ({ correct }, id, version) =>
        correct(id, { version, remove: [1, 4], kinds: [{ row: 2, kind: 'fee' }] }).expect(200),
    ],
    [
      'terms',
      async (owner, id, version) => setRate(owner, id, version, 5, { plan: { end_date: '2050-01-01' } }),
    ],
  ];

  it.each(files)(
    'that added or changed %s is undone as a whole, by the other owner or who made it, and so is the undo',
    async (_, make) => {
      const [ada, ben] = await createPair(test);
      const offset_accounts = [
        { balances: [day('2024-01-10', 100), day('2024-01-20', 200), day('2024-01-24', 100)] },
      ];
      const input = {
        opening_balance: loanRows[3]!.balance,
        previous_charge_date: '2024-01-31',
        transactions: plain.slice(4, 8),
        offset_accounts,
      };
      const [adaId, benId] = await followTogether(ada, ben, 'Together', input);
      const before = (await ada.get(adaId)).loan.input;
      await make(ada, adaId, 2);
      const { loan: changed } = await ada.get(adaId);
      expect(changed.input).not.toEqual(before);
      expect(changed.changes.map((change) => change.undo_act)).toEqual([null, null, 'undo']);
      expect(await undo(ben, benId, 3)).toEqual(before);
      expect(await undo(ada, adaId, 4)).toEqual(changed.input);
      expect(await undo(ada, adaId, 5)).toEqual(before);
    },
  );

  it('that added balances to known rows is undone', async () => {
    const ada = await createOwner(test);
    const { loan } = await ada.follow({ ...opening, transactions: plain.slice(0, 8) });
    const file = { ...opening, transactions: loanRows.slice(0, 6) };
    const { body: changed } = await ada.add(loan.id, file).expect(200);
    expect(changed.loan.input.transactions).toEqual([...loanRows.slice(0, 6), ...plain.slice(6, 8)]);
    expect((await ada.restore(loan.id, 2).expect(200)).body.loan.input).toEqual(loan.input);
  });

  it('that added earlier rows with another opening balance is undone with what is owed', async () => {
    const ada = await createOwner(test);
    const { loan, figures } = await ada.follow({ ...opening, transactions: plain.slice(4, 8) });
    const file = { opening_balance: 89_300, transactions: plain.slice(0, 4), accept_gap: true };
    const changed = await ada.add(loan.id, file).expect(200);
    expect(changed.body.figures.owed).not.toBe(figures.owed);
    const { body } = await ada.restore(loan.id, 2).expect(200);
    expect([body.loan.input, body.loan.row_versions]).toEqual([loan.input, loan.row_versions]);
    expect(body.figures.owed).toBe(figures.owed);
  });

  it('that is not the latest is a conflict, and of an earlier file the rows are removed, unless there are no others', async () => {
    const ada = await createOwner(test);
    const { loan } = await ada.follow({ owed: 5000, owed_on: '2023-12-31' });
    const { id } = loan;
    await ada.add(id, { ...opening, transactions: loanRows.slice(0, 8) }).expect(200);
    await setRate(ada, id, 2, 5);
    const { body: alone } = await ada.add(id, { offset_accounts: [account(1, day('2024-01-10', 1))] });
    expect(undoable(alone.loan)).toEqual([4]);
    expect((await ada.restore(id, 2).expect(409)).body.msg).toBe(followedLoanMessages.notRestorable);
    await ada.restore(id, 99).expect(404);
    const { body: added } = await ada.add(id, newRows).expect(200);
    expect(undoable(added.loan)).toEqual([2, 5]);
    const stale = { version: 5, loan_version: 4 };
    const refused = await callApi(test, restoreLoan, { access: ada.access, id, body: stale }).expect(409);
    expect(refused.body.msg).toBe(followedLoanMessages.changedMeanwhile);
    const { body } = await ada.restore(id, 2).expect(200);
    expect(body.loan.input).toMatchObject({
      opening_balance: loanRows[7]!.balance,
      transactions: newRows.transactions,
      annual_interest_rate: 5,
    });
    expect((await ada.restore(id, 6).expect(200)).body.loan.input).toEqual(added.loan.input);
    await ada.update(id, { version: 7, terms: { annual_interest_rate: 5 } }).expect(200);
    expect((await ada.get(id)).loan.version).toBe(7);
  });
});

describe('what one owner removed or replaced', () => {
  let [ada, ben]: Owner[] = [];
  beforeEach(async () => void ([ada, ben] = await createPair(test)));

  it('can be restored by the other, also after leaving', async () => {
    const [adaId, benId] = await followTogether(ada!, ben!);
    await ada!.update(adaId, { version: 2, terms: { annual_interest_rate: 5 } }).expect(200);
    const terms = { annual_interest_rate: null, plan: { end_date: '2050-01-01' } };
    await ben!.update(benId, { version: 3, terms }).expect(200);
    await ben!.correct(benId, { version: 4, remove: [1, 2], kinds: [{ row: 5, kind: 'fee' }] }).expect(200);
    await ben!.add(benId, { transactions: loanRows.slice(8, 10) }).expect(200);
    await ben!.correct(benId, { version: 6, remove: [7, 8] }).expect(200);
    await ben!.leave(benId).expect(200);
    const { loan } = await ada!.get(adaId);
    expect(loan.restorable).toMatchObject([
      { version: 4, rows: 0, terms: true },
      { version: 5, rows: 3, terms: false },
      { version: 7, rows: 2, terms: false },
    ]);
    expect((await ben!.get(benId)).loan.restorable).toEqual([]);
    const restored = await ada!.restore(adaId, 5).expect(200);
    expect(restored.body.loan.input.transactions).toEqual(loanRows.slice(0, 8));
    expect(restored.body.loan.row_versions).toEqual(loan.row_versions.toSpliced(0, 0, 1, 1));
    const again = await ada!.restore(adaId, 4).expect(200);
    expect(again.body.loan.input).toMatchObject({ annual_interest_rate: 5 });
    expect(again.body.loan.input).not.toHaveProperty('plan');
    expect(again.body.loan.restorable).toMatchObject([{ version: 7 }]);
    expect(again.body.loan.changes.slice(-2)).toMatchObject([{ kind: 'restored' }, { kind: 'restored' }]);
    await ada!.restore(adaId, 5).expect(409);
  });

  it('is listed each time, also balances and rows that both have added, and nothing newer is replaced', async () => {
    const [adaId, benId] = await followTogether(ada!, ben!);
    await setRate(ada!, adaId, 2, 5);
    await setRate(ben!, benId, 3, 6);
    await setRate(ben!, benId, 4, 6.5);
    await setRate(ada!, adaId, 5, 5.5);
    expect(await restorable(ada!, adaId)).toEqual([]);
    await setRate(ben!, benId, 6, 7, { plan: { end_date: '2050-01-01' } });
    expect((await restorable(ada!, adaId)).map(({ version }) => version)).toEqual([7]);
    const rates = [{ from: '2024-01-01', annual_interest_rate: 6.14 }];
    await ada!.update(adaId, { version: 7, terms: { rates } }).expect(200);
    const { body } = await ada!.restore(adaId, 7).expect(200);
    expect(body.loan.input).toMatchObject({ annual_interest_rate: 5.5, rates });
    expect(body.loan.input).not.toHaveProperty('plan');
    await ada!.restore(adaId, 4).expect(409);
    await balances(ada!, adaId, day('2024-01-10', 100), day('2024-01-12', 5), day('2024-01-20', 200));
    await balances(ben!, benId, day('2024-01-10', 1), day('2024-01-12', 5), day('2024-01-20', 200));
    expect((await balances(ada!, adaId, day('2024-01-10', 150))).body.msg).toBe('Balances added.');
    await balances(ben!, benId, day('2024-01-10', 2), day('2024-01-12', 6), day('2024-01-14', 7));
    expect((await restorable(ada!, adaId)).map(({ version }) => version)).toEqual([13]);
    await ada!.restore(adaId, 13).expect(200);
    const [restored] = (await ada!.get(adaId)).loan.input.offset_accounts!;
    expect(restored!.balances).toEqual([
      day('2024-01-10', 150),
      day('2024-01-12', 5),
      day('2024-01-20', 200),
    ]);
    const file = { transactions: loanRows.slice(8, 12) };
    await ada!.add(adaId, file).expect(200);
    expect((await ben!.add(benId, file).expect(200)).body).toMatchObject({ added: 0, loan: { version: 15 } });
    await ada!.correct(adaId, { version: 15, remove: [9, 10, 11, 12] }).expect(200);
    expect((await restorable(ben!, benId)).at(-1)).toMatchObject({ version: 16, rows: 4 });
    await ben!.restore(benId, 16).expect(200);
    expect((await ada!.get(adaId)).loan.input.transactions).toEqual(loanRows.slice(0, 12));
  });
  it('may be what was owed before the first rows, which an owner alone takes back, too', async () => {
    const state = { owed: 5000, owed_on: '2023-12-31' };
    const { loan } = await ada!.follow(state);
    await ada!.add(loan.id, { ...opening, transactions: loanRows.slice(0, 8) }).expect(200);
    const undone = await ada!.restore(loan.id, 2).expect(200);
    expect(undone.body).toMatchObject({ loan: { input: state, restorable: [], row_versions: [] } });
    expect(undone.body.loan.input).not.toHaveProperty('transactions');
    const [adaId, benId] = await followTogether(ada!, ben!, 'Together', state);
    await ben!.add(benId, { ...opening, transactions: loanRows.slice(0, 8) }).expect(200);
    await ben!.add(benId, { transactions: loanRows.slice(8, 10) }).expect(200);
    expect((await ada!.restore(adaId, 3).expect(200)).body.loan.input).toMatchObject(state);
    expect((await ben!.get(benId)).loan.restorable).toMatchObject([{ version: 5, rows: 10 }]);
  });

  const equal = { date: '2024-01-20', amount: -5 };
  const three = { ...opening, transactions: [equal, equal, equal, ...plain.slice(4, 6)] };
  /** What Ben does, what Ada may restore then, and the rows after she has restored each of it. */
  const cases: [string, (adaId: string, benId: string) => Promise<unknown>, number[], object[]][] = [
    [
      'one of several equal rows without a balance',
      async (_, id) => {
        await remove(ben!, id, 2, 2);
        await later(ben!, id, 3);
      },
      [3],
      three.transactions,
    ],
    [
      'equal rows, one by one, the last first',
      async (_, id) => {
        await remove(ben!, id, 2, 1);
        await remove(ben!, id, 3, 2);
        await later(ben!, id, 4);
      },
      [4, 3],
      three.transactions,
    ],
    [
      'two equal rows, of which the other has added one again',
      async (adaId, id) => {
        await remove(ben!, id, 2, 1, 2, 3);
        await ada!.add(adaId, { transactions: [equal], opening_balance: 1, accept_gap: true }).expect(200);
      },
      [3],
      three.transactions,
    ],
    [
      'a row whose kind changed twice',
      async (_, id) => {
        await label(ben!, id, 2, 1, 'fee');
        await label(ben!, id, 3, 1, 'interest');
        await later(ben!, id, 4);
      },
      [4, 3],
      three.transactions,
    ],
    [
      'no kind that is newer',
      async (adaId, id) => {
        await label(ben!, id, 2, 1, 'fee');
        await label(ada!, adaId, 3, 1, 'interest');
      },
      [],
      [{ ...equal, kind: 'interest' }, ...three.transactions.slice(1)],
    ],
    [
      'nothing that an undo has put back',
      async (adaId, id) => {
        await remove(ben!, id, 2, 1, 2);
        await ada!.restore(adaId, 3).expect(200);
        await later(ben!, id, 4);
      },
      [],
      three.transactions,
    ],
    [
      'rows that came back, and were removed again by who had removed them',
      async (adaId, id) => {
        await remove(ben!, id, 2, 1);
        await ben!.restore(id, 3).expect(200);
        await remove(ben!, id, 4, 1);
        await later(ada!, adaId, 5);
      },
      [5],
      three.transactions,
    ],
  ];
  it.each(cases)('may be %s', async (_, make, versions, rows) => {
    const [adaId, benId] = await followTogether(ada!, ben!, 'Together', three);
    await make(adaId, benId);
    for (const version of versions) {
      expect(await restorable(ada!, adaId)).toContainEqual(expect.objectContaining({ version }));
      await ada!.restore(adaId, version).expect(200);
    }
    const { loan } = await ada!.get(adaId);
    expect(loan.input.transactions).toEqual(rows);
    expect(loan.row_versions.filter((version) => version !== 1 && version !== 4)).toEqual([]);
    expect(loan.restorable.filter((entry) => entry.rows > 0)).toEqual([]);
    expect((await ben!.get(benId)).loan.input).toEqual(loan.input);
  });

  it('is kept for the other also after an undo by whoever replaced it', async () => {
    const [adaId, benId] = await followTogether(ada!, ben!);
    await balances(ben!, benId, day('2024-01-10', 100));
    await balances(ada!, adaId, day('2024-01-10', 200));
    await ada!.restore(adaId, 4).expect(200);
    await balances(ada!, adaId, day('2024-01-10', 300));
    await later(ada!, adaId, 6);
    expect((await restorable(ben!, benId)).map(({ version }) => version)).toEqual([5, 6, 7]);
    const { body } = await ben!.restore(benId, 6).expect(200);
    expect(body.loan.input.offset_accounts).toEqual([{ balances: [day('2024-01-10', 100)] }]);
  });

  it('in the form of a newer version is neither offered nor a failure', async () => {
    const [adaId, benId] = await followTogether(ada!, ben!, 'Together', three);
    await remove(ben!, benId, 2, 1);
    await balances(ben!, benId, day('2024-01-10', 1));
    await balances(ben!, benId, day('2024-01-10', 2));
    const { pool } = test.database;
    await pool.query(
      `UPDATE followed_loans SET restorable = replace(restorable::text, '"date"', '"newer"')::jsonb WHERE id = $1`,
      [adaId],
    );
    const { loan } = await ada!.get(adaId);
    expect([loan.restorable, undoable(loan)]).toEqual([[], []]);
    for (const version of [3, 5]) await ada!.restore(adaId, version).expect(409);
    const written = await balances(ada!, adaId, day('2024-01-10', 3));
    expect(written.body.loan.restorable).toEqual([]);
    expect(undoable(written.body.loan)).toEqual([6]);
  });

  it('is gone after 30 days, from lists, exports and the database', async () => {
    const [adaId, benId] = await followTogether(ada!, ben!);
    await ben!.update(benId, { version: 2, terms: { annual_interest_rate: 6 } }).expect(200);
    const { pool } = test.database;
    await pool.query(
      `UPDATE followed_loans SET restorable = (
         SELECT jsonb_agg(entry || jsonb_build_object('at', $1::text)) FROM jsonb_array_elements(restorable) AS entry)
       WHERE id = $2`,
      [new Date(Date.now() - 31 * 86_400_000).toISOString(), adaId],
    );
    const { loan } = await ada!.get(adaId);
    expect([loan.restorable, undoable(loan)]).toEqual([[], []]);
    const { text } = await callApi(test, exportUser, { access: ada!.access }).buffer(true).expect(200);
    expect(JSON.parse(text).followed_loans[0].restorable).toEqual([]);
    await ada!.restore(adaId, 3).expect(409);
    await remindOfLoans({ ...test, readCashRate: async () => [] });
    const { rows } = await pool.query('SELECT restorable FROM followed_loans WHERE id = $1', [adaId]);
    expect(rows).toEqual([{ restorable: [] }]);
  });
});

it('what a newer version wrote beside the changes and losses is passed over, and stays when they are written', async () => {
  const [ada, ben] = await createPair(test);
  const [adaId, benId] = await followTogether(ada, ben);
  const { pool } = test.database;
  const newer = JSON.stringify([{ version: 2, kind: 'newer', own: true, pair: null }, 'newer', null]);
  await ada.update(adaId, { version: 2, terms: { annual_interest_rate: 6.14 } }).expect(200);
  const { loan: known } = await ada.get(adaId);
  await pool.query(
    'UPDATE followed_loans SET changes = changes || $1::jsonb, restorable = restorable || $1::jsonb',
    [newer],
  );
  expect((await ada.get(adaId)).loan).toEqual(known);
  await ada.update(adaId, { name: 'Renamed' }).expect(200);
  await ada.update(adaId, { version: 3, terms: { annual_interest_rate: 6 } }).expect(200);
  await ben.restore(benId, 3).expect(200);
  const { text } = await callApi(test, exportUser, { access: ada.access }).buffer(true).expect(200);
  expect(JSON.parse(text).followed_loans[0].changes).toHaveLength(5);
  const { rows } = await pool.query(
    'SELECT changes @> $1::jsonb AND restorable @> $1::jsonb AS stays FROM followed_loans WHERE id = ANY ($2)',
    [newer, [adaId, benId]],
  );
  expect(rows).toEqual([{ stays: true }, { stays: true }]);
});
