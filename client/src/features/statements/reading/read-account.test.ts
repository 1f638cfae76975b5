import { finish } from 'engine/slices.ts';
import { describe, expect, it, test } from 'vitest';
import { csvRows, loadCsvParser } from '#parts/files/csv-rows.ts';
import { readText } from '#parts/files/read-text.ts';
import { type AccountKind, type Corrections, readAccount, type Reading } from './read-account.ts';

const parse = await loadCsvParser();

async function read(
  content: string | Uint8Array<ArrayBuffer>,
  corrections: Corrections = {},
  kind: AccountKind = 'loan',
): Promise<Reading> {
  const text = await readText(new Blob([content]));
  const reading = finish(readAccount(finish(csvRows(text, parse)), kind, corrections));
  if (!reading) throw new Error('The file has no transactions.');
  return reading;
}

/** Date, amount in dollars, balance and kind of each row. */
const rowsOf = ({ rows }: Reading) =>
  rows.map(({ date, cents, balanceCents, kind }) => [
    date,
    cents / 100,
    balanceCents === null ? null : balanceCents / 100,
    kind,
  ]);

/** A repayment of $1,500.00 and interest of $2,141.39, oldest first. */
const account = [
  ['2026-01-20', -1500, 398_500, 'other'],
  ['2026-02-15', 2141.39, 400_641.39, 'interest'],
];
const withoutBalance = account.map(([date, amount, , kind]) => [date, amount, null, kind]);

describe('the exports of banks', () => {
  it.each([
    [
      'CBA, without a header, newest first, what is owed as a negative balance',
      '15/02/2026,"-2141.39","INTEREST CHARGED","-400641.39"\n20/01/2026,"+1500.00","REPAYMENT","-398500.00"',
      account,
    ],
    [
      'Westpac, with both columns positive',
      'Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial\n' +
        '732000111222,15/02/2026,INTEREST,2141.39,,-400641.39,INT,\n' +
        '732000111222,20/01/2026,PAYMENT,,1500.00,-398500.00,PAYMENT,',
      account,
    ],
    [
      'NAB, with an unnamed column, a name of the month and a notice of 0',
      'Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name,Processed On\n' +
        '15 Feb 26,-2141.39,12345678,,INTEREST CHARGED,INTEREST CHARGED,-400641.39,,,15 Feb 26\n' +
        '15 Feb 26,0.00,12345678,,MISC,PLEASE NOTE YOUR NEW RATE,-398500.00,,,15 Feb 26\n' +
        '20 Jan 26,1500.00,12345678,,TRANSFER,PAYMENT,-398500.00,,,20 Jan 26',
      account,
    ],
    [
      'ANZ, without header and balance',
      '15/02/2026,"-2141.39","DEBIT INTEREST CHARGED",,,,,\n20/01/2026,"1500.00","PAYMENT FROM A PERSON",,,,,',
      withoutBalance,
    ],
    [
      'ING, with negative debits',
      'Date,Description,Credit,Debit,Balance\n15/02/2026,Interest Charge,,-2141.39,-400641.39\n20/01/2026,Payment,1500.00,,-398500.00',
      account,
    ],
    [
      'Macquarie, with details twice',
      'Transaction Date,Details,Account,Category,Subcategory,Tags,Notes,Debit,Credit,Balance,Original Description\n' +
        '15 Feb 2026,Interest charged,Home loan,,,,,2141.39,,-400641.39,INT\n' +
        '20 Jan 2026,Repayment,Home loan,,,,,,1500.00,-398500.00,PMT',
      account,
    ],
    [
      'Bankwest, with a pending row that does not change the balance',
      'BSB Number,Account Number,Transaction Date,Narration,Cheque,Debit,Credit,Balance,Transaction Type\n' +
        '306-821,1234567,16/02/2026,AUTHORISATION ONLY - SHOP,,20.00,,-400641.39,WDL\n' +
        '306-821,1234567,15/02/2026,LOAN INTEREST,,2141.39,,-400641.39,INT\n' +
        '306-821,1234567,20/01/2026,REPAYMENT,,,1500.00,-398500.00,PAY',
      account,
    ],
    [
      'Up, with times and a zone',
      'Time,BSB / Account Number,Transaction Type,Payee,Description,Subtotal (AUD),Currency,Total (AUD)\n' +
        '2026-02-15T23:28:17+11:00,633-123 / 123,Interest,Up,Interest charged,-2141.39,AUD,-2141.39\n' +
        '2026-01-20T05:28:17+11:00,633-123 / 123,Transfer,Me,Repayment,1500.00,AUD,1500.00',
      withoutBalance,
    ],
    [
      'Bendigo, without a header',
      '"633-000 123456789","15/02/2026","IND10","-2141.39","INTEREST CHARGED","HOME LOAN","10"\n' +
        '"633-000 123456789","20/01/2026","PAY10","1500.00","DIRECT CREDIT","PAYMENT","11"',
      withoutBalance,
    ],
  ])('%s', async (_bank, text, expected) => {
    const reading = await read(text);
    expect([rowsOf(reading), reading.faults]).toEqual([expected, []]);
  });
});

const header = 'Date,Description,Amount,Balance\n';
const interest = '15/02/2026,Interest charged,2141.39,400641.39\n';
const utf16 = (text: string) => {
  const units = Uint16Array.from(`\uFEFF${text}`, (character) => character.charCodeAt(0));
  return new Uint8Array(units.buffer);
};

describe('the text of a file', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['UTF-8 with a byte order mark', `\uFEFF${header}${interest}`],
    ['UTF-16', utf16(header + interest)],
    [
      'Windows-1252',
      Uint8Array.from(`${header}15/02/2026,Interest \x96 caf\xE9,2141.39,400641.39`, (c) => c.charCodeAt(0)),
    ],
    ['carriage returns alone', `${header}${interest}`.replaceAll('\n', '\r')],
    ['semicolons', `${header}${interest}`.replaceAll(',', ';')],
    ['tabs', `${header}${interest}`.replaceAll(',', '\t')],
    [
      'lines above the table, and blank rows',
      `My bank\nLoan 123, as of today\n\n${header}${interest}\n,,,\n\n`,
    ],
    ['a line break within quotes', `${header}15/02/2026,"Interest\ncharged",2141.39,400641.39\n`],
    ['a total below the table', `${header}${interest}Total,,2141.39,\nEnd of file\n`],
  ])('may have %s', async (_what, content) => {
    const reading = await read(content);
    expect([rowsOf(reading), reading.faults]).toEqual([
      [['2026-02-15', 2141.39, 400_641.39, 'interest']],
      [],
    ]);
  });

  it.each([
    ['%PDF-1.7 x', 'It is a PDF.'],
    ['\x89PNG\r\n', 'It is a picture.'],
    ['PK\x03\x04', 'It is a spreadsheet or an archive.'],
    ['a\0b', 'cannot be read as CSV.'],
  ])('is refused in a file that begins with %j', async (start, reason) => {
    const bytes = Uint8Array.from(start, (character) => character.charCodeAt(0));
    await expect(readText(new Blob([bytes]))).rejects.toThrow(reason);
  });

  it('of many rows is read in parts, with the row numbers of the file', () => {
    const line = '15/02/2026,"a ""quoted"", text",1.00,1.00\n';
    const rows = finish(csvRows(line.repeat(2_000), parse));
    expect(rows).toHaveLength(2_000);
    expect(rows.at(-1)).toEqual({ number: 2_000, cells: ['15/02/2026', 'a "quoted", text', '1.00', '1.00'] });
  });
});

test.each([
  ['-1,234.50', -1234.5],
  ['1234.5-', -1234.5],
  ['(1,234.50)', -1234.5],
  ['$ 1,234.50 DR', -1234.5],
  ['-$1234.50', -1234.5],
  ['+1234.50', 1234.5],
  ['1 234.50 CR', 1234.5],
])('the amount %j is %d', async (cell, amount) => {
  const { rows } = await read(`${header}15/02/2026,Redraw,"${cell}","1.00"\n`);
  expect(rows[0]?.cents).toBe(amount * 100);
});

test('what cannot be read is named by row and column', async () => {
  const { faults } = await read(
    `${header}${interest}31/31/2026,Fee,8.00,1.00\n16/02/2026,Fee,abc,12.345\nno,row,at,all\n${interest}`,
  );
  expect(faults).toEqual([
    'Row 3, Date: “31/31/2026” is not a date.',
    'Row 4, Amount: “abc” is not an amount.',
    'Row 4, Balance: “12.345” is not an amount.',
    'Row 5 has neither a date nor an amount.',
  ]);
});

test('dates with the month first are read once the person says so', async () => {
  const text = `${header}02/15/2026,Interest charged,2141.39,\n03/01/2026,Fee,8.00,\n`;
  const unknown = await read(text);
  expect([unknown.mustChooseOrder, unknown.faults.length]).toEqual([true, 1]);
  const chosen = await read(text, { isMonthFirst: true });
  expect([chosen.mustChooseOrder, chosen.rows.map(({ date }) => date)]).toEqual([
    false,
    ['2026-02-15', '2026-03-01'],
  ]);
});

test('of two accounts in a file the one with interest is read, or the one that is chosen', async () => {
  const text =
    'Account Number,Date,Description,Amount\n111,01/02/2026,Coffee,-5.00\n222,15/02/2026,Interest charged,-2141.39\n';
  const reading = await read(text);
  expect([reading.account, reading.rows.length, reading.leftOut]).toEqual([
    '222',
    1,
    [{ number: 2, reason: 'another account' }],
  ]);
  expect((await read(text, { account: '111' })).rows).toHaveLength(1);
});

test('an effective date comes before the date of the posting', async () => {
  const text =
    'Posted Date,Effective Date,Description,Amount\n17/02/2026,15/02/2026,Interest charged,2141.39\n';
  expect((await read(text)).rows[0]?.date).toBe('2026-02-15');
});

test('corrections of columns, kinds and signs are read anew', async () => {
  const { rows, isTurned } = await read(`${header}15/02/2026,Int adj,2141.39,400641.39\n`, {
    roles: ['date', 'description', 'balance', 'amount'],
    kinds: new Map([[2, 'interest']]),
    isTurned: true,
  });
  expect(isTurned).toBe(true);
  expect(rows[0]).toMatchObject({ cents: -40_064_139, kind: 'interest' });
});

test('a deposit adds to the balance of an offset account', async () => {
  const text =
    'Date,Description,Debit,Credit,Balance\n01/02/2026,Pay,,100.00,1100.00\n02/02/2026,Shop,40.00,,1060.00\n';
  const { rows } = await read(text, {}, 'offset');
  expect(rows.map(({ cents, balanceCents }) => [cents, balanceCents])).toEqual([
    [10_000, 110_000],
    [-4000, 106_000],
  ]);
});
