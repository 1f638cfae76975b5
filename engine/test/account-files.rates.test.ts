import { expect, it } from 'vitest';
import { accusations, checkFiles, explained, filesFor } from './account-answers.ts';
import {
  addDays,
  csvOf,
  holding,
  loanRows,
  type LoanTerms,
  type Move,
  offsetRows,
  offsetTyped,
  repayments,
  salaries,
  typedWith,
  withoutBalances,
} from './account-rows.ts';

const ratesFrom = (...rates: [from: string, rate: number][]) =>
  rates.map(([from, rate]) => ({ from, annual_interest_rate: rate }));
const changed: LoanTerms['changes'] = [
  ['2025-03-02', 639],
  ['2025-04-06', 664],
  ['2025-05-04', 689],
  ['2025-06-08', 714],
  ['2025-07-06', 739],
];
const typedRates = ratesFrom(
  ['2000-01-01', 6.14],
  ...changed.map(([from, rate]): [string, number] => [from, rate / 100]),
);
const moved = (index: number, from: string) =>
  typedRates.map((rate, at) => (at === index ? { ...rate, from } : rate));

it.each([
  ['the last of them is missing', typedRates.slice(0, -1)],
  ['the last two are missing', typedRates.slice(0, -2)],
  ['the first is missing', typedRates.slice(1)],
  ['one in the middle is missing', typedRates.toSpliced(3, 1)],
  ['a day is too early', moved(3, '2025-05-03')],
  ['a day is too late', moved(3, '2025-05-06')],
  ['a day is in the month after', moved(3, '2025-05-24')],
  ['the first rate is another', ratesFrom(['2000-01-01', 6.2]).concat(typedRates.slice(1))],
  ['only one is typed', ratesFrom(['2000-01-01', 6.14])],
])('of rates that are typed, %s: no right charge is called wrong', (_, rates) => {
  for (const wrongDay of ['2025-06-03', '2025-07-01', '2025-07-06'])
    for (const first of [changed, changed.slice(0, 1), [[wrongDay, 589] as const]]) {
      const files = filesFor([csvOf(loanRows({ changes: first }))]);
      expect(accusations({ ...files, rates })).toEqual([]);
    }
});

it('a rate of a single month is no fault where a quoted rate explains its charge, whether rates are typed or found', () => {
  const rows = loanRows({
    changes: [
      ['2025-05-20', 589],
      ['2025-06-20', 614],
    ],
  });
  for (const rates of [undefined, ratesFrom(['2000-01-01', 6.14])]) {
    const files = { ...filesFor([csvOf(rows)]), rates };
    expect(accusations(files)).toEqual([]);
    expect(explained(checkFiles(files))).toBe(8);
  }
});

it.each<[string, LoanTerms['changes']]>([
  [
    'within a month',
    [
      ['2025-05-25', 589],
      ['2025-06-14', 614],
    ],
  ],
  [
    'within a month',
    [
      ['2025-05-24', 629],
      ['2025-06-02', 614],
    ],
  ],
  [
    'within two months',
    [
      ['2025-05-25', 589],
      ['2025-07-05', 614],
    ],
  ],
  [
    'in the days around a charge',
    [
      ['2025-06-16', 639],
      ['2025-06-22', 614],
    ],
  ],
  [
    'by steps',
    [
      ['2025-04-28', 639],
      ['2025-05-25', 664],
      ['2025-07-02', 614],
    ],
  ],
  [
    'twice',
    [
      ['2025-03-25', 589],
      ['2025-04-11', 614],
      ['2025-07-01', 599],
      ['2025-07-14', 614],
    ],
  ],
])(
  'a rate that changes and changes back %s accuses nobody, whether rates are typed or found',
  (_, changes) => {
    const files = filesFor([csvOf(loanRows({ changes }))]);
    for (const rates of [undefined, ratesFrom(['2000-01-01', 6.14])]) {
      expect(accusations({ ...files, rates })).toEqual([]);
      expect(explained(checkFiles({ ...files, rates }))).toBeGreaterThanOrEqual(5);
    }
  },
);

it('a rate of thousandths explains nothing, and no charge differs from a rate that explains none', () => {
  const files = filesFor([csvOf(loanRows({ rate: 614.1 }))]);
  for (const rates of [undefined, ratesFrom(['2000-01-01', 6.14]), ratesFrom(['2000-01-01', 0])])
    expect(checkFiles({ ...files, rates }).charges.filter(({ status }) => status === 'differs')).toEqual([]);
});

/** What the fifth charge is, so that as much again is twice the interest. */
const twice = loanRows().find(({ date }) => date === '2025-06-20')!.cents;
const linked = offsetRows(holding, salaries);
/** What the account holds of which the bank counts nothing from the first day to the last. */
const unlinked = (first: string, last: string) => [
  ...linked.filter(({ date }) => date < first),
  { date: first, cents: 0, text: '', balance: 0 },
  { ...linked.findLast(({ date }) => date <= last)!, date: last },
  ...linked.filter(({ date }) => date > last),
];
const wrongBy = (cents: number, moves: readonly Move[] = repayments): Partial<LoanTerms> => ({
  moves,
  wrong: new Map([[4, cents]]),
});
const back = (...rows: Move[]) => [...repayments, ...rows];

it.each<[string, Partial<LoanTerms>, posted?: string]>([
  [
    'a rate of some days that is far higher',
    {
      changes: [
        ['2025-05-24', 964],
        ['2025-05-31', 614],
      ],
    },
  ],
  [
    'a redraw that counts ten days before its row',
    { moves: back(['2025-05-29', 4_000_000, 'DRAW']) },
    '2025-06-08',
  ],
  [
    'an offset account that was not linked on some days',
    { offset: unlinked('2025-05-29', '2025-06-06'), offsetOpening: holding },
  ],
  [
    'a refund in two credits',
    wrongBy(212_000, back(['2025-06-23', -200_000, 'CREDIT'], ['2025-06-23', -12_000, 'CREDIT'])),
  ],
  ['a refund with interest', wrongBy(150_000, back(['2025-07-09', -150_505, 'REFUND']))],
  [
    'a refund of what was charged twice, with interest',
    { ...wrongBy(0, back(['2025-07-09', -213_240, 'REFUND'])), wrong: new Map([[4, twice]]) },
  ],
])('%s: a right charge is not called wrong', (_, terms, posted) => {
  const rows = loanRows(terms).map((row) => (row.text === 'DRAW' ? { ...row, date: posted! } : row));
  for (const rates of [undefined, ratesFrom(['2000-01-01', 6.14])]) {
    const files = terms.offset
      ? filesFor([csvOf(rows)], [csvOf(linked, false)], offsetTyped)
      : filesFor([csvOf(rows)]);
    expect(accusations({ ...files, rates })).toEqual([]);
    expect(explained(checkFiles({ ...files, rates }))).toBe(8);
  }
});

const ignored: Move = ['2025-05-28', -2_500_000, 'EXTRA REPAYMENT'];

it('an offset account that was not linked from one day to another accuses nobody, with a whole period between them', () => {
  const rows = loanRows({ offset: unlinked('2025-05-10', '2025-07-02'), offsetOpening: holding });
  expect(accusations(filesFor([csvOf(rows)], [csvOf(linked, false)], offsetTyped))).toEqual([]);
});

it.each<[string, Partial<LoanTerms>]>([
  ['more than any rate of a loan gives', wrongBy(150_000)],
  ['a little more, by what no rate of some days gives', wrongBy(1_743)],
  ['twice the interest', { wrong: new Map([[4, twice]]) }],
  [
    'exactly the interest without the offset account',
    { offset: unlinked('2025-05-20', '2025-06-20'), offsetOpening: holding },
  ],
  ['three times the interest', { wrong: new Map([[4, 2 * twice]]) }],
])('a charge beside right ones that is %s is called wrong', (_, terms) => {
  for (const rates of [undefined, ratesFrom(['2000-01-01', 6.14])]) {
    const files = terms.offset
      ? filesFor([csvOf(loanRows(terms))], [csvOf(linked, false)], offsetTyped)
      : filesFor([csvOf(loanRows(terms))]);
    const { charges } = checkFiles({ ...files, rates });
    expect(charges.flatMap(({ status, date }) => (status === 'differs' ? [date] : []))).toEqual([
      '2025-06-20',
    ]);
  }
});

it('exactly the interest without a repayment may be right, and the repayment is named', () => {
  const files = filesFor([csvOf(loanRows({ moves: back(ignored), wrong: new Map([[4, 9_673]]) }))]);
  expect(accusations(files)).toEqual([]);
  expect(checkFiles(files).possible?.get(4)).toEqual({
    ignored: { date: '2025-05-28', cents: -2_500_000, isOffset: false },
    hasRows: true,
    hasOffset: false,
    hasLateRepayment: false,
  });
});

it.each([-150_000, -50_000, -10])('a charge that is %s cents less than expected accuses nobody', (cents) => {
  expect(accusations(filesFor([csvOf(loanRows(wrongBy(cents)))]))).toEqual([]);
});

/** Charges of twice the interest. */
function doubled(charges: readonly number[], terms: Partial<LoanTerms> = {}) {
  const wrong = new Map<number, number>();
  for (const charge of charges) {
    const interest = loanRows({ ...terms, wrong }).filter(({ text }) => text === 'INTEREST CHARGED');
    wrong.set(charge, interest[charge]!.cents);
  }
  return wrong;
}
const ofTwo = [...doubled([3, 5]).values()].reduce((sum, cents) => sum + cents, 0);
const [fifth, sixth] = [loanRows(), loanRows({ wrong: doubled([4]) })].map(
  (rows, index) => rows.find(({ date }) => date === `2025-0${6 + index}-20`)!.cents,
);

const credits = (...rows: [day: string, cents: number][]) =>
  rows.map(([day, cents]): Move => [`2025-${day}`, cents, 'CREDIT']);

it.each<[string, readonly number[], readonly Move[]]>([
  ['one refund for two months', [3, 5], [['2025-07-30', -ofTwo, 'CREDIT']]],
  ['one adjustment of interest for two months', [3, 5], [['2025-07-30', -ofTwo, 'INTEREST ADJUSTMENT']]],
  ['three parts', [4], credits(['07-02', -100_000], ['07-03', -50_000], ['07-04', 150_000 - fifth!])],
  ['a refund with goodwill', [4], [['2025-07-02', -fifth! - 10_000, 'REFUND AND GOODWILL']]],
  ['a refund without its name, before the charge', [4], [['2025-06-18', -fifth!, 'CREDIT']]],
  ['two halves a month apart', [4], credits(['07-02', -100_000], ['08-01', 100_000 - fifth!])],
  ['all that was charged', [4], credits(['07-02', -2 * fifth!], ['07-09', fifth!])],
  ['a refund after 115 days', [4], [['2025-10-13', -fifth! - 4_000, 'REFUND']]],
])('twice the interest that the bank put right by %s accuses nobody', (_, charges, refunds) => {
  const files = filesFor([csvOf(loanRows({ moves: back(...refunds), wrong: doubled(charges) }))]);
  expect(accusations(files)).toEqual([]);
  expect(explained(checkFiles(files))).toBeGreaterThanOrEqual(9 - charges.length - 1);
});

it.each<[string, number, string]>([
  ['larger refund of something else', -512_345, 'TAX REFUND'],
  ['smaller refund of something else', -51_234, 'INSURANCE REFUND'],
  ['repayment in place of the usual one', -150_000, 'PAYMENT'],
])('twice the interest is called wrong, with a later %s', (_, cents, text) => {
  const moves = back(['2025-07-02', cents, text]);
  const { charges } = checkFiles(filesFor([csvOf(loanRows({ moves, wrong: doubled([4]) }))]));
  expect(charges.flatMap(({ status }, index) => (status === 'differs' ? [index] : []))).toEqual([4]);
});

it('one refund gives back one of two charges', () => {
  const rows = loanRows({
    moves: back(['2025-06-02', -doubled([3]).get(3)!, 'CREDIT']),
    wrong: doubled([3, 5]),
  });
  const { charges } = checkFiles(filesFor([csvOf(rows)]));
  expect(charges.flatMap(({ status }, index) => (status === 'differs' ? [index] : []))).toHaveLength(1);
});

it.each([
  ['is given back by the next charge', false],
  ['is that of two months, and the next month has none', true],
])('twice the interest that %s accuses nobody', (_, isLeftOut) => {
  const wrong = new Map([...doubled([4]), [5, isLeftOut ? -sixth! : -fifth!]]);
  const rows = loanRows({ wrong }).filter(({ cents }) => cents !== 0);
  expect(accusations(filesFor([csvOf(rows)]))).toEqual([]);
});

it.each(['INTEREST REFUND HOME LOAN', 'DEPOSIT'])(
  'twice the interest that is paid into the offset account as %s accuses nobody',
  (text) => {
    const terms = { offset: linked, offsetOpening: holding };
    const wrong = doubled([4], terms);
    const rows: Move[] = [...salaries, ['2025-07-02', wrong.get(4)!, text]];
    const offset = offsetRows(
      holding,
      rows.toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
    const files = filesFor(
      [csvOf(loanRows({ ...terms, offset, wrong }))],
      [csvOf(offset, false)],
      offsetTyped,
    );
    expect(accusations(files)).toEqual([]);
  },
);

it.each<[string, Partial<LoanTerms>]>([
  ['what is charged', { moves: [], repay: (charge) => (charge < 8 ? { days: 3, text: 'PAYMENT' } : null) }],
  ['about the interest', { moves: repayments.map(([date], at) => [date, -205_000 - 1_973 * at, 'PAYMENT']) }],
])('a repayment of %s each month is no refund of twice the interest', (_, terms) => {
  const { charges } = checkFiles(filesFor([csvOf(loanRows({ ...terms, wrong: doubled([4], terms) }))]));
  expect(charges.map(({ status }) => status).indexOf('differs')).toBe(4);
});

it('money that was in the offset account for some days may not have been linked on them', () => {
  const visits = ['03', '05', '07'].flatMap((month): Move[] => [
    [`2025-${month}-28`, 3_000_000, 'IN'],
    [`2025-${month}-31`, -3_000_000, 'OUT'],
  ]);
  const offset = offsetRows(0, visits.toSpliced(2, 2));
  const files = filesFor(
    [csvOf(loanRows({ offset }))],
    [csvOf(offsetRows(0, visits), false)],
    typedWith({ offsetOpeningCents: new Map([['offset0', 0]]) }),
  );
  expect(accusations(files)).toEqual([]);
  expect(checkFiles(files).charges[4]).toMatchObject({ cause: 'offset_ignored' });
});

it('twice the interest may be that without an offset account of half the loan, from which day it is not linked', () => {
  const held: Move[] = [
    ['2025-01-21', 100, 'IN'],
    ['2025-01-22', -100, 'OUT'],
    ['2025-10-20', 100, 'IN'],
  ];
  const half = 20_000_000;
  const terms: Partial<LoanTerms> = {
    opening: 2 * half,
    rate: 608,
    moves: [],
    repay: () => ({ days: 0, text: 'PAYMENT' }),
    offset: [...offsetRows(half, held.slice(0, 2)), { date: '2025-09-20', cents: 0, text: '', balance: 0 }],
    offsetOpening: half,
  };
  const files = filesFor(
    [csvOf(loanRows(terms))],
    [csvOf(offsetRows(half, held), false)],
    typedWith({ offsetOpeningCents: new Map([['offset0', half]]) }),
  );
  expect(checkFiles(files).charges[8]).toMatchObject({ cause: 'charged_twice', status: 'not_checked' });
  expect(accusations(files)).toEqual([]);
});

it('twice the interest is found in a file without balances whose first and last balance are typed', () => {
  const rows = loanRows({ wrong: new Map([[4, twice]]) });
  const closing = { openingCents: 41_234_567, closingCents: rows.at(-1)!.balance };
  for (const [typed, status] of [
    [closing, 'differs'],
    [{ ...closing, closingCents: null }, 'not_checked'],
  ] as const) {
    const { charges } = checkFiles(filesFor([withoutBalances(csvOf(rows))], [], typedWith(typed)));
    expect(charges[4]!.status).toBe(status);
  }
});

it.each([-2, 1, 2])('a charge that differs by %s cents, as by another rounding, accuses nobody', (cents) => {
  const files = filesFor([csvOf(loanRows({ wrong: new Map([[4, cents]]) }))]);
  const { charges } = checkFiles(files);
  expect(charges.map(({ status }) => status).indexOf('not_checked')).toBe(4);
  expect(accusations(files)).toEqual([]);
});

it.each([-3, -1, 1, 2])('a day of the charge before that is typed %s days wrongly accuses nobody', (days) => {
  for (const opening of [41_234_567, 40_000_000, 36_500_000]) {
    const files = filesFor(
      [csvOf(loanRows({ opening }))],
      [],
      typedWith({ previousChargeDate: addDays('2025-01-20', days) }),
    );
    expect(accusations(files)).toEqual([]);
    const rates = [{ from: '2000-01-01', annual_interest_rate: 6.14 }];
    expect(accusations({ ...files, rates })).toEqual([]);
  }
});

it('a first period that is typed half as long is no charge that was charged twice', () => {
  const rows = loanRows({ previous: '2025-02-20', moves: repayments.slice(2) });
  const files = filesFor([csvOf(rows)], [], typedWith({ previousChargeDate: '2025-03-06' }));
  expect(accusations(files)).toEqual([]);
  expect(explained(checkFiles(files))).toBe(8);
});
