import { StatementBody } from 'contract/statements/statement-fields.ts';
import { finish } from 'engine/slices.ts';
import { supportedResult } from 'engine/statements/supported-result.ts';
import { expect, test } from 'vitest';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { barFigure } from './bar-figure.ts';
import { bodyOf, checkedCase } from '#test/checked-case.ts';
import { letterText } from './letter-text.ts';
import { statementCsv } from './statement-csv.ts';
import {
  alternativeText,
  announcementOf,
  causeSentences,
  openSentences,
  verdictOf,
} from './statement-texts.ts';

test.each([
  ['C002', 'EVERY CHARGE EXPLAINED', '14 of 14 interest charges are right to the cent: 6.14% a year'],
  ['C071', 'EVERY CHARGE EXPLAINED', 'so the first charge is not checked.'],
  ['C010', 'EVERY CHARGE EXPLAINED', 'a twelfth of the year for each month'],
  [
    'C047',
    '4 OF 14 CHARGES DIFFER',
    'You were charged $616.99 more than the way of calculating that explains the other 10',
  ],
  ['C048', '1 OF 14 CHARGES DIFFERS', 'You were charged $0.01 less'],
  ['C033', '12 OF 14 CHARGES EXPLAINED, 2 NOT CHECKED', 'The charges that could be checked are right'],
  ['C089', '11 OF 12 CHARGES EXPLAINED, 1 NOT CHECKED', 'The charges that could be checked are right'],
  ['C084', 'TOO LITTLE TO CHECK', 'We need 3 interest charges with a known start. This file has 2.'],
])('the verdict of %s is %s', (id, title, basis) => {
  const verdict = verdictOf(checkedCase(id));
  expect(verdict.title).toBe(title);
  expect(verdict.basis).toContain(basis);
});

test('a check of some days says so in its verdict, letter, CSV and announcement', () => {
  const part = {
    range: { from: '2023-07-09', to: '2023-09-27' },
    checked: 14,
    charges: 20,
    isFollowedWhole: true,
  };
  const only = 'Only 9 July to 27 September 2023: 14 of 20 charges.';
  const explained = { ...checkedCase('C002'), part };
  expect(verdictOf(explained)).toMatchObject({
    title: '9 JULY TO 27 SEPTEMBER 2023: EVERY CHARGE EXPLAINED',
    tone: 'info',
    lead: ['14 of 14', 'charges are right to the cent, 9 July to 27 September 2023'],
    basis: expect.stringContaining(`${only} 14 of 14 interest charges`) as string,
  });
  expect(verdictOf({ ...checkedCase('C084'), part }).basis).toMatch(/These days have 2\.$/);
  expect(barFigure(explained)).toEqual(['Charges explained', '14 of 20']);
  expect(announcementOf(explained.result, part)).toContain(only);
  expect(letterText({ ...checkedCase('C047'), part })).toContain(only);
  expect(statementCsv(explained.result, part)).toContain('2023-07-09,2023-09-27,14 of 20');
});

test.each([
  ['not known after 1 January 2023: add its next file', { first: '2020-01-01', last: '2023-01-01' }],
  ['not known before 1 January 2035: add its file of that time', { first: '2035-01-01', last: '2035-02-01' }],
])('a charge that an offset account does not prove says from when it is %s', (text, offsetDays) => {
  const { result, ...checked } = checkedCase('C048');
  const index = result.rows.findIndex(({ status }) => status === 'differs');
  const resting = new Map([[index, 'offset' as const]]);
  const body = StatementBody.parse(bodyOf('C048', {}));
  const { result: supported } = finish(supportedResult(result, { body, resting }));
  const sentences = openSentences({ ...checked, result: supported, resting, offsetDays });
  expect(sentences.join(' ')).toContain(`is not checked: your offset balance is ${text}.`);
});

test('a row that may be a charge once more is named, and the verdict says so', () => {
  const checked = {
    ...checkedCase('C002'),
    repeatedInterest: [{ row: 7, date: '2024-05-23', cents: 164_237 }],
  };
  expect(verdictOf(checked)).toMatchObject({
    title: 'EVERY CHARGE EXPLAINED, 1 ROW TO LOOK AT',
    lead: ['$1,642.37', 'may be charged twice: Row 8 on 23 May 2024'],
    tone: 'info',
  });
  expect(openSentences(checked).join(' ')).toContain(
    'Row 8 on 23 May 2024 names interest and is as large as a charge',
  );
});

test.each([
  ['C033', 'Your rate changed between 15 May 2024 and 15 July 2024, and the charges alone do not say when.'],
  ['C067', 'Row 21 and row 23: a fee of $8.00, twice within 7 days.'],
  ['C089', 'Row 18: the balance is $2,586.21 less than the rows add up to. A transaction is missing.'],
  ['C089', 'No interest between 15 June 2024 and 15 September 2024. Part of the file may be missing.'],
  ['C081', 'This file does not tell whether your lender rounds or cuts off: more than one gives the same.'],
])('an open question of %s is: %s', (id, sentence) => {
  expect(openSentences(checkedCase(id)).join(' ')).toContain(sentence);
});

test.each([1, 2])(
  'with %i of three rates no charge is called wrong: the rates of the loan are asked',
  (count) => {
    const { result } = checkedCase('C031');
    const rates = result.rates.slice(0, count).map(({ charges: _charges, ...rate }) => rate);
    const checked = checkedCase('C031', { rates });
    expect(checked.result.totals.differing).toBeGreaterThan(0);
    const { title, tone } = verdictOf(checked);
    expect([title, tone]).toEqual(['OTHER RATES EXPLAIN MORE CHARGES', 'info']);
    expect(causeSentences(checked.result)).toEqual([]);
    expect(alternativeText(checked.result)).toMatch(
      /^With the rates you gave, \d+ of 16 charges are explained\. 6\.14%, 6\.39% from 4 June 2024, 6\.04% from 22 November 2024 explain 16\.$/,
    );
    expect(announcementOf(checked.result)).not.toContain('differ');
  },
);

test('of charges that are not checked the lead counts none as right', () => {
  const { lead } = verdictOf(checkedCase('C033'));
  expect(lead).toEqual(['12 of 12', 'checked charges are right to the cent, 2 not checked']);
});

test.each<[indexes: number[], text: string]>([
  [[4], '1 charge on 15 June 2024 is'],
  [[4, 5], '2 charges on 15 June 2024 and 15 July 2024 are'],
  [[1, 11], '2 charges on 15 March 2024 and 15 January 2025 are'],
  [[4, 5, 6], '3 charges from 15 June to 15 August 2024 are'],
  [[1, 4, 11], '3 charges on 15 March 2024, 15 June 2024, and 15 January 2025 are'],
  [[1, 2, 3, 4, 11], '5 charges between 15 March 2024 and 15 January 2025 are'],
])(
  'the charges %j of a cause are named by their days, and by a range only where it has no others',
  (indexes, text) => {
    const { result } = checkedCase('C002');
    const rows = result.rows.map((row, index) =>
      indexes.includes(index) ? { ...row, status: 'differs' as const, cause: 'charged_twice' as const } : row,
    );
    const [first_date, last_date] = [indexes[0]!, indexes.at(-1)!].map((index) => rows[index]!.date) as [
      string,
      string,
    ];
    const cause = {
      cause: 'charged_twice' as const,
      charges: indexes.length,
      difference: 5,
      first_date,
      last_date,
    };
    expect(causeSentences({ ...result, rows, causes: [cause] })[0]).toContain(text);
  },
);

test('several offset accounts are several in the sentence of a cause', () => {
  const checked = checkedCase('C047');
  expect(causeSentences(checked.result, 2).join(' ')).toContain('without your offset accounts:');
});

test.each([['C044', '1 charge on 15 August 2024 is twice the expected interest: $2,097.75 more in all.']])(
  'the cause of %s is: %s',
  (id, sentence) => {
    expect(causeSentences(checkedCase(id).result).join(' ')).toContain(sentence);
  },
);

/** As the screen has it. */
function shownCase(id: string, given: object = {}) {
  const checked = checkedCase(id, given);
  const body = StatementBody.parse(bodyOf(id, given));
  const { result, possible } = finish(supportedResult(checked.result, { body, resting: checked.resting }));
  return { ...checked, possible, result };
}

test('charges that no way of calculating explains differ from nothing: no figure, sentence or line of the CSV says so', () => {
  const transactions = ['02', '03', '04', '05'].map((month, index) => ({
    date: `2024-${month}-15`,
    amount: [2_010.11, 1_720.87, 1_999.99, 1_801.23][index],
    kind: 'interest',
  }));
  const given = {
    transactions,
    opening_balance: 400_000,
    previous_charge_date: '2024-01-15',
    offset_balances: [],
  };
  for (const rate of [0, 6.14]) {
    const rates = [{ from: '2020-01-01', annual_interest_rate: rate }];
    const checked = shownCase('C002', { ...given, rates });
    expect(verdictOf(checked).title).toBe('NO CONVENTION EXPLAINS THESE CHARGES');
    expect(verdictOf({ ...checked, unusedAccounts: ['Savings 123'] }).basis).toContain(
      'all offset accounts are here. Savings 123 in your files is not used.',
    );
    expect(checked.result.totals).toMatchObject({ differing: 0, difference: 0, not_checked: 4 });
    expect(causeSentences(checked.result)).toEqual([]);
    expect(announcementOf(checked.result)).not.toContain('differ');
    expect(statementCsv(checked.result)).not.toContain('differs');
  }
});

test('a change of the rate that was applied late by the day that is typed is asked about, and accuses nobody', () => {
  const { result, ...checked } = shownCase('C063');
  expect(result.totals.differing).toBe(0);
  expect(openSentences({ ...checked, result }).join(' ')).toContain(
    'would be explained if your rate had changed on 4 July 2024. If a letter of your lender names an earlier day, ask your lender.',
  );
});

test('a charge that a quoted rate explains to the cent is no fault, and the rate is named', () => {
  const request = bodyOf('C002', {});
  const { rows } = checkedCase('C002').result;
  const seventh = rows[6]!;
  // And what is owed afterwards as before.
  const charging = (amount: number) =>
    request.transactions.flatMap((row, index) =>
      index + 1 === seventh.row
        ? [
            { ...row, amount, balance: null },
            { date: row.date, amount: Math.round(100 * (row.amount - amount)) / 100 },
          ]
        : row,
    );
  const transactions = charging(Math.round(100 * seventh.charged * (5.89 / 6.14)) / 100);
  const { days, balance } = seventh.runs.at(-1)!;
  // A quarter of a percentage point less on its last days.
  const someDays = charging(Math.round(100 * (seventh.charged - (days * balance * 0.0025) / 365)) / 100);
  const typed = [{ from: '2020-01-01', annual_interest_rate: 6.14 }];
  for (const given of [{ transactions }, { transactions, rates: typed }]) {
    const checked = shownCase('C002', given);
    expect(verdictOf(checked).title).toBe('13 OF 14 CHARGES EXPLAINED, 1 NOT CHECKED');
    expect(openSentences(checked)[0]).toMatch(
      /^The charge on .* is not explained by 6\.14%\. Your rate, or your offset balance, may have been another\. 5\.89% would explain it\.$/,
    );
    const possible = shownCase('C002', { ...given, transactions: someDays });
    expect(verdictOf(possible)).toMatchObject({
      title: '1 OF 14 CHARGES DIFFERS, AND MAY BE RIGHT',
      tone: 'info',
      basis: expect.stringContaining('13 others are right to the cent: 6.14% a year'),
    });
    expect(openSentences(possible).slice(0, 2)).toEqual([
      expect.stringMatching(/^The charge on .* is \$\d+\.\d\d less than expected\.$/),
      expect.stringMatching(
        /^Your bank may have charged this rightly: .* Ask your bank for .* of each day\.$/,
      ),
    ]);
    expect(possible.result.totals.differing).toBe(0);
    expect(announcementOf(possible.result)).toContain('1 differs and may be right.');
    expect(statementCsv(possible.result)).toContain('may_be_right');
  }
});

/** Charges that are twice the interest, or a little too much, each evened out by some rows of the day. */
function evenedOut(parts: number, twice = [4], less = [8]) {
  const { transactions } = bodyOf('C002', {});
  const { rows } = checkedCase('C002').result;
  const more = new Map([
    ...twice.map((index) => [rows[index]!.row - 1, Math.round(100 * rows[index]!.charged)] as const),
    ...less.map((index) => [rows[index]!.row - 1, 310] as const),
  ]);
  return transactions.flatMap(({ amount, ...row }, index) => {
    const cents = more.get(index) ?? 0;
    if (cents === 0) return [{ ...row, amount }];
    const part = Math.round(cents / parts);
    const last = cents - (parts - 1) * part;
    return [
      { ...row, amount: (Math.round(100 * amount) + cents) / 100, balance: null },
      ...Array.from({ length: parts }, (_, at) => ({
        date: row.date,
        amount: (at === 0 ? -last : -part) / 100,
      })),
    ];
  });
}

test('a charge that differs and may be right is one in the letter, and is no charge that could not be checked', () => {
  const checked = shownCase('C002', { transactions: evenedOut(5) });
  const letter = letterText(checked);
  expect(letter).toContain(
    '1 more differs by $3.10; please tell me the balance, the rate and the interest of each day.',
  );
  expect(letter).not.toContain('could not be checked');
  // No offset account, and no repayment that came late.
  const sentences = openSentences(checked).join(' ');
  expect(sentences).toContain('Your bank may have charged this rightly: the rate may have been another');
  expect(sentences).not.toMatch(/offset|late repayment/);
});

test.each([1, 2])('a charge that %d rows may have given back names them, and accuses nobody', (parts) => {
  const checked = shownCase('C002', { transactions: evenedOut(parts) });
  expect(checked.result.totals).toMatchObject({ differing: 0, difference: 0 });
  expect(verdictOf(checked).title).toBe('2 OF 14 CHARGES DIFFER, AND MAY BE RIGHT');
  expect(openSentences(checked)[0]).toMatch(
    /^The charge on (.*) is \$.* more than expected\. It is twice the expected interest\. It may have been given back by \$[^.]*\.\d\d on \1.*\. Ask your bank whether that is so\.$/,
  );
  expect(letterText(checked)).toMatch(
    /2 more differ by .*, and may have been given back; please tell me whether that is so\./,
  );
});

test('many charges of which each may have been given back by a row have one sentence, and no 0 others are right', () => {
  const checked = shownCase('C002', { transactions: evenedOut(1, [2, 4, 6, 8, 10], []) });
  const { result } = checked;
  const wrong = [2, 4, 6, 8, 10].map((index) => result.rows[index]!);
  const sum = formatAud(
    wrong.reduce((cents, { difference }) => cents + Math.round(100 * difference!), 0) / 100,
  );
  const days = [wrong[0]!, wrong.at(-1)!].map(({ date }) => formatLongDate(date));
  expect(openSentences(checked)[0]).toBe(
    `The 5 charges between ${days[0]} and ${days[1]} are ${sum} more than expected in all. Each is twice the expected interest. They may have been given back by 5 rows from 15 April to 15 December 2024, ${sum} in all. Ask your bank whether that is so.`,
  );
  expect(openSentences(checked).filter((sentence) => sentence.includes('given back'))).toHaveLength(1);
  const basisOf = (explained: number) =>
    verdictOf({ ...checked, result: { ...result, totals: { ...result.totals, explained } } }).basis;
  expect(basisOf(1)).toMatch(/^1 other is right to the cent: 6\.14% a year/);
  expect(basisOf(0)).toMatch(/^6\.14% a year/);
});

test('a sum that may give back several charges in a row is named once, for all of them', () => {
  const { rows } = checkedCase('C002').result;
  const wrong = [2, 5, 8].map((index) => rows[index]!);
  const { result, possible, ...checked } = shownCase('C002', { transactions: evenedOut(1, [2, 5, 8], []) });
  const cents = wrong.reduce((sum, { charged }) => sum + Math.round(100 * charged), 0);
  const refund = [{ date: '2025-01-20', cents: -cents, isOffset: false }];
  const together = new Map([...possible].map(([index, each]) => [index, { ...each, refund }]));
  const [first, second, third] = wrong.map(({ date }) => formatLongDate(date));
  const sentences = openSentences({ ...checked, result, possible: together });
  expect(sentences.filter((sentence) => sentence.includes('given back'))).toEqual([
    `The charges on ${first}, ${second}, and ${third} are ${formatAud(cents / 100)} more than expected in all. Each is twice the expected interest. They may have been given back by ${formatAud(cents / 100)} on 20 January 2025. Ask your bank whether that is so.`,
  ]);
});

test('where nothing explains the charges with several offset accounts, the check without one of them is advised', () => {
  const advice = /If one of them is not linked to this loan, check without it\./;
  for (const [offsetAccounts, isAdvised] of [
    [1, false],
    [2, true],
  ] as const) {
    const { result, ...checked } = checkedCase('C002');
    const sentences = openSentences({
      ...checked,
      offsetAccounts,
      result: { ...result, verdict: 'unexplained' },
    });
    expect(advice.test(sentences.join(' '))).toBe(isAdvised);
  }
});

test('charges that are what is due without the offset account are asked about, and accuse nobody', () => {
  const dates = checkedCase('C002').result.rows.map(({ from }) => from);
  const offset_balances = dates.map((date, index) => ({ date, balance: 20_000 + 777 * index }));
  const { result, ...checked } = shownCase('C002', { offset_balances });
  const { title, tone } = verdictOf({ ...checked, result });
  expect([title, tone]).toEqual(['14 OF 14 CHARGES ARE AS WITHOUT THE OFFSET ACCOUNT', 'info']);
  expect(openSentences({ ...checked, result }).slice(0, 2)).toEqual([
    expect.stringMatching(
      /^These 14 charges, from 15 February 2024 to 15 March 2025, are what you would pay without the offset account: \$[\d,.]+ in all\. With it, they would be \$[\d,.]+\.$/,
    ),
    'Ask your bank from which day the offset account is linked.',
  ]);
  expect(result.rows.every(({ charged, expected }) => charged > expected!)).toBe(true);
  expect(result.totals).toMatchObject({ differing: 0, difference: 0 });
  expect(announcementOf(result)).toContain('14 as without the offset account');
  // The rates explain no other charges than the result.
  expect(result.rates.reduce((sum, { charges }) => sum + charges, 0)).toBe(result.totals.explained);
});

test('exactly the interest without a repayment names it', () => {
  const { transactions } = bodyOf('C002', {});
  const { rows } = checkedCase('C002').result;
  const { from, row, charged } = rows[6]!;
  const date = new Date(Date.parse(from!) + 5 * 86_400_000).toISOString().slice(0, 10);
  // What it would reduce the interest by stays in it.
  const at = transactions.findIndex((each) => each.date > date);
  const changed = [
    ...transactions.slice(0, at),
    { date, amount: -30_000 },
    ...transactions.slice(at, row),
    { date: rows[6]!.date, amount: 30_000 },
    ...transactions.slice(row),
  ].map((each) => ({ ...each, balance: null }));
  const checked = shownCase('C002', { transactions: changed });
  expect(checked.result.rows[6]!.charged).toBe(charged);
  expect(openSentences(checked).join(' ')).toMatch(
    /This is exactly the interest without the repayment of \d+ \w+ 2024\. Ask your bank from which day it counts\./,
  );
});

test('a change of the rate that was not applied in a period is asked about with its day', () => {
  const { result, ...checked } = shownCase('C063');
  const late = result.rows.find(({ cause }) => cause === 'rate_late')!;
  const rows = [{ ...late, rate_changed_on: null }];
  expect(openSentences({ ...checked, result: { ...result, rows } })[0]).toContain(
    `would be explained if your rate had changed after ${formatLongDate(late.to!)}. If a letter`,
  );
});

test('the letter names what differs, asks how it was calculated, and leaves names blank', () => {
  const letter = letterText(checkedCase('C047'));
  expect(letter).toContain('Loan account [account number]');
  expect(letter.match(/^- /gm)).toHaveLength(4);
  expect(letter).toContain('without the offset account: $616.99 more in all.');
  expect(letter).not.toMatch(/mistake|overcharg|fault/i);
});
