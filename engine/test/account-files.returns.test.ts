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

it.each([
  'INTEREST CHARGED ADJUSTMENT',
  'DEBIT INTEREST REVERSAL',
  'LOAN INTEREST REFUND',
  'INTEREST REVERSED',
])('twice the interest that a row of interest words, %s, gave back to the cent accuses nobody', (text) => {
  for (const date of ['2025-08-29', '2025-10-22']) {
    const changes: LoanTerms['changes'] = [['2025-07-29', 639]];
    expect(accusations(doubled({ changes }, (cents) => [[date, -cents, text]]))).toEqual([]);
    const charges = [3, 4];
    const cents = sum(differences(ofOffset(charges)).values());
    expect(accusations(ofOffset(charges, [[date, -cents, text]]))).toEqual([]);
  }
});

it.each([
  'INT RVSL',
  'EX-GRATIA PAYMENT',
  'INTEREST',
  'JOURNAL CREDIT',
  'WRITE OFF',
  'RECTIFICATION PAYMENT',
  'INTEREST CHARGED IN ERROR',
  'SETTLEMENT OF COMPLAINT',
  'CUSTOMER CARE CREDIT',
])('twice the interest that a row of %s gave back with 40 % more accuses nobody', (text) => {
  expect(accusations(doubled({}, (cents) => [['2025-09-18', -Math.round(1.4 * cents), text]]))).toEqual([]);
});

it.each(['REPAYMENT', 'NetBank', 'HOME LOAN', 'J SMITH MORTGAGE'])(
  'a row with the words of a refund, on the day and of about the size of repayments named %s, may be the refund',
  (text) => {
    const moves = repayments.map(([date, cents], at): Move => {
      return at === 6 ? [date, -270_000, 'REMEDIATION'] : [date, cents, text];
    });
    expect(accusations(filesFor([csvOf(loanRows({ moves, wrong: new Map([[4, 200_000]]) }))]))).toEqual([]);
  },
);

it('a refund of another size into an offset account counts where its words are those of a bank, and not of a shop', () => {
  const charges = [3, 4, 5];
  const cents = sum(differences(ofOffset(charges)).values());
  const countOf = (text: string) => {
    const moves = [...salaries, ['2025-09-08', Math.round(1.4 * cents), text] as const].toSorted(byDate);
    const offset = offsetRows(holding, moves);
    const rows = loanRows({ offset: countedWithout(new Set(charges)), offsetOpening: holding });
    return differences(filesFor([csvOf(rows)], [csvOf(offset, false)], offsetTyped)).size;
  };
  expect(['ANZ REMEDIATION', 'CBA REFUND', 'EX GRATIA PAYMENT'].map(countOf)).toEqual([0, 0, 0]);
  expect(['REFUND KMART', 'AMAZON REFUND'].map(countOf)).toEqual([3, 3]);
});

it('a row for each of several months, on one day half a year later and each with some interest on it, accuses nobody', () => {
  for (const charges of [
    [1, 2],
    [1, 2, 3],
  ])
    for (const share of [1.002, 1.006, 1.03]) {
      const each = differences(ofOffset(charges));
      const moves = charges.map((charge, at): Move => {
        const cents = each.get(charge) ?? each.get(1)!;
        return ['2025-10-22', -Math.round(cents * (share + 0.004 * at)), 'TRANSFER'];
      });
      expect(accusations(ofOffset(charges, moves))).toEqual([]);
    }
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

it.each([1, 2, 3, 4])(
  'twice the interest at the last %i charges, as a rate or by the cent, is asked about by its rate, whether rates are typed or found',
  (count) => {
    for (const [opening, rate] of [
      [41_234_567, 299],
      [38_765_432, 299],
      [52_345_678, 298],
    ] as const) {
      const from = addMonths(previous, months - count);
      const terms = { opening, rate };
      const wrong = new Map<number, number>();
      for (let charge = months - count; charge < months; charge++) {
        const charged = loanRows({ ...terms, wrong }).filter(({ text }) => text === 'INTEREST CHARGED');
        wrong.set(charge, charged[charge]!.cents);
      }
      for (const rates of [undefined, [{ from: '2000-01-01', annual_interest_rate: rate / 100 }]]) {
        const right = filesFor([csvOf(loanRows({ ...terms, changes: [[from, 2 * rate]] }))]);
        expect(accusations({ ...right, rates })).toEqual([]);
        const doubledFiles = filesFor([csvOf(loanRows({ ...terms, wrong }))]);
        const { charges } = checkFiles({ ...doubledFiles, rates });
        const last = charges.slice(-count);
        expect(charges.filter(({ status }) => status === 'explained')).toHaveLength(months - count);
        if (count === 1) continue;
        for (const { reason, fitting_rate } of last) {
          expect(reason).toBe('rate_unknown');
          expect(fitting_rate).toBeCloseTo((2 * rate) / 100, 1);
        }
      }
    }
  },
);

it('twice the interest at the last charge is called wrong where twice the rate does not explain it', () => {
  const statuses = Array.from({ length: 12 }, (_, at) => {
    const terms = { opening: 41_234_567 + 1_234_567 * at, rate: 299 };
    const last = loanRows(terms).findLast(({ text }) => text === 'INTEREST CHARGED')!.cents;
    const files = filesFor([csvOf(loanRows({ ...terms, wrong: new Map([[months - 1, last]]) }))]);
    const { status, fitting_rate } = checkFiles(files).charges.at(-1)!;
    expect([status, fitting_rate]).toEqual(fitting_rate === 5.98 ? ['not_checked', 5.98] : ['differs', null]);
    return status;
  });
  expect(new Set(statuses).size).toBe(2);
});

it.each([1, 0.5, 0.37])(
  'a refund of %s of the interest in one row with a repayment accuses nobody',
  (part) => {
    const cents = Math.round(part * loanRows().filter(({ text }) => text === 'INTEREST CHARGED')[3]!.cents);
    for (const back of [cents, cents + 2_500, Math.round(1.02 * cents)])
      for (const month of [4, 6]) {
        const moves = repayments.map(([date, amount, text], at): Move => [
          date,
          at === month ? amount - back : amount,
          text,
        ]);
        const files = filesFor([csvOf(loanRows({ moves, wrong: new Map([[3, cents]]) }))]);
        expect(accusations(files)).toEqual([]);
      }
  },
);

it('of several charges that were given back to the cent on one day, each has the row of its own amount', () => {
  const interest = loanRows().filter(({ text }) => text === 'INTEREST CHARGED');
  const cents = [3, 5].map((at) => interest[at]!.cents);
  const refunds = cents.toReversed().map((size): Move => ['2025-09-10', -size, 'REFUND']);
  const wrong = new Map([3, 5].map((charge, at) => [charge, cents[at]!]));
  const moves = [...repayments, ...refunds].toSorted(byDate);
  const { possible } = checkFiles(filesFor([csvOf(loanRows({ moves, wrong }))]));
  const sizes = [3, 5].map((charge) => possible.get(charge)?.refund?.map((move) => -move.cents));
  expect(sizes).toEqual(cents.map((size) => [size]));
});

it('a refund in one row with a salary into the offset account accuses nobody', () => {
  const terms = { offset: linked, offsetOpening: holding };
  const cents = loanRows(terms).filter(({ text }) => text === 'INTEREST CHARGED')[3]!.cents;
  const moves = salaries.map(([date, amount, text]): Move => [
    date,
    date === '2025-06-25' ? amount + cents : amount,
    text,
  ]);
  const offset = offsetRows(holding, moves);
  const rows = loanRows({ offset, offsetOpening: holding, wrong: new Map([[3, cents]]) });
  expect(accusations(filesFor([csvOf(rows)], [csvOf(offset, false)], offsetTyped))).toEqual([]);
});

it.each(['FEE REFUND', 'REFUND OF ANNUAL FEE', 'LOAN FEES REVERSED', 'FEE REBATE'])(
  'a later %s gives back no interest',
  (text) => {
    const files = doubled({}, (cents) => [['2025-09-18', -Math.round(1.6 * cents), text]]);
    expect([...differences(files).keys()]).toEqual([2]);
  },
);

it('a refund that comes each month under its name gives back no charge', () => {
  const files = doubled({}, () =>
    Array.from({ length: months }, (_, at): Move => [
      addMonths('2025-02-05', at),
      -230_000 - 100 * at,
      'REBATE',
    ]),
  );
  expect([...differences(files).keys()]).toEqual([2]);
});

it.each([700, 1_100])('a rate that is %i hundredths more for one month accuses nobody', (more) => {
  for (const rates of [undefined, [{ from: '2000-01-01', annual_interest_rate: 6.14 }]]) {
    const changes: LoanTerms['changes'] = [
      [chargeDay(3), 614 + more],
      [chargeDay(4), 614],
    ];
    expect(accusations({ ...filesFor([csvOf(loanRows({ changes }))]), rates })).toEqual([]);
  }
});

it.each([16, 40, 75])('a redraw that counts %i days before its row accuses nobody', (days) => {
  for (const posted of ['2025-06-05', '2025-06-18']) {
    // What it costs for the days before its row comes with the next charge.
    const cents = Math.round((3_000_000 * days * 614) / 3_650_000);
    const wrong = new Map([[4, cents]]);
    const moves: Move[] = [...repayments, [posted, 3_000_000, 'REDRAW']];
    const charged = loanRows({ moves: moves.toSorted(byDate), wrong });
    expect(accusations(filesFor([csvOf(charged)]))).toEqual([]);
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
