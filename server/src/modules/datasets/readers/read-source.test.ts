import { describe, expect, it } from 'vitest';
import { datasetsFolder } from '#root-folders.ts';
import { changedFile, publisherFile } from '#test/publisher-files.ts';
import type { Figures } from '../dataset-content.ts';
import { readReleaseDatasets } from '../release-files.ts';
import { readSource, type SourceOptions } from './read-source.ts';

const datasets = readReleaseDatasets(datasetsFolder);
const now = new Date('2026-11-23T14:00:00Z');

function read(slug: string, bytes: Buffer, options: Partial<SourceOptions> = {}) {
  const about = datasets.get(slug)?.about;
  if (!about?.reader) throw new Error(`${slug} has no reader.`);
  const { reader } = about;
  return readSource({ ...about, reader }, bytes, { current: null, isRefresh: false, now, ...options });
}
const figuresOf = (slug: string, name: string) => read(slug, publisherFile(name)).figures;
const valueOn = ({ series }: Figures, date: string) => series?.find((point) => point.date === date)?.value;

const cashRate = 'rba-cash-rate-changes';
const [a2, f1, f11] = ['rba-a2-2026-09-29.csv', 'rba-f1-2019-03-08.csv', 'rba-f11.1-2025-10-31.csv'];
const [cpi, inflation] = ['abs-cpi-2020-q1.csv', 'world-bank-inflation.json'];

describe('a publisher’s file', () => {
  it.each([
    [cashRate, 'rba-a2-2026-03-17.csv', '2026-03-17', '1990-01-23', '2026-03-18', 96, 4.1],
    [cashRate, 'rba-a2-2026-05-05.csv', '2026-05-05', '1990-01-23', '2026-05-06', 97, 4.35],
    [cashRate, a2, '2026-09-29', '1990-01-23', '2026-09-30', 98, 4.6],
    [cashRate, f1, '2019-03-08', '2011-01-04', '2019-03-07', 13, 1.5],
    ['audusd-month-end', f11, '2025-10-31', '2023-01', '2025-09', 33, 0.6495],
    ['cpi-quarterly', 'abs-cpi-2016-q3.csv', null, '1949-Q3', '2016-Q3', 269, 1.3],
    ['cpi-quarterly', cpi, null, '1949-Q3', '2020-Q1', 283, 2.2],
    ['inflation-australia', inflation, '2025-07-01', '1960', '2024', 65, 3.1616],
    ['inflation-australia', 'world-bank-inflation.csv', '2025-07-01', '1960', '2024', 65, 3.1616],
    ['gdp-australia', 'world-bank-gdp.json', '2026-02-24', '1960', '2023', 64, 1_723_827_215_335],
  ] as const)('%s is read from %s', (slug, name, published, first, last, points, latest) => {
    const source = read(slug, publisherFile(name));
    expect(source.published).toBe(published);
    expect(source.figures).toMatchObject({ first, last, rows: null });
    expect(source.figures.series).toHaveLength(points);
    expect(source.figures.series?.at(-1)?.value).toBe(latest);
  });

  it('gives the figures of the release, with ranges as their middle', () => {
    const { series, last } = figuresOf(cashRate, a2);
    expect(series).toEqual(datasets.get(cashRate)?.figures?.series);
    expect(series?.[0]).toEqual({ date: '1990-01-23', value: 17.25 });
    expect(last).toBe('2026-09-30');
    for (const name of ['world-bank-inflation.csv', inflation]) {
      expect(figuresOf('inflation-australia', name)).toEqual(datasets.get('inflation-australia')?.figures);
    }
  });

  it.each([
    ['a publication date in other words', a2, 'Publication date', 'Publish date', '2026-09-30'],
    ['units in other letters', a2, 'Per cent,Per cent', 'Per cent, per CENT ', '2026-09-30'],
    ['Unix line ends', a2, /\r/g, '', '2026-09-30'],
    ['a future day without a value', a2, /$/, '03-Dec-2026,,\r\n', '2026-09-30'],
    ['a decision of tomorrow in Sydney', a2, /$/, '25-Nov-2026,0.00,4.60\r\n', '2026-11-25'],
    ['rows of nothing but commas', a2, /$/, ',,,\r\n\r\n', '2026-09-30'],
  ])('is read with %s', (_what, name, part, by, last) => {
    expect(read(cashRate, changedFile(name, part, by)).figures.last).toBe(last);
  });

  it('loses no row if its line ends differ', () => {
    const bytes = changedFile(f1, /\r(?=\n04-May-2016)/, '');
    expect(read(cashRate, bytes).figures).toEqual(figuresOf(cashRate, f1));
  });

  it.each([
    ['gdp-australia', 'world-bank-gdp.json', '1723827215335', '1723827215335.4996', 1_723_827_215_335],
    ['gdp-australia', 'world-bank-gdp.json', '1723827215335', '1.7238272153355e12', 1_723_827_215_336],
    ['inflation-australia', inflation, '3.1616', '3.16165', 3.1617],
    ['inflation-australia', inflation, '3.1616', '-0.00004', 0],
    ['cpi-quarterly', cpi, /(?<=,3,.*2020-Q1,)2\.2/, '-0.0', 0],
  ] as const)('of %s (%s) is rounded half up, %s as %s', (slug, name, part, by, value) => {
    expect(read(slug, changedFile(name, part, by)).figures.series?.at(-1)?.value).toBe(value);
  });

  it('covers up to its publication where that is later than the last change', () => {
    const bytes = changedFile(a2, /(?<=Publication date,29-Sep-2026,)29-Sep-2026/, '03-Nov-2026');
    expect(read(cashRate, bytes).figures.last).toBe('2026-11-03');
  });

  it('dated 30/06/2016 is read by month', () => {
    const table = changedFile(f11, /^Frequency,Daily/m, 'Frequency,Monthly')
      .toString('latin1')
      .replace(/^03-Jan-2023[\s\S]*/m, '31/01/2023,0.7,,,\r\n28/02/2023,0.65555,,,\r\n');
    expect(read('audusd-month-end', Buffer.from(table, 'latin1')).figures).toMatchObject({
      last: '2023-02',
      series: [
        { date: '2023-01', value: 0.7 },
        { date: '2023-02', value: 0.6556 },
      ],
    });
  });

  it('of a month that is not over leaves that month out', () => {
    expect(valueOn(figuresOf('audusd-month-end', f11), '2025-10')).toBeUndefined();
  });

  it('of the statistics bureau is read with further columns and rows in any order', () => {
    const [head = '', ...rows] = publisherFile(cpi).toString().trim().split('\r\n');
    const shuffled = [`${head},Measure`, ...rows.toReversed().map((row) => `${row},Change`), ''].join('\n');
    expect(read('cpi-quarterly', Buffer.from(shuffled)).figures).toEqual(figuresOf('cpi-quarterly', cpi));
  });
});

describe('a file that begins later than the dataset', () => {
  const current = figuresOf(cashRate, 'rba-a2-2026-03-17.csv');
  /** Table F1 up to 2026-03-18, by the values of table A2. */
  const later = (value: string) =>
    Buffer.from(
      publisherFile(f1)
        .toString('latin1')
        .replace(/^04-Jan-2011[\s\S]*/m, `04-Jan-2011,${value},,,,\r\n`)
        .concat(
          (current.series ?? [])
            .filter(({ date }) => date > '2011-01-04')
            .map(({ date, value: rate }) => `${date.split('-').toReversed().join('/')},${rate},,,,\r\n`)
            .join(''),
          '20/03/2026,4.1,,,,\r\n',
        ),
      'latin1',
    );

  it('leaves the earlier points as they are', () => {
    const { figures } = read(cashRate, later('4.75'), { current, isRefresh: true });
    expect(figures).toEqual({ ...current, last: '2026-03-20' });
  });

  it('is refused where it does not agree with the rate in force', () => {
    expect(() => read(cashRate, later('4.5'), { current })).toThrow(
      'begins at 2011-01-04 with 4.5, where the current figures have 4.75',
    );
  });
});

const row = (date: string, value: string) => `${date},0.25,${value}\r\n`;

describe('a file is refused', () => {
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
      'line 6: the unit is "Index", not "Per cent"',
    ],
    [
      'of another frequency',
      a2,
      'As announced,As announced',
      'As announced,Daily',
      'line 4: the frequency is "Daily", not "As announced"',
    ],
    ['with American dates', a2, '30-Sep-2026', '09/30/2026', 'line 112: "09/30/2026" is not a date'],
    ['with ISO dates', a2, '30-Sep-2026', '2026-09-30', 'line 112: "2026-09-30" is not a date'],
    ['with a year alone', a2, '30-Sep-2026', '2026', 'line 112: "2026" is not a date'],
    ['with a day that is none', a2, '30-Sep-2026', '31-Sep-2026', 'line 112: "31-Sep-2026" is not a date'],
    ['out of order', a2, '30-Sep-2026', '12-Jul-2026', 'line 112: 2026-07-12 is not later than 2026-08-12'],
    ['with a day twice', a2, /$/, row('30-Sep-2026', '4.60'), 'line 113: 2026-09-30 is there twice'],
    [
      'of the day after tomorrow',
      a2,
      /$/,
      row('26-Nov-2026', '4.60'),
      'line 113: 2026-11-26 lies in the future',
    ],
    [
      'published in the future',
      a2,
      /29-Sep-2026/g,
      '29-Sep-2999',
      'publication date 2999-09-29 lies in the future',
    ],
    ['without a number', a2, /$/, row('01-Oct-2026', 'n.a.'), 'line 113: "n.a." is not a number'],
    ['beyond the values', a2, /$/, row('01-Oct-2026', '460'), 'line 113: "460" is not from 0 to 25'],
    [
      'with a jump',
      a2,
      /$/,
      row('01-Oct-2026', '6.61'),
      'line 113: 6.61 is more than 2 away from 4.6 of 2026-09-30',
    ],
    ['with a value without a day', a2, /$/, ',0.25,4.60\r\n', 'line 113: "" is not a date'],
    ['that lost years', a2, /23-Jan-1990.*\r\n/, '', '1990-01-23 is missing: the file begins at 1990-02-15'],
  ] as const)('%s', (_what, name, part, by, fault) => {
    expect(() => read(cashRate, changedFile(name, part, by))).toThrow(fault);
  });

  it.each([
    ['without a column', 'TIME_PERIOD', 'PERIOD', 'the column "TIME_PERIOD" is missing: there is "PERIOD"'],
    ['with a column twice', 'OBS_STATUS', 'OBS_VALUE', 'the column "OBS_VALUE" is there twice'],
    ['of another dataflow', /^ABS:CPI(?=.*,3,.*2020-Q1)/m, 'ABS:WPI', 'the dataflow is "ABS:WPI(1.1.0)"'],
    [
      'of months',
      /,Q,/g,
      ',M,',
      '"3.10001.10.50.Q" is missing: there is "1.10001.10.50.M", "3.10001.10.50.M"',
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
  ] as const)('of the statistics bureau %s', (_what, part, by, fault) => {
    expect(() => read('cpi-quarterly', changedFile(cpi, part, by))).toThrow(fault);
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
    ['with an odd column', 'world-bank-inflation.csv', '"2001"', '"Q1 2001"', '"Q1 2001" is not a date'],
  ] as const)('of the World Bank %s', (_what, name, part, by, fault) => {
    expect(() => read('inflation-australia', changedFile(name, part, by))).toThrow(fault);
  });

  /** A dataset, its file, and the last value with what comes before it. */
  const readers = [
    [cashRate, a2, /(?<=30-Sep-2026,0\.25,)4\.60/, '2026-09-30'],
    ['audusd-month-end', f11, /(?<=30-Sep-2025,)[\d.]+/, '2025-09'],
    ['cpi-quarterly', cpi, /(?<=,3,.*2020-Q1,)2\.2/, '2020-Q1'],
    ['inflation-australia', inflation, /(?<="date":"2024","value":)3\.1616\d*/, '2024'],
    ['inflation-australia', 'world-bank-inflation.csv', /3\.1616\d*(?=")/, '2024'],
  ] as const;
  it.each(readers)('of %s (%s) in another form, or with a last value that is none', (slug, name, last) => {
    const reading = (part: RegExp, by: string) => () => read(slug, changedFile(name, part, by));
    for (const [text, form] of [
      ['<!doctype html>\n', 'HTML'],
      ['<?xml version="1.0"?>\n<data/>\n', 'XML'],
      ['PK\u0003\u0004…', 'a spreadsheet'],
    ] as const) {
      expect(reading(/^[^]*/, text)).toThrow(`is not CSV but ${form}`);
    }
    expect(reading(/[^]{2}$/, '')).toThrow(/^ends in the middle of a line|^is JSON that ends too early/);
    const { step = Infinity, values: [, highest = 0] = [] } = datasets.get(slug)?.about ?? {};
    expect(reading(last, name.endsWith('.json') ? '"n.a."' : 'n.a.')).toThrow('"n.a." is not a number');
    expect(reading(last, String(highest + 1))).toThrow(`"${highest + 1}" is not from `);
    expect(reading(last, String(highest))).toThrow(`${highest} is more than ${step} away from `);
  });

  // In a daily table the day before takes the place of the last one.
  const byPeriod = readers.filter(([slug]) => slug !== 'audusd-month-end');
  it.each(byPeriod)('of %s (%s) that would lose its last figure', (slug, name, last, date) => {
    const current = figuresOf(slug, name);
    expect(current.last).toBe(date);
    const bytes = changedFile(name, last, name.endsWith('.json') ? 'null' : '');
    expect(() => read(slug, bytes, { current })).toThrow(/is missing/);
  });

  it('larger than 8 MiB', () => {
    expect(() => read(cashRate, Buffer.alloc(8 * 1024 * 1024 + 1, ','))).toThrow('is larger than 8 MiB');
  });
});

describe('a file that would replace figures is refused', () => {
  const current = figuresOf(cashRate, a2);
  const quarters = figuresOf('cpi-quarterly', cpi);

  it('if it ends earlier', () => {
    expect(() => read(cashRate, publisherFile('rba-a2-2026-05-05.csv'), { current })).toThrow(
      '2026-09-30 is missing: the file ends at 2026-05-06, before 2026-09-30',
    );
    expect(() => read('cpi-quarterly', publisherFile('abs-cpi-2016-q3.csv'), { current: quarters })).toThrow(
      '2016-Q4 is missing: the file ends at 2016-Q3, before 2020-Q1',
    );
  });

  it('by a refresh that would take back a change, which an operator may import', () => {
    const bytes = changedFile(a2, /^06-May-2026.*\r\n12-Aug-2026.*\r\n/m, '');
    expect(read(cashRate, bytes, { current }).figures.series).toHaveLength(97);
    expect(() => read(cashRate, bytes, { current, isRefresh: true })).toThrow(
      '2026-05-06 is missing: import it by hand if it is right',
    );
  });

  it('by a refresh that would change more than half of the figures', () => {
    const series = (quarters.series ?? []).map(({ date, value }) => ({ date, value: value + 0.1 }));
    const others = { ...quarters, series };
    expect(read('cpi-quarterly', publisherFile(cpi), { current: others }).figures).toEqual(quarters);
    expect(() => read('cpi-quarterly', publisherFile(cpi), { current: others, isRefresh: true })).toThrow(
      '283 of 283 earlier figures are changed: import it by hand if it is right',
    );
  });

  it('for no jump of the past that it does not change', () => {
    const about = { current: quarters, isRefresh: true };
    expect(read('cpi-quarterly', publisherFile(cpi), about).figures).toEqual(quarters);
  });
});
