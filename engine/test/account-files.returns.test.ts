/** Charges that a later row gave back, and charges that do not count an offset account which others count. */
import { expect, it } from 'vitest';
import { accusations, checkFiles, explained, filesFor } from './account-answers.ts';
import {
  addMonths,
  byDate,
  csvOf,
  holding,
  loanRows,
  type LoanTerms,
  type Move,
  offsetRows,
  offsetTyped,
  previous,
  repayments,
  salaries,
} from './account-rows.ts';

const months = 9;
const linked = offsetRows(holding, salaries);
const chargeDay = (charge: number) => addMonths(previous, charge + 1);

/** What a bank counts that leaves the offset account out of the periods of some charges. */
const countedWithout = (charges: ReadonlySet<number>): LoanTerms['offset'] => {
  const days = new Set([
    ...linked.map(({ date }) => date),
    ...Array.from({ length: months }, (_, at) => chargeDay(at - 1)),
  ]);
  const moneyOn = (day: string) => linked.findLast(({ date }) => date <= day)?.balance ?? holding;
  const chargeOf = (day: string) =>
    Array.from({ length: months }, (_, at) => at).find((at) => day < chargeDay(at));
  return [...days].toSorted().map((date) => ({
    date,
    cents: 0,
    text: '',
    balance: charges.has(chargeOf(date) ?? months) ? 0 : moneyOn(date),
  }));
};

function ofOffset(charges: readonly number[], moves: readonly Move[] = []) {
  const terms = { offset: countedWithout(new Set(charges)), offsetOpening: holding };
  const rows = loanRows({ ...terms, moves: [...repayments, ...moves].toSorted(byDate) });
  return filesFor([csvOf(rows)], [csvOf(linked, false)], offsetTyped);
}

/** By the index of each charge that differs, by how many cents. */
function differences(files: ReturnType<typeof filesFor>): Map<number, number> {
  return new Map(
    checkFiles(files).charges.flatMap(({ status, difference }, index) =>
      status === 'differs' ? [[index, Math.round(100 * difference!)]] : [],
    ),
  );
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

it.each([
  ['three of nine charges', [3, 4, 5]],
  ['five of nine charges', [2, 3, 4, 5, 6]],
  ['all but the first and the last', [1, 2, 3, 4, 5, 6, 7]],
])('%s without the offset account, between charges that count it, are called wrong', (_, charges) => {
  expect([...differences(ofOffset(charges)).keys()]).toEqual(charges);
});

it('charges of which none counts the offset account, or none after some, are asked about', () => {
  for (const charges of [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [3, 4, 5, 6, 7, 8],
  ]) {
    const files = ofOffset(charges);
    expect(accusations(files)).toEqual([]);
    const named = checkFiles(files).charges.flatMap(({ cause }, at) =>
      cause === 'offset_ignored' ? [at] : [],
    );
    expect(named).toEqual(charges);
  }
});

it.each([
  ['three months', [3, 4, 5]],
  ['most months', [1, 2, 3, 4, 5, 6]],
])(
  'one refund of what %s without the offset account cost is named, and nothing asks about the account',
  (_, charges) => {
    const cents = sum(differences(ofOffset(charges)).values());
    const files = ofOffset(charges, [[addMonths('2025-03-05', charges.at(-1)!), -cents, 'REFUND']]);
    const { charges: checked, possible } = checkFiles(files);
    for (const at of charges) {
      expect(checked[at]).toMatchObject({ status: 'not_checked', reason: null, cause: null });
      expect(possible.get(at)?.refund).toMatchObject([{ cents: -cents }]);
    }
    expect(accusations(files)).toEqual([]);
  },
);

it('what a bank gives back by a row each month, as an offset benefit, accuses nobody', () => {
  const charges = [2, 3, 4, 5, 6];
  const moves: Move[] = [];
  for (const charge of charges) {
    const cents =
      differences(ofOffset(charges.slice(0, charges.indexOf(charge) + 1), moves)).get(charge) ?? 26_000;
    moves.push([addMonths('2025-02-23', charge), -cents, 'OFFSET BENEFIT']);
  }
  expect(accusations(ofOffset(charges, moves))).toEqual([]);
});

/** Twice the interest at one charge. */
function doubled(terms: Partial<LoanTerms>, moves: (interest: number) => readonly Move[] = () => []) {
  const interest = loanRows(terms).filter(({ text }) => text === 'INTEREST CHARGED')[2]!.cents;
  const wrong = new Map([[2, interest], ...(terms.wrong ?? [])]);
  const rows = loanRows({
    ...terms,
    wrong,
    moves: [...(terms.moves ?? repayments), ...moves(interest)].toSorted(byDate),
  });
  return filesFor([csvOf(rows)]);
}

it.each<[string, (interest: number) => readonly Move[]]>([
  ['2 % of interest, after 150 days', (cents) => [['2025-09-18', -Math.round(1.02 * cents), 'CREDIT']]],
  ['5 % of interest, after 150 days', (cents) => [['2025-09-18', -Math.round(1.05 * cents), 'CREDIT']]],
  ['goodwill of $150', (cents) => [['2025-05-18', -cents - 15_000, 'CREDIT']]],
  [
    'interest and goodwill of $100',
    (cents) => [['2025-05-30', -Math.round(1.006 * cents) - 10_000, 'CREDIT']],
  ],
  [
    'no more, in four parts a month apart',
    (cents) =>
      [0, 1, 2, 3].map((month): Move => [
        addMonths('2025-05-05', month),
        month < 3 ? -Math.round(cents / 4) : 3 * Math.round(cents / 4) - cents,
        'CREDIT',
      ]),
  ],
])('twice the interest that one row gave back with %s accuses nobody', (_, moves) => {
  expect(accusations(doubled({}, moves))).toEqual([]);
});

it.each<[string, number, string]>([
  ['6 % more', 1.06, 'INTEREST REFUND'],
  ['6 % more', 1.06, 'REFUND'],
  ['a quarter more', 1.25, 'GOODWILL CREDIT'],
  ['half as much more', 1.5, 'BANK CREDIT'],
  ['8 % more', 1.08, 'INT REV'],
  ['8 % more', 1.08, 'INTEREST ADJMT'],
  ['8 % more', 1.08, 'OVERCHARGED INTEREST'],
  ['8 % more', 1.08, 'INT CORR'],
  ['8 % more', 1.08, 'RFD INTEREST'],
  ['8 % more', 1.08, 'MISC CREDIT INTEREST'],
  ['8 % more', 1.08, 'INTEREST REPAID'],
])('twice the interest that a row gave back with %s, by its text, accuses nobody', (_, times, text) => {
  const back = (date: string, cents: number): Move[] => [[date, -Math.round(times * cents), text]];
  expect(accusations(doubled({}, (cents) => back('2025-09-18', cents)))).toEqual([]);
  const charges = [3, 4, 5];
  const cents = sum(differences(ofOffset(charges)).values());
  expect(accusations(ofOffset(charges, back('2025-09-08', cents)))).toEqual([]);
});

it.each(['ATO TAX REFUND', 'MEDICARE REFUND', 'REDRAW REVERSAL', 'PAYMENT CORRECTION', 'EXTRA'])(
  'a row of %s gives back no interest',
  (text) => {
    const files = doubled({}, (cents) => [['2025-09-18', -Math.round(1.6 * cents), text]]);
    expect([...differences(files).keys()]).toEqual([2]);
  },
);

it('twice the interest that the next charge and a credit gave back accuses nobody', () => {
  const files = doubled({ wrong: new Map([[3, -80_000]]) }, (cents) => [
    ['2025-04-29', 80_000 - cents, 'CREDIT'],
  ]);
  expect(accusations(files)).toEqual([]);
});

it('twice the interest of a loan that repays each month its interest is asked about: that payment may be the refund', () => {
  const moves: Move[] = [];
  for (let charge = 0; charge < months - 1; charge++) {
    const rows = loanRows({ moves });
    const cents = rows.find(
      ({ date, text }) => date === chargeDay(charge) && text === 'INTEREST CHARGED',
    )!.cents;
    moves.push([addMonths('2025-02-22', charge), -cents, 'PAYMENT']);
  }
  expect([...differences(doubled({ moves })).keys()]).toEqual([]);
});

it.each([2, 3, 5])('a rate that is twice the former for the last %i charges accuses nobody', (charges) => {
  for (const [opening, rate] of [
    [41_234_567, 598],
    [38_765_432, 599],
    [52_345_678, 597],
  ] as const) {
    const changes: LoanTerms['changes'] = [[addMonths(previous, months - charges), rate]];
    const files = filesFor([csvOf(loanRows({ opening, rate: 299, changes }))]);
    expect(accusations(files)).toEqual([]);
    // So few at the end are not checked.
    expect(explained(checkFiles(files))).toBe(charges > 2 ? months : months - charges);
  }
});

it.each([
  ['two', 3, 4],
  ['three', 3, 5],
  ['the first two', 0, 1],
  ['the last two', 7, 8],
])('twice the interest at %s charges in a row is no rate, if none is typed', (_, first, last) => {
  const changes: LoanTerms['changes'] = [
    [addMonths(previous, first), 1228],
    [addMonths(previous, last + 1), 614],
  ];
  const files = filesFor([csvOf(loanRows({ changes }))]);
  const { charges } = checkFiles(files);
  const others = charges.toSpliced(first, last + 1 - first);
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 'explained'));
  for (const charge of charges.slice(first, last + 1))
    expect(charge).toMatchObject({ status: 'not_checked', reason: 'rate_unknown', fitting_rate: 12.28 });
  const rates = [['2000-01-01', 614] as const, ...changes].map(([from, rate]) => ({
    from,
    annual_interest_rate: rate / 100,
  }));
  expect(explained(checkFiles({ ...files, rates }))).toBe(months);
});
