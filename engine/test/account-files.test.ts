import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { decodeText } from 'contract/text-encoding.ts';
import { restingCharges } from 'engine/account-files/evidence.ts';
import { readAccountFiles } from 'engine/account-files/read-account-files.ts';
import type { AccountRole, Answers } from 'engine/account-files/questions.ts';
import type { FileAnswers } from 'engine/account-files/reading.ts';
import { toStatement, uncoveredOffsets } from 'engine/account-files/to-statement.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { finish } from 'engine/slices.ts';
import { doubtfulRates } from 'engine/statements/doubtful-rates.ts';
import { movesOf, possibleCharges } from 'engine/statements/possible-charges.ts';
import { expect, it } from 'vitest';

/** A file, and the name under which it is chosen. */
interface ChosenFile {
  file: string;
  name: string;
}

interface AccountFilesCase {
  id: string;
  title: string;
  loan: ChosenFile[];
  offset: ChosenFile[];
  typed: Partial<
    Record<'previous_charge_date' | 'opening_balance' | 'closing_balance' | 'offset_opening', string>
  >;
  answers: { ask: string; file?: string; row?: number }[];
  /** Amounts are in cents, seen from the debt. */
  expect: {
    files: object[];
    must: string[];
    confirm: string[];
    refused: { file: string; says: string }[];
    opening_balance: number | null;
    rows: [date: string, cents: number, kind: string, balance: number | null][] | null;
    offset_balances: [date: string, cents: number][];
    charges?: number;
    explained?: number;
    differs?: [date: string, charged: number, expected: number][];
    accuses: boolean;
  };
}

const folder = new URL('account-files/', import.meta.url);
const { cases } = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as {
  cases: AccountFilesCase[];
};

const load = (files: readonly ChosenFile[]) =>
  files.map(({ file, name }) => ({
    id: file,
    name,
    text: decodeText(readFileSync(new URL(file, folder))).text,
  }));

/** As the fields of the screen read it. */
const typedCents = (text: string | undefined): number | null => {
  if (text === '24.8k') return 2_480_000;
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : null;
};

function answersOf({ answers, loan }: AccountFilesCase) {
  const files = new Map<string, FileAnswers>();
  const belongs = new Map<string, boolean>();
  for (const { ask, file = loan[0]?.file ?? '', row = 0 } of answers) {
    if (ask === 'belongs') belongs.set(file, true);
    if (ask === 'row') files.set(file, { taken: new Set([row]) });
    if (ask === 'date_order') files.set(file, { isMonthFirst: false });
  }
  return { files, belongs, kinds: new Map() };
}

it.each(cases)('$id: $title', (one) => {
  const { loan, offset, typed, answers, expect: expected } = one;
  const offsetOpening = typedCents(typed.offset_opening);
  const values = {
    previousChargeDate: typed.previous_charge_date ?? null,
    openingCents: typedCents(typed.opening_balance),
    closingCents: typedCents(typed.closing_balance),
    offsetOpeningCents: new Map(
      offsetOpening === null ? [] : offset.map(({ file }) => [file, offsetOpening]),
    ),
  };
  const files = { loan: load(loan), offset: load(offset) };
  const reading = finish(readAccountFiles(files, parse, answersOf(one), values));
  expect(reading.refused.map(({ id, reason }) => [id, reason])).toEqual(
    expected.refused.map(({ file, says }) => [file, expect.stringContaining(says)]),
  );
  const answered = new Set(answers.map(({ ask }) => ask));
  expect([...reading.must].toSorted()).toEqual(expected.must.filter((ask) => !answered.has(ask)).toSorted());
  expect(
    reading.lines.map(({ reading: { sheet, rows, leftOut, faults }, join, both, account }) => ({
      file: sheet.file,
      account,
      rows: new Set([...rows, ...faults].map(({ number }) => number)).size,
      from: rows[0]?.date,
      to: rows.at(-1)?.date,
      join,
      both,
      left_out: leftOut.map(({ row, reason }) => ({ row, reason })),
    })),
  ).toEqual(expected.files);
  if (expected.rows === null) return;

  expect(reading.rows.map(({ date, cents, kind, balance }) => [date, cents, kind, balance])).toEqual(
    expected.rows,
  );
  expect(reading.openingCents).toBe(expected.opening_balance);
  expect(reading.offsetBalances.map(({ date, cents }) => [date, cents])).toEqual(expected.offset_balances);
  const body = StatementBody.parse(
    toStatement({ ...reading, previousChargeDate: values.previousChargeDate }),
  );
  const result = finish(statementResult(body));
  const covers = uncoveredOffsets(reading.offsets, result).map(() => 'covers' as const);
  const open = new Set([...reading.confirm, ...covers]);
  expect([...open].toSorted()).toEqual(expected.confirm.toSorted());
  const checked = result.rows.filter(({ status }) => status !== 'not_checked');
  const differs = checked.filter(({ status }) => status === 'differs');
  expect([result.rows.length, result.rows.filter(({ status }) => status === 'explained').length]).toEqual([
    expected.charges,
    expected.explained,
  ]);
  expect(
    differs.map(({ date, charged, expected: right }) =>
      [date, charged, right].map((each) => (typeof each === 'number' ? Math.round(each * 100) : each)),
    ),
  ).toEqual(expected.differs);
  expect(differs.length > 0 && open.size === 0).toBe(expected.accuses);
  // Only what balances prove on each day is ever called wrong: d32, d54 and d58 lack some.
  const { rows } = reading;
  const context = { reading, rows, answers: answersOf(one), previousChargeDate: values.previousChargeDate };
  expect(restingCharges(context, result).size).toBe(expected.accuses ? 0 : differs.length);
  if (!expected.accuses) return;
  expect([...doubtfulRates(result).keys(), ...possibleCharges(result, movesOf(body)).keys()]).toEqual([]);
});

it.each(['as it is', 'newest first'])(
  'in a file that is %s, the balances give an amount that is none, and a notice is left out',
  (order) => {
    const rows = [
      '01/02/2024,REPAYMENT,,100.00,-900.00',
      '05/02/2024,INTEREST CHARGED,5.00,,-905.00',
      '06/02/2024,YOUR RATE CHANGES,,,-905.00',
      '01/03/2024,REPAYMENT,,10o.00,-805.00',
      '05/03/2024,INTEREST CHARGED,4.00,,-809.00',
      '01/04/2024,REPAYMENT,,100.00,-709.00',
    ];
    const text = [
      'Date,Description,Debit,Credit,Balance',
      ...(order === 'newest first' ? rows.toReversed() : rows),
    ].join('\n');
    const number = text.split('\n').findIndex((line) => line.includes('10o')) + 1;
    const read = (taken: number[]) =>
      finish(
        readAccountFiles(
          { loan: [{ id: 'loan', name: 'loan.csv', text }], offset: [] },
          parse,
          { files: new Map([['loan', { taken: new Set(taken) }]]), belongs: new Map(), kinds: new Map() },
          { previousChargeDate: null, openingCents: null, closingCents: null, offsetOpeningCents: new Map() },
        ),
      );
    const asked = read([]).lines[0]!.reading;
    expect(asked.faults).toMatchObject([{ number, step: -10_000 }]);
    expect(asked.leftOut).toMatchObject([{ reason: 'no amount' }]);
    expect(read([number]).rows.map(({ cents }) => cents)).toEqual([-10_000, 500, -10_000, 400, -10_000]);
  },
);

const header = 'Date,Description,Debit,Credit,Balance';
const charge = (day: number, balance: number) => `${day}/02/2024,INTEREST CHARGED,1.00,,-${balance}.00`;
const fileOf = (id: string, text: string) => ({ id, name: `${id}.csv`, text });

function readLoan(
  texts: readonly string[],
  answers: Partial<Answers> = {},
  files: [string, FileAnswers][] = [],
  closingCents: number | null = null,
) {
  const loan = texts.map((text, index) => fileOf(`loan${index + 1}`, text));
  return finish(
    readAccountFiles(
      { loan, offset: [] },
      parse,
      { files: new Map(files), belongs: new Map(), kinds: new Map(), ...answers },
      { previousChargeDate: null, openingCents: null, closingCents, offsetOpeningCents: new Map() },
    ),
  );
}

const rowsFrom = (count: number, first: number) =>
  [header, ...Array.from({ length: count }, (_, index) => charge(1, first + index))].join('\n');
const reasonsOf = (texts: string[]) => readLoan(texts).refused.map(({ reason }) => reason);

it('files above a limit are refused with what to do', () => {
  expect(reasonsOf([rowsFrom(5_000, 1)])).toEqual([]);
  expect(reasonsOf([rowsFrom(5_001, 1)])).toEqual([
    'This file has 5,001 rows, more than 5,000. Export a shorter time.',
  ]);
  expect(reasonsOf([rowsFrom(4_000, 1), rowsFrom(1_001, 4_001)])).toEqual([
    'With this file there are 5,001 rows, more than 5,000. Export a shorter time.',
  ]);
  expect(reasonsOf([`${rowsFrom(3, 1)}${' '.repeat(2 * 1024 * 1024)}`])).toEqual([
    'This file is larger than 2 MiB. Export a shorter time.',
  ]);
  const many = Array.from({ length: 61 }, (_, index) => rowsFrom(1, index + 1));
  expect(reasonsOf(many)).toEqual(['There are 60 files here already.']);
});

it('a file without a table is refused with three of its rows', () => {
  const [refused] = readLoan(['Your statement\nof,July\n2025-07-15T…,x\nmore']).refused;
  expect(refused?.reason).toBe(
    'No row has a date and an amount. The first row reads “Your statement”. Then come “of, July” and “2025-07-15T…, x”.',
  );
});

it('a row that was left out by its words is taken in again', () => {
  const text = [
    header,
    charge(1, 101),
    '2/02/2024,Pending,2.00,,-150.00',
    charge(3, 102),
    charge(4, 103),
  ].join('\n');
  const { reading } = readLoan([text]).lines[0]!;
  expect(reading.leftOut).toMatchObject([{ row: 3, reason: 'pending', isReadable: true }]);
  const takenIn = readLoan([text], {}, [['loan1', { takenIn: new Set([3]) }]]);
  expect(takenIn.rows.map(({ number }) => number)).toEqual([2, 3, 4, 5]);
});

it('the balance before the first of all rows follows from that before a later file', () => {
  const texts = [
    'Date,Description,Amount\n21/10/2025,REPAYMENT,100.00\n22/10/2025,INTEREST CHARGED,-50.00',
    'Date,Description,Amount,Balance\n21/11/2025,REPAYMENT,100.00,-400000.00\n22/11/2025,INTEREST CHARGED,-50.00,-400050.00',
  ];
  for (const order of [texts, texts.toReversed()]) expect(readLoan(order).openingCents).toBe(40_015_000);
  // The rows of a day in another order.
  const sameDay = [
    'Date,Description,Amount\n21/11/2025,INTEREST CHARGED,-50.00\n21/11/2025,REPAYMENT,100.00\n24/11/2025,FEE,-10.00',
    'Date,Description,Amount,Balance\n21/11/2025,REPAYMENT,100.00,-400000.00\n21/11/2025,INTEREST CHARGED,-50.00,-400050.00\n24/11/2025,FEE,-10.00,-400060.00',
  ];
  for (const order of [sameDay, sameDay.toReversed()]) expect(readLoan(order).openingCents).toBe(40_010_000);
  // A row of the day that the later file lacks.
  const lacking = [
    'Date,Description,Amount\n20/11/2025,REPAYMENT,100.00\n21/11/2025,FEE,-10.00',
    'Date,Description,Amount,Balance\n21/11/2025,INTEREST CHARGED,-50.00,-400050.00\n24/11/2025,FEE,-10.00,-400060.00',
  ];
  for (const order of [lacking, lacking.toReversed()]) expect(readLoan(order).openingCents).toBe(40_009_000);
  // A file of one day, of which only the order in the other file says what is before it.
  const oneDay = [
    sameDay[0]!,
    `${sameDay[1]!.split('\n')[0]}\n21/11/2025,INTEREST CHARGED,-50.00,-400050.00`,
  ];
  for (const order of [oneDay, oneDay.toReversed()]) expect(readLoan(order).openingCents).toBe(40_000_000);
});

it('a balance after the last row proves no rows before the file from which the balance before the first one follows', () => {
  const stated =
    'Date,Description,Amount,Balance\n21/11/2025,INTEREST CHARGED,-50.00,-400050.00\n22/11/2025,FEE,-10.00,-400060.00';
  const confirmOf = (...rows: string[]) => {
    const plain = ['Date,Description,Amount', ...rows, '21/11/2025,INTEREST CHARGED,-50.00'].join('\n');
    const { must, confirm } = readLoan([plain, stated], {}, [], 40_006_000);
    return [...must, ...confirm];
  };
  expect(confirmOf('20/11/2025,REPAYMENT,100.00')).toEqual(['complete']);
  expect(confirmOf()).toEqual([]);
});

it('a balance after the last row to which the rows do not lead is asked about', () => {
  const texts = [
    'Date,Description,Amount\n20/11/2025,REPAYMENT,100.00\n21/11/2025,INTEREST CHARGED,-50.00',
    'Date,Description,Amount,Balance\n21/11/2025,INTEREST CHARGED,-50.00,-400050.00\n22/11/2025,FEE,-10.00,-400060.00',
  ];
  const mustWith = (closingCents: number) => [...readLoan(texts, {}, [], closingCents).must];
  expect([mustWith(40_006_000), mustWith(40_005_000)]).toEqual([[], ['closing_balance']]);
});

it.each([
  ['-399950.00', 40_000_000],
  ['0.00', null],
])(
  'by the balance %s of an OFX file, the balance before the first row is %s: banks write 0 for none',
  (balance, opening) => {
    const text = `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20250220<TRNAMT>100.00<FITID>1<NAME>REPAYMENT</STMTTRN><STMTTRN><DTPOSTED>20250221<TRNAMT>-50.00<FITID>2<NAME>INTEREST CHARGED</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20250401</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
    expect(readLoan([text]).openingCents).toBe(opening);
  },
);

it('a file that is answered to be another account is not used, and not asked about again', () => {
  const texts = [
    [header, charge(1, 101), charge(2, 102)].join('\n'),
    [header, charge(21, 901), charge(22, 902)].join('\n'),
  ];
  expect([...readLoan(texts).must]).toEqual(['belongs']);
  const { must, lines, rows } = readLoan(texts, { belongs: new Map([['loan2', false]]) });
  expect([...must]).toEqual([]);
  expect(lines.map(({ account }) => account)).toEqual(['loan', 'other']);
  expect(rows).toHaveLength(2);
});

it('an account of a file with several is the loan, an offset account or not used, as the person says', () => {
  const rows = [1, 2, 3].flatMap((day) => [
    `${day}/02/2024,INTEREST CHARGED,-1.00,-${100 + day}.00,11`,
    `${day}/02/2024,DEPOSIT,5.00,${50 + 5 * day}.00,22`,
  ]);
  const text = ['Date,Description,Amount,Balance,Nickname', ...rows].join('\n');
  const files: [string, FileAnswers][] = [['loan1', { accountColumn: 4 }]];
  const read = (roles: [string, AccountRole][]) => readLoan([text], { roles: new Map(roles) }, files);
  expect(read([]).lines.map(({ account }) => account)).toEqual(['loan']);
  const both = read([['loan1 22', 'offset']]);
  expect(both.lines.map(({ account }) => account)).toEqual(['loan', 'A']);
  expect(both.offsetBalances.map(({ cents }) => cents)).toEqual([5_500, 6_000, 6_500]);
  expect([...read([['loan1 11', 'unused']]).must]).toEqual(['account']);
});
