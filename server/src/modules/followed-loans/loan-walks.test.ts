import type { Test } from 'supertest';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { balances, createPair, followTogether, type Owner, setRate } from '#test/followed-loans.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100000' });

/** What was owed before each row, and the row: two stretches with a gap between. */
const stretches = [
  ['2024-01', 5_000],
  ['2024-04', 3_000],
] as const;
const facts = stretches.flatMap(([month, owed]) =>
  Array.from({ length: 5 }, (_, index) => ({
    before: owed - 5 * index * (index + 1),
    row: { date: `${month}-${10 + 3 * index}`, amount: -10 * (index + 1) },
  })),
);
const beforeOf = new Map(facts.map(({ row, before }) => [row.date, before]));
/** From a fact to another: the files overlap, and each says what was owed before it. */
const fileExtents = [
  [0, 2],
  [1, 4],
  [2, 5],
  [5, 7],
  [6, 9],
  [7, 10],
] as const;
type Stated = 'without' | 'with';
const fileOf = ([from, to]: (typeof fileExtents)[number], stated: Stated) => ({
  opening_balance: facts[from]!.before,
  transactions: facts.slice(from, to).map(({ row, before }) => ({
    ...row,
    ...(stated === 'with' && { balance: before + row.amount }),
  })),
  accept_gap: true,
});

function generator(seed: number) {
  let state = seed;
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
}

type Read = Awaited<ReturnType<Owner['get']>>;
const stateOf = ({ loan, figures }: Read) => {
  const rows = (loan.input.transactions ?? []) as { date: string; amount: number }[];
  return { loan, rows, dates: rows.map(({ date }) => date), owed: figures.owed };
};
const loanOf = async (owner: Owner, id: string) => stateOf(await owner.get(id));
const stateAfter = async (act: Test) => stateOf((await act.expect(200)).body);

/** Whatever an owner can restore, the latest first. */
async function restoreAll(owner: Owner, id: string) {
  let { loan, dates } = await loanOf(owner, id);
  for (;;) {
    const { version } = loan.restorable.findLast(({ rows }) => rows > 0) ?? {};
    if (version === undefined) return dates;
    ({ loan, dates } = await stateAfter(owner.restore(id, version, 'restore')));
  }
}

it.each<[Stated, number]>([
  ['without', 11],
  ['with', 37],
  ['without', 59],
])(
  'in any order of adding, removing, undoing and restoring, what was owed is what the files say, and no row is lost to who did not remove it last (%s balances, %i)',
  async (stated, seed) => {
    const next = generator(seed);
    const owners = await createPair(test);
    const { accept_gap: _gap, ...first } = fileOf(fileExtents[next(6)]!, stated);
    const ids = await followTogether(...owners, 'Walk', first);
    const removedBy = new Map<string, number>();
    for (let step = 0; step < 24; step++) {
      const who = next(2);
      const [owner, id] = [owners[who]!, ids[who]!];
      const { loan, dates } = await loanOf(owner, id);
      const lost = loan.restorable.filter(({ rows }) => rows > 0);
      const file = loan.changes.findLast(({ undo_act: act }) => act === 'remove_rows');
      const remove = dates.flatMap((_, index) => (next(3) === 0 ? index + 1 : [])).slice(0, dates.length - 1);
      const act = next(10);
      const request =
        act < 4
          ? owner.add(id, fileOf(fileExtents[next(6)]!, stated))
          : act < 5 && file
            ? owner.restore(id, file.version, 'remove_rows')
            : act < 6 && loan.changes.at(-1)!.undo_act === 'undo'
              ? owner.restore(id, loan.version, 'undo')
              : act < 8 && lost.length > 0
                ? owner.restore(id, lost[next(lost.length)]!.version, 'restore')
                : owner.correct(id, { version: loan.version, remove });
      const after = await stateAfter(request);
      for (const date of dates) if (!after.dates.includes(date)) removedBy.set(date, who);
      for (const date of after.dates) removedBy.delete(date);
      const before = beforeOf.get(after.dates[0]!)!;
      expect(after.loan.input.opening_balance).toBe(before);
      const last = after.dates.at(-1)!;
      expect(after.owed).toBe(
        stated === 'with'
          ? beforeOf.get(last)! + after.rows.at(-1)!.amount
          : after.rows.reduce((sum, { amount }) => sum + amount, before),
      );
    }
    const { loan } = await loanOf(owners[0], ids[0]);
    await setRate(owners[0], ids[0], loan.version, 5);
    const leaving = next(2);
    await owners[leaving]!.leave(ids[leaving]!).expect(200);
    for (const [who, owner] of owners.entries()) {
      const restored = await restoreAll(owner, ids[who]!);
      const ofOther = [...removedBy].flatMap(([date, remover]) => (remover === who ? [] : date));
      expect(restored).toEqual(expect.arrayContaining(ofOther));
      expect(new Set(restored).size).toBe(restored.length);
    }
  },
);

/** A copy of what one owner has, which nobody else follows. */
async function copyOf(id: string): Promise<string> {
  const { rows } = await test.database.pool.query(
    `INSERT INTO followed_loans
     SELECT (jsonb_populate_record(loan, jsonb_build_object(
       'id', gen_random_uuid(), 'pair_id', null, 'low_user_id', null, 'high_user_id', null))).*
     FROM followed_loans loan WHERE id = $1 RETURNING id`,
    [id],
  );
  return rows[0].id;
}

interface Fact {
  date: string;
  amount: number;
  kind?: string;
  balance?: number;
}
const factsOf = (input: Record<string, unknown>) => (input['transactions'] ?? []) as Fact[];

const formsOf = ({ date, kind = 'other', balance }: Fact) => [
  date,
  `${date} ${kind}`,
  ...(balance === undefined ? [] : [`${date} ${balance}`]),
];

/** The loan of an owner, and each row, each kind and each balance that the owner has, or can restore without the other. */
async function withinReach(owner: Owner, id: string) {
  const copy = await copyOf(id);
  const state = await loanOf(owner, copy);
  let { loan } = state;
  const rows = [...factsOf(loan.input)];
  for (let last = loan.restorable.at(-1); last; last = loan.restorable.at(-1)) {
    ({ loan } = await stateAfter(owner.restore(copy, last.version, 'restore')));
    const all = factsOf(loan.input);
    expect(all.filter(({ date }, index) => date === all[index - 1]?.date)).toEqual([]);
    rows.push(...all);
  }
  await test.database.prisma.followedLoan.delete({ where: { id: copy } });
  return { ...state, forms: new Set(rows.flatMap((row) => formsOf(row))) };
}

const kinds = ['other', 'interest', 'fee'];

it.each([13, 29])(
  'what an owner has, or can restore, with its kind and its balance, stays within reach after any act of the other; what the owner can restore stays within reach of either after an own act (%i)',
  async (seed) => {
    const next = generator(seed);
    const owners = await createPair(test);
    const file = () => {
      const [from, to] = fileExtents[next(6)]!;
      return {
        opening_balance: facts[from]!.before,
        transactions: facts.slice(from, to).map(({ row, before }) => ({
          ...row,
          kind: kinds[next(3)],
          ...(next(2) === 0 && { balance: before + row.amount }),
        })),
        accept_gap: true,
      };
    };
    const start = { owed: 5_000, owed_on: '2024-01-01' };
    const ids = await followTogether(...owners, 'Reach', start);
    const reach = () => Promise.all(owners.map((owner, index) => withinReach(owner, ids[index]!)));
    let before = await reach();
    for (let step = 0; step < 20; step++) {
      const who = next(2);
      const [owner, id] = [owners[who]!, ids[who]!];
      const { loan, rows } = before[who]!;
      const older = loan.changes.findLast(({ undo_act: act }) => act === 'remove_rows');
      const remove = rows.flatMap((_, index) => (next(3) === 0 ? index + 1 : [])).slice(0, rows.length - 1);
      const labels = rows.flatMap((_, index) =>
        next(3) === 0 ? { row: index + 1, kind: kinds[next(3)] } : [],
      );
      const act = next(10);
      const set = new Set<string>();
      if (act < 2 && loan.changes.at(-1)!.undo_act === 'undo')
        await owner.restore(id, loan.version, 'undo').expect(200);
      else if (act < 3 && older) await owner.restore(id, older.version, 'remove_rows').expect(200);
      else if (act < 4 && loan.restorable.length > 0)
        await owner
          .restore(id, loan.restorable[next(loan.restorable.length)]!.version, 'restore')
          .expect(200);
      else if (act < 6 && remove.length > 0)
        await owner.correct(id, { version: loan.version, remove }).expect(200);
      else if (act < 7 && labels.length > 0) {
        await owner.correct(id, { version: loan.version, kinds: labels }).expect(200);
        for (const { row } of labels) for (const kind of kinds) set.add(`${rows[row - 1]!.date} ${kind}`);
      } else await owner.add(id, file()).expect(200);
      const after = await reach();
      const lost = [
        ...[...before[1 - who]!.forms].filter((form) => !after[1 - who]!.forms.has(form)),
        ...[...before[who]!.forms].filter(
          (form) => !set.has(form) && !after.some(({ forms }) => forms.has(form)),
        ),
      ];
      expect(lost).toEqual([]);
      const { owed, loan: now } = after[who]!;
      expect(owed).toBe(
        factsOf(now.input).reduce(
          (sum, { amount, balance }) => balance ?? sum + amount,
          Number(now.input.opening_balance ?? now.input.owed),
        ),
      );
      before = after;
    }
  },
);

/** Each fact as two equal rows of its day: files with one of them after the first, or files with both, of which the last states its balance. */
it.each<['one' | 'both', number]>([
  ['one', 331],
  ['both', 5],
])(
  'of two equal rows of a day none is lost to both owners, and none comes back twice (files with %s, %i)',
  async (form, seed) => {
    const next = generator(seed);
    const owners = await createPair(test);
    const halves = ({ row, before }: (typeof facts)[number]) => {
      const half = { date: row.date, amount: row.amount / 2 };
      if (form === 'one') return [half];
      const first = next(2) === 0 ? half : { ...half, balance: before + half.amount };
      return [first, { ...half, balance: before + row.amount }];
    };
    const file = () => ({
      opening_balance: 5_000,
      transactions: facts.slice(0, 3).flatMap(halves),
      accept_gap: true,
    });
    const transactions = facts.slice(0, 3).flatMap((fact) => [...halves(fact), ...halves(fact)].slice(0, 2));
    const ids = await followTogether(...owners, 'Equal', {
      opening_balance: 5_000,
      transactions,
    });
    const countsOf = async () => {
      const { dates } = await loanOf(owners[0], ids[0]);
      return new Map(dates.map((date) => [date, dates.filter((each) => each === date).length]));
    };
    const seen = await countsOf();
    for (let step = 0; step < 20; step++) {
      const who = next(2);
      const [owner, id] = [owners[who]!, ids[who]!];
      const { loan, dates } = await loanOf(owner, id);
      const remove = dates.flatMap((_, index) => (next(2) === 0 ? index + 1 : [])).slice(0, dates.length - 1);
      const act = next(10);
      if (act < 1 && loan.changes.at(-1)!.undo_act === 'undo')
        await owner.restore(id, loan.version, 'undo').expect(200);
      else if (act < 3 && loan.restorable.length > 0)
        await owner.restore(id, loan.restorable.at(-1)!.version, 'restore').expect(200);
      else if (act < 7 && remove.length > 0)
        await owner.correct(id, { version: loan.version, remove }).expect(200);
      else await owner.add(id, file()).expect(200);
      for (const [date, count] of await countsOf()) seen.set(date, Math.max(count, seen.get(date) ?? 0));
    }
    for (const turn of [0, 1, 0, 1]) await restoreAll(owners[turn]!, ids[turn]!);
    expect(await countsOf()).toEqual(seen);
    expect(Math.max(...seen.values())).toBe(2);
  },
);

type Make = (ada: Owner, id: string) => Promise<unknown>;
const later = { transactions: facts.slice(2, 4).map(({ row }) => row), opening_balance: facts[2]!.before };
const removal =
  (version: number): Make =>
  (ada, id) =>
    ada.correct(id, { version, remove: [3, 4] }).expect(200);
const taking =
  (version: number, act: string): Make =>
  (ada, id) =>
    ada.restore(id, version, act).expect(200);
const addition: Make = (ada, id) => ada.add(id, later).expect(200);
const balance =
  (value: number): Make =>
  (ada, id) =>
    balances(ada, id, ...['2024-01-12', '2024-01-14'].map((date) => ({ date, balance: value })));
const rate =
  (version: number, value: number): Make =>
  (ada, id) =>
    setRate(ada, id, version, value);
const label =
  (version: number, kind: string): Make =>
  (ada, id) =>
    ada.correct(id, { version, kinds: [{ row: 1, kind }] }).expect(200);

it.each<[string, Make[], Make[]]>([
  ['rows that are removed', [addition], [removal(3)]],
  ['rows of a file that is undone', [addition], [taking(3, 'undo')]],
  ['rows of an earlier file', [addition, rate(3, 2)], [taking(3, 'remove_rows')]],
  ['terms', [rate(2, 2)], [rate(3, 4)]],
  ['terms that are undone', [rate(2, 2)], [taking(3, 'undo')]],
  ['balances', [balance(1)], [balance(2)]],
  ['balances that are undone', [balance(1)], [taking(3, 'undo')]],
  ['kinds', [label(2, 'fee')], [label(3, 'interest')]],
  ['kinds that are undone', [label(2, 'fee')], [taking(3, 'undo')]],
])(
  'an owner keeps what the other has added since both follow the loan: %s, also after the cut',
  async (_, make, take) => {
    const [ada, ben] = await createPair(test);
    const input = { ...later, transactions: facts.slice(0, 2).map(({ row }) => row), opening_balance: 5_000 };
    const [adaId, benId] = await followTogether(ada, ben, 'Own', {
      ...input,
      annual_interest_rate: 9,
      offset_accounts: [{ balances: [{ date: '2024-01-12', balance: 7 }] }],
    });
    for (const each of make) await each(ada, adaId);
    const { loan: before } = await ben.get(benId);
    for (const each of take) await each(ada, adaId);
    await ada.update(adaId, { version: before.version + 1, terms: { plan: { end_date: '2050-01-01' } } });
    await ada.leave(adaId).expect(200);
    await ben.restore(benId, before.version + 1, 'restore').expect(200);
    const { plan: _plan, ...restored } = (await ben.get(benId)).loan.input;
    expect(restored).toEqual(before.input);
  },
);
