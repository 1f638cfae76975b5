import { describe, expect, it } from 'vitest';
import { cpuMsOf, longestTurnMsOf, relativeTo } from '#test/cpu-time.ts';
import { changedFile, publisherFile } from '#test/publisher-files.ts';
import {
  a2,
  cashRate,
  cpi,
  datasets,
  f11,
  figuresOf,
  inflation,
  readBytes,
} from '#test/read-publisher-file.ts';

const large = Buffer.from('a\n'.repeat(4_000_000));
/** Each file is decoded in one turn. */
const decoding = () => cpuMsOf(() => new TextDecoder('utf-8', { fatal: true }).decode(large));

const row = (date: string, value: string) => `${date},0.25,${value}\r\n`;

describe('a file is refused', () => {
  it.each([
    ['in UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'is in UTF-16, not in UTF-8'],
    [
      'in UTF-16 without its mark',
      (text: string) => Buffer.from(text, 'utf16le'),
      'is in UTF-16, not in UTF-8',
    ],
    [
      'with semicolons for commas',
      (text: string) => Buffer.from(text.replaceAll(',', ';')),
      'has its cells separated by semicolons, not by commas',
    ],
    [
      'with tabs for commas',
      (text: string) => Buffer.from(text.replaceAll(',', '\t')),
      'has its cells separated by tabs, not by commas',
    ],
  ])('%s, which is named', async (_, write, reason) => {
    for (const [dataset, file] of [
      [cashRate, a2],
      ['cpi-quarterly', cpi],
    ] as const) {
      const bytes = write(publisherFile(file).toString('latin1'));
      await expect(readBytes(dataset, bytes)).rejects.toThrow(reason);
    }
  });

  it.each([
    ['of HTML', a2, /^[\s\S]*/, '\n<!DOCTYPE html><html></html>\n', 'is not CSV but HTML'],
    ['of HTML in XML', a2, /^[\s\S]*/, '<?xml version="1.0"?>\n<!DOCTYPE html>\n', 'is not CSV but HTML'],
    ['of XML', a2, /^[\s\S]*/, '<?xml version="1.0"?>\n<wb:error/>\n', 'is not CSV but XML'],
    ['of a ZIP', a2, /^[\s\S]*/, 'PK\u0003\u0004…', 'is not CSV but a spreadsheet'],
    ['of JSON', a2, /^[\s\S]*/, '{"data": []}', 'is not CSV but JSON'],
    ['of nothing', a2, /^[\s\S]*/, '', 'is empty'],
    ['cut off', a2, /[\s\S]{2}$/, '', 'ends in the middle of a line'],
    ['with open quotes', a2, 'Title,', 'Title,"', 'the quotes do not match'],
    [
      'without its ids',
      a2,
      'Series ID',
      'Mnemonic',
      'the row "Series ID" is missing: there is "Mnemonic" instead',
    ],
    ['without units', a2, 'Units,', 'Scale,', 'the row "Units" is missing: there is "Scale" instead'],
    ['with units twice', a2, 'Type,', 'Units,', 'the row "Units" is there twice'],
    [
      'without a publication date',
      a2,
      'Publication date',
      'Updated',
      'the row "Publication date" is missing',
    ],
    ['without the series', a2, 'ARBAMPCNCRT', 'ARBAMPCNCRTX', '"ARBAMPCNCRT" or "FIRMMCRTD" is missing'],
    ['with the series twice', a2, ',ARBAMPCNCRT', ',ARBAMPCNCRT,ARBAMPCNCRT', '"ARBAMPCNCRT" is there twice'],
    [
      'in another unit',
      a2,
      'Per cent,Per cent',
      'Per cent,Index',
      'line 6, column 3: the unit is "Index", not "Per cent"',
    ],
    [
      'of another frequency',
      a2,
      'As announced,As announced',
      'As announced,Daily',
      'line 4, column 3: the frequency is "Daily", not "As announced"',
    ],
    [
      'with American dates',
      a2,
      '30-Sep-2026',
      '09/30/2026',
      'line 112, column 1: "09/30/2026" is not a date',
    ],
    ['with ISO dates', a2, '30-Sep-2026', '2026-09-30', 'line 112, column 1: "2026-09-30" is not a date'],
    ['with a year alone', a2, '30-Sep-2026', '2026', 'line 112, column 1: "2026" is not a date'],
    [
      'with a day that is none',
      a2,
      '30-Sep-2026',
      '31-Sep-2026',
      'line 112, column 1: "31-Sep-2026" is not a date',
    ],
    [
      'out of order',
      a2,
      '30-Sep-2026',
      '12-Jul-2026',
      'line 112, column 1: 2026-07-12 is not later than 2026-08-12',
    ],
    [
      'with a day twice',
      a2,
      /$/,
      row('30-Sep-2026', '4.60'),
      'line 113, column 1: 2026-09-30 is there twice',
    ],
    [
      'of the day after tomorrow',
      a2,
      /$/,
      row('26-Nov-2026', '4.60'),
      'line 113, column 1: 2026-11-26 lies in the future',
    ],
    [
      'published in the future',
      a2,
      /29-Sep-2026/g,
      '29-Sep-2999',
      'publication date 2999-09-29 lies in the future',
    ],
    ['without a number', a2, /$/, row('01-Oct-2026', 'n.a.'), 'line 113, column 3: "n.a." is not a number'],
    [
      'beyond the values',
      a2,
      /$/,
      row('01-Oct-2026', '460'),
      'line 113, column 3: "460" is not from 0 to 25',
    ],
    [
      'with a jump',
      a2,
      /$/,
      row('01-Oct-2026', '6.61'),
      'line 113, column 3: 6.61 is more than 2 away from 4.6 of 2026-09-30',
    ],
    ['with a value without a day', a2, /$/, ',0.25,4.60\r\n', 'line 113, column 1: "" is not a date'],
    ['with an open quote in its last row', a2, /$/, row('01-Oct-2026', '"4.60'), 'the quotes do not match'],
    [
      'with a cell of two lines',
      a2,
      /$/,
      row('01-Oct-2026', '"4\r\n60"'),
      'line 114, column 3: "4\\r\\n60" is not a number',
    ],
    ['that lost years', a2, /23-Jan-1990.*\r\n/, '', '1990-01-23 is missing: the file begins at 1990-02-15'],
  ] as const)('%s', async (_what, name, part, by, fault) => {
    await expect(readBytes(cashRate, changedFile(name, part, by))).rejects.toThrow(fault);
  });

  it.each([
    ['without a column', 'TIME_PERIOD', 'PERIOD', 'the column "TIME_PERIOD" is missing: there is "PERIOD"'],
    ['with its head twice', /^DATAFLOW.*\r?\n/, '$&$&', 'line 2: the head is there twice'],
    ['with a column twice', 'OBS_STATUS', 'OBS_VALUE', 'the column "OBS_VALUE" is there twice'],
    ['of another dataflow', /^ABS:CPI(?=.*,3,.*2020-Q1)/m, 'ABS:WPI', 'the dataflow is "ABS:WPI(1.1.0)"'],
    [
      'of months',
      /,Q,/g,
      ',M,',
      '"3.10001.10.50.Q" or "GCPIAGYP" is missing: there is "1.10001.10.50.M", "3.10001.10.50.M"',
    ],
    ['of an index', '2020-Q1,2.2,PCT', '2020-Q1,2.2,IN', 'line 571: UNIT_MEASURE is "IN", not "PCT"'],
    ['with a gap', /^.*,3,.*2000-Q3[^\n]*\n/m, '', '2000-Q3 is missing'],
    ['without a value within', /(2000-Q3),[\d.]+,PCT/, '$1,,PCT', '2000-Q3 is missing'],
    ['of a quarter that is none', /2020-Q1(?=,2.2)/, '2020-Q5', '"2020-Q5" is not a date of this dataset'],
    ['of a quarter that is not over', /2020-Q1(?=,2.2)/, '2026-Q4', '2026-Q4 lies in the future'],
    ['of a multiple', /^(DATAFLOW.*)DECIMALS/m, '$1UNIT_MULT', 'UNIT_MULT is "1", not "0"'],
    ['of SDMX-JSON', /^[\s\S]*/, '{"meta": {}}', 'is not CSV but JSON: ask for format=csv'],
    ['of SDMX-ML', /^[\s\S]*/, '<?xml version="1.0"?>\n<data/>', 'is not CSV but XML: ask for format=csv'],
    ['of a workbook', /^[\s\S]*/, 'PK\u0003\u0004…', 'is not CSV but a spreadsheet: ask for format=csv'],
    [
      'of an older workbook',
      /^[\s\S]*/,
      '\u00d0\u00cf\u0011\u00e0…',
      'is not CSV but a spreadsheet: ask for format=csv',
    ],
  ] as const)('of the statistics bureau %s', async (_what, part, by, fault) => {
    await expect(readBytes('cpi-quarterly', changedFile(cpi, part, by))).rejects.toThrow(fault);
  });

  it.each([
    ['without its head', inflation, '"pages":1', '"sheets":1', 'the World Bank’s JSON: "0.pages" is missing'],
    ['with an error', inflation, /^[\s\S]*/, '[{"message":[]}]', 'JSON: the list of records is missing'],
    [
      'with a date of several lines',
      inflation,
      /"2024","value":[\d.]+/,
      '"2\\n\\u00004","value":"x"',
      /^record 2 \(2\\n\\u00004\): "x" is not a number$/,
    ],
    ['of two pages', inflation, '"pages":1', '"pages":2', 'has 2 pages, not 1'],
    ['cut off', inflation, /..$/, '', 'is JSON that ends too early or is damaged'],
    [
      'of another series',
      inflation,
      /FP.CPI.TOTL.ZG/g,
      'NY',
      '"AUS FP.CPI.TOTL.ZG" is missing: there is "AUS NY"',
    ],
    ['of another country', inflation, /AUS/g, 'NZL', 'there is "NZL FP.CPI.TOTL.ZG" instead'],
    ['with text', inflation, '3.1616', '"n.a."', 'record 2 (2024): "n.a." is not a number'],
    ['without a year within', inflation, '5.597', 'null', '2023 is missing'],
    ['with another date', inflation, '"2024"', '"31/12/2024"', '"31/12/2024" is not a date of this dataset'],
    ['with a year twice', inflation, '"2025"', '"2024"', '2024 is there twice'],
    ['of the current year', inflation, '"2025","value":null', '"2026","value":3', '2026 lies in the future'],
    [
      'without a country',
      'world-bank-inflation.csv',
      '"Country Code"',
      '"ISO3"',
      'the column "Country Code" is missing',
    ],
    [
      'without a date',
      'world-bank-inflation.csv',
      'Last Updated',
      'Updated',
      'the row "Last Updated Date" is missing',
    ],
    [
      'with its head twice',
      'world-bank-inflation.csv',
      /"Country Name".*\r?\n/,
      '$&$&',
      'line 6: the head is there twice',
    ],
    ['with an odd column', 'world-bank-inflation.csv', '"2001"', '"Q1 2001"', '"Q1 2001" is not a date'],
  ] as const)('of the World Bank %s', async (_what, name, part, by, fault) => {
    await expect(readBytes('inflation-australia', changedFile(name, part, by))).rejects.toThrow(fault);
  });

  /** A dataset, its file, and the last value with the text before it. */
  const readers = [
    [cashRate, a2, /(?<=30-Sep-2026,0\.25,)4\.60/, '2026-09-30'],
    ['audusd-month-end', f11, /(?<=30-Sep-2025,)[\d.]+/, '2025-09'],
    ['cpi-quarterly', cpi, /(?<=,3,.*2020-Q1,)2\.2/, '2020-Q1'],
    ['inflation-australia', inflation, /(?<="date":"2024","value":)3\.1616\d*/, '2024'],
    ['inflation-australia', 'world-bank-inflation.csv', /3\.1616\d*(?=")/, '2024'],
  ] as const;
  it.each(readers)('of %s (%s) in another form, or with an invalid last value', async (slug, name, last) => {
    const reading = (part: RegExp, by: string) => readBytes(slug, changedFile(name, part, by));
    for (const [text, form] of [
      ['<!doctype html>\n', 'HTML'],
      ['<?xml version="1.0"?>\n<data/>\n', 'XML'],
      ['PK\u0003\u0004…', 'a spreadsheet'],
    ] as const) {
      await expect(reading(/^[^]*/, text)).rejects.toThrow(`is not CSV but ${form}`);
    }
    await expect(reading(/[^]{2}$/, '')).rejects.toThrow(
      /^ends in the middle of a line|^is JSON that ends too early/,
    );
    const { step = Infinity, values: [, highest = 0] = [] } = datasets.get(slug)?.about ?? {};
    await expect(reading(last, name.endsWith('.json') ? '"n.a."' : 'n.a.')).rejects.toThrow(
      '"n.a." is not a number',
    );
    await expect(reading(last, String(highest + 1))).rejects.toThrow(`"${highest + 1}" is not from `);
    await expect(reading(last, String(highest))).rejects.toThrow(
      `${highest} is more than ${step} away from `,
    );
  });

  // In a daily table, the previous day replaces the missing last one.
  const byPeriod = readers.filter(([slug]) => slug !== 'audusd-month-end');
  it.each(byPeriod)('of %s (%s) that would lose its last figure', async (slug, name, last, date) => {
    const current = await figuresOf(slug, name);
    expect(current.last).toBe(date);
    const bytes = changedFile(name, last, name.endsWith('.json') ? 'null' : '');
    await expect(readBytes(slug, bytes, { current })).rejects.toThrow(/is missing/);
  });

  it.each([
    ['4,000,000 rows', () => 'a\n'.repeat(4_000_000), 'line 20001: has more than 20000 rows'],
    ['2,001 cells in a row', () => `${'a,'.repeat(2_000)}a\n`, 'line 1: has more than 2000 cells'],
    ['500,001 cells', () => `${'a,'.repeat(1_999)}a\n`.repeat(251), 'line 251: has more than 500000 cells'],
    ['a row of 8 MB of commas', () => `${','.repeat(8_000_000)}\n`, 'line 1: the row is too long'],
    ['8 MB of empty lines', () => '\n'.repeat(8_000_000), 'line 20001: has more than 20000 rows'],
    ['8 MB of blanks', () => ' '.repeat(8_000_000), 'ends in the middle of a line'],
    ['a row of 8 MB', () => `${'a'.repeat(8_000_000)}\n`, 'line 1: the row is too long'],
    [
      'a quote that never ends',
      () => `"${'a\n'.repeat(4_000_000)}`,
      'the row is too long, or its quotes do not match',
    ],
  ])('with %s, while other work goes on', async (_what, text, fault) => {
    const bytes = Buffer.from(text());
    const reading = () => expect(readBytes(cashRate, bytes)).rejects.toThrow(fault);
    expect(await relativeTo(decoding, () => longestTurnMsOf(reading))).toBeLessThan(8);
  });

  it.each([
    ['0', 'has 50001 records, not at most 2000'],
    ['{}', 'has 50001 records, not at most 2000'],
    ['[[{"indicator":0}]]', 'has 50001 records, not at most 2000'],
  ])('of JSON with 50,001 records such as %s, which are not looked at', async (record, fault) => {
    const bytes = Buffer.from(
      `[{"pages":1,"lastupdated":"2026-01-01"},[${`${record},`.repeat(50_000)}${record}]]`,
    );
    await expect(readBytes('inflation-australia', bytes)).rejects.toThrow(fault);
  });

  it('of JSON larger than 1 MiB', async () => {
    const bytes = Buffer.from(`[${'0,'.repeat(600_000)}0]`);
    await expect(readBytes('inflation-australia', bytes)).rejects.toThrow('is JSON of more than 1 MiB');
  });

  it('larger than 8 MiB', async () => {
    await expect(readBytes(cashRate, Buffer.alloc(8 * 1024 * 1024 + 1, ','))).rejects.toThrow(
      'is larger than 8 MiB',
    );
  });
});

const current = await figuresOf(cashRate, a2);
const quarters = await figuresOf('cpi-quarterly', cpi);

describe('a file that would replace figures is refused', () => {
  it('if it ends earlier', async () => {
    await expect(readBytes(cashRate, publisherFile('rba-a2-2026-05-05.csv'), { current })).rejects.toThrow(
      '2026-09-30 is missing: the file ends at 2026-05-06, before 2026-09-30',
    );
    await expect(
      readBytes('cpi-quarterly', publisherFile('abs-cpi-2016-q3.csv'), { current: quarters }),
    ).rejects.toThrow('2016-Q4 is missing: the file ends at 2016-Q3, before 2020-Q1');
  });

  it('by a refresh if it would undo a change, although an operator may import it', async () => {
    const bytes = changedFile(a2, /^06-May-2026.*\r\n12-Aug-2026.*\r\n/m, '');
    expect((await readBytes(cashRate, bytes, { current })).figures.series).toHaveLength(97);
    await expect(readBytes(cashRate, bytes, { current, isRefresh: true })).rejects.toThrow(
      '2026-05-06 is missing: import it by hand if it is right',
    );
  });

  it('by a refresh that would change more than half of the figures', async () => {
    const series = (quarters.series ?? []).map(({ date, value }) => ({ date, value: value + 0.1 }));
    const others = { ...quarters, series };
    expect((await readBytes('cpi-quarterly', publisherFile(cpi), { current: others })).figures).toEqual(
      quarters,
    );
    await expect(
      readBytes('cpi-quarterly', publisherFile(cpi), { current: others, isRefresh: true }),
    ).rejects.toThrow('283 of 283 earlier figures are changed: import it by hand if it is right');
  });

  it('by a refresh that would add figures before the first one or between others, although an operator may import it', async () => {
    const before = changedFile(a2, /^23-Jan-1990/m, '02-Jan-1990,0.00,17.50\r\n23-Jan-1990');
    const between = changedFile(a2, /^06-May-2026/m, '01-May-2026,0.00,4.20\r\n06-May-2026');
    for (const bytes of [before, between]) {
      expect((await readBytes(cashRate, bytes, { current })).figures.series?.length).toBeGreaterThan(98);
      await expect(readBytes(cashRate, bytes, { current, isRefresh: true })).rejects.toThrow(
        /figures? up to 2026-09-30 were added: import it by hand if it is right/,
      );
    }
  });

  it('by a refresh with more changes than the time since the last one allows', async () => {
    const rows = Array.from(
      { length: 8 },
      (_, i) => `${String(i + 10)}-Nov-2026,0.25,${(4.6 + (i % 2) / 4).toFixed(2)}`,
    );
    const changes = (count: number) => changedFile(a2, /$/, `${rows.slice(0, count).join('\r\n')}\r\n`);
    const isRefresh = true;
    expect((await readBytes(cashRate, changes(3), { current, isRefresh })).figures.last).toBe('2026-11-12');
    await expect(readBytes(cashRate, changes(8), { current, isRefresh })).rejects.toThrow(
      /^7 figures after 2026-09-30 were added: import it by hand/,
    );
  });

  it('but not for an old outlier that it does not change', async () => {
    const about = { current: quarters, isRefresh: true };
    expect((await readBytes('cpi-quarterly', publisherFile(cpi), about)).figures).toEqual(quarters);
  });
});
