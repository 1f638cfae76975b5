import type { ParseCsv } from 'contract/csv-records.ts';
import { parse } from 'csv-parse/sync';
import { readAccountFiles } from 'engine/account-files/read-account-files.ts';
import { sheetsOf } from 'engine/account-files/sheets.ts';
import { finish } from 'engine/slices.ts';
import { expect, it } from 'vitest';
import { accusations, checkFiles, explained, filesFor, filesOf } from './account-answers.ts';
import {
  addDays,
  type AccountRow,
  csvOf,
  loanRows,
  type Move,
  repayments,
  typedWith,
} from './account-rows.ts';

const plain = (cents: number) => (cents / 100).toFixed(2);
const redraws = Array.from({ length: 8 }, (_, month): Move => [`2025-0${month + 2}-03`, 80_000, 'REDRAW']);
const rows = loanRows({ moves: [...repayments, ...redraws] });
const typed = typedWith({ openingCents: 41_234_567 });

const ofxOf = (all: readonly AccountRow[], end: string, start = '<OFX>') =>
  [
    `${start}<BANKMSGSRSV1><STMTRS><BANKTRANLIST>`,
    ...all.map(
      ({ date, cents, text }) =>
        `<STMTTRN><TRNTYPE>${text.startsWith('INTEREST') ? 'INT' : 'OTHER'}<DTPOSTED>${date.replaceAll('-', '')}<TRNAMT>${plain(-cents)}<NAME>${text}</STMTTRN>`,
    ),
    '</BANKTRANLIST></STMTRS></BANKMSGSRSV1></OFX>',
  ].join(end);

const qifOf = (all: readonly AccountRow[], start: string, end: string) =>
  start +
  all
    .map(
      ({ date, cents, text }) => `D${date.split('-').toReversed().join('/')}\nT${plain(-cents)}\nP${text}\n`,
    )
    .join('^\n') +
  end;

const sgml = 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>';
const comment = `<?xml version="1.0"?>\n<!-- ${'made by a bank '.repeat(300)} -->\n<OFX>`;
const accounts = `!Option:AutoSwitch\n!Account\n${'NEveryday\nTBank\n^\n'.repeat(200)}!Clear:AutoSwitch\n!Type:Bank\n`;

it.each([
  ['OFX with a line for each record', ofxOf(rows, '\n')],
  ['OFX on a single line', ofxOf(rows, '')],
  ['OFX of a head and a single line', ofxOf(rows, '', sgml)],
  ['OFX with a long comment before it', ofxOf(rows, '\r\n', comment)],
  ['QIF', qifOf(rows, '!Type:Bank\n', '^\n')],
  ['QIF without the end of the last record', qifOf(rows, '!Type:Bank\n', '')],
  ['QIF that begins with its options and accounts', qifOf(rows, accounts, '^\n')],
])('each record of %s is a row of its own', (_, text) => {
  const { reading, charges } = checkFiles({ loan: filesOf('loan', [text]), offset: [], typed });
  expect(reading.rows.map(({ date, cents, kind }) => [date, cents, kind])).toEqual(
    rows.map(({ date, cents, text: words }) => [
      date,
      cents,
      words.startsWith('INTEREST') ? 'interest' : 'other',
    ]),
  );
  expect(new Set(reading.rows.map(({ number }) => number)).size).toBe(rows.length);
  expect(charges.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'explained'));
});

/** A parser with a fault. */
const failing: ParseCsv = (part, options) => {
  if (part.startsWith('Broken')) throw new RangeError('Invalid array length');
  return parse(part, options);
};

it('entities are decoded by number, too, those of no character stay, and no file keeps the others from being read', () => {
  const text = ofxOf(rows, '\n').replaceAll('REDRAW', 'A &#x27;B&#39; &amp; &#1114112;&#x110000;');
  const { reading } = checkFiles({ loan: filesOf('loan', [text]), offset: [], typed });
  expect(reading.rows.find(({ cents }) => cents === 80_000)?.texts).toEqual(["A 'B' & &#1114112;&#x110000;"]);
  // Not a quote that is wrong, but a fault of the reader.
  const files = filesOf('loan', ['Broken\n1,2,3', ofxOf(rows, '\n')]);
  const read = finish(
    readAccountFiles(
      { loan: files, offset: [] },
      failing,
      { files: new Map(), belongs: new Map(), kinds: new Map() },
      typed,
    ),
  );
  expect(read.refused.map(({ id }) => id)).toEqual(['loan0']);
  expect(read.rows).toHaveLength(rows.length);
});

it('a large file of records is read in pauses', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ ...rows[1]!, date: addDays('2000-01-01', at) }));
  for (const text of [ofxOf(many, ''), ofxOf(many, '\n'), qifOf(many, '!Type:Bank\n', '')]) {
    const slices = sheetsOf('file', text, parse);
    let pauses = 0;
    while (!slices.next().done) pauses++;
    expect(pauses).toBeGreaterThan(5);
  }
});

it.each([3, 4, 6])('a quote without its end is named by the row %s on which it stands', (number) => {
  const lines = Array.from({ length: 6 }, (_, at) => `0${at + 1}/03/2025,A,1.00`);
  lines.unshift('Date,"What\nit is",Amount');
  // The header has two lines.
  lines[number - 2] = lines[number - 2]!.replace(',A', ',"A');
  const { refused } = finish(
    readAccountFiles(
      { loan: filesOf('loan', [lines.join('\r\n')]), offset: [] },
      parse,
      { files: new Map(), belongs: new Map(), kinds: new Map() },
      typed,
    ),
  );
  expect(refused.map(({ reason }) => reason)).toEqual([`The quotes of row ${number} do not match.`]);
});

it.each(['-', '/'])(
  'dates with two digits for the year, which stands first, are read so or asked about, with %s',
  (sign) => {
    const short = (all: readonly AccountRow[]) =>
      csvOf(all).replaceAll(/20(\d\d)-(\d\d)-(\d\d)/g, `$1${sign}$2${sign}$3`);
    const paid = loanRows();
    for (const text of [short(paid), short(paid.toReversed())]) {
      const { reading } = checkFiles(filesFor([text]));
      expect([[...reading.must], reading.rows[0]?.date]).toEqual([[], '2025-01-27']);
      expect(explained(checkFiles(filesFor([text])))).toBe(9);
    }
    const onChargeDays = repayments
      .slice(1)
      .map(([date, ...move]): Move => [`${date.slice(0, 8)}20`, ...move]);
    const sameDay = filesFor(
      [short(loanRows({ moves: onChargeDays }))],
      [],
      typedWith({ previousChargeDate: null }),
    );
    expect([...checkFiles(sameDay).reading.must]).toEqual(['date_order']);
    expect(accusations(sameDay)).toEqual([]);
    for (const isYearFirst of [true, false]) {
      const files = new Map([['loan0', { isYearFirst }]]);
      const { charges } = checkFiles(sameDay, { files, belongs: new Map(), kinds: new Map() });
      expect(charges.filter(({ status }) => status === 'differs')).toEqual([]);
    }
    // The day first, as ever.
    const usual = csvOf(paid).replaceAll(/20(\d\d)-(\d\d)-(\d\d)/g, `$3${sign}$2${sign}$1`);
    expect(explained(checkFiles(filesFor([usual])))).toBe(9);
  },
);

it('a year that is mistyped with zeros stays a year of four digits', () => {
  const text = csvOf(loanRows()).replaceAll(/20(\d\d-\d\d-\d\d)/g, '00$1');
  expect(checkFiles(filesFor([text])).reading.rows[0]?.date).toBe('0025-01-27');
});

it('stray quotes around a cell of two lines lose no row of a file of several parts', () => {
  const dates = Array.from({ length: 400 }, (_, index) => addDays('2024-01-01', index));
  const text = dates.map((date) => `${date},-10.00,A 6" PIPE OF STEEL,"IN\nB",7"\n`).join('');
  const [sheet] = finish(sheetsOf('loan.csv', text, parse));
  expect(sheet!.rows.map(({ number, cells }) => [number, ...cells])).toEqual(
    dates.map((date, index) => [2 * index + 1, date, '-10.00', 'A 6" PIPE OF STEEL', 'IN\nB', '7"']),
  );
});
