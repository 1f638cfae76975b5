import { describe, expect, it } from 'vitest';
import { changedFile, publisherFile } from '#test/publisher-files.ts';
import {
  a2,
  cashRate,
  cpi,
  datasets,
  f1,
  f11,
  figuresOf,
  inflation,
  readBytes,
} from '#test/read-publisher-file.ts';
import type { Figures } from '../dataset-content.ts';

const valueOn = ({ series }: Figures, date: string) => series?.find((point) => point.date === date)?.value;

describe('a publisher’s file', () => {
  it.each([
    [cashRate, 'rba-a2-2026-03-17.csv', '2026-03-17', '1990-01-23', '2026-03-18', 96, 4.1],
    [cashRate, 'rba-a2-2026-05-05.csv', '2026-05-05', '1990-01-23', '2026-05-06', 97, 4.35],
    [cashRate, a2, '2026-09-29', '1990-01-23', '2026-09-30', 98, 4.6],
    [cashRate, f1, '2019-03-08', '2011-01-04', '2019-03-07', 13, 1.5],
    ['audusd-month-end', f11, '2025-10-31', '2023-01', '2025-09', 33, 0.6495],
    ['cpi-quarterly', 'abs-cpi-2016-q3.csv', null, '1949-Q3', '2016-Q3', 269, 1.3],
    ['cpi-quarterly', cpi, null, '1949-Q3', '2020-Q1', 283, 2.2],
    ['cpi-quarterly', 'rba-g1-2025-10-30.csv', '2025-10-30', '1923-Q2', '2025-Q3', 410, 3.2],
    ['lending-owner-new-variable', 'rba-f6-2025-08-08.csv', '2025-08-08', '2019-07', '2025-06', 72, 5.8],
    ['lending-owner-new-variable', 'rba-f6-2026-05-08.csv', '2026-05-08', '2019-07', '2026-03', 81, 5.9],
    ['lending-standard-variable', 'rba-f5-2026-01.csv', null, '1959-01', '2025-12', 804, 8.02],
    ['lending-discounted-variable', 'rba-f5-2026-01.csv', null, '2004-06', '2025-12', 259, 6.05],
    ['inflation-australia', inflation, '2025-07-01', '1960', '2024', 65, 3.1616],
    ['inflation-australia', 'world-bank-inflation.csv', '2025-07-01', '1960', '2024', 65, 3.1616],
    ['gdp-australia', 'world-bank-gdp.json', '2026-02-24', '1960', '2023', 64, 1_723_827_215_335],
  ] as const)('%s is read from %s', async (slug, name, published, first, last, points, latest) => {
    const source = await readBytes(slug, publisherFile(name));
    expect(source.published).toBe(published);
    expect(source.figures).toMatchObject({ first, last, rows: null });
    expect(source.figures.series).toHaveLength(points);
    expect(source.figures.series?.at(-1)?.value).toBe(latest);
  });

  it.each([
    [cashRate, a2],
    ['cpi-quarterly', cpi],
    ['inflation-australia', inflation],
    ['inflation-australia', 'world-bank-inflation.csv'],
  ])('%s is read from %s with a byte order mark', async (slug, name) => {
    const marked = Buffer.concat([Buffer.from('\uFEFF'), publisherFile(name)]);
    expect((await readBytes(slug, marked)).figures).toEqual(await figuresOf(slug, name));
  });

  it('gives the figures of the release, with the middle of a range', async () => {
    const { series, last } = await figuresOf(cashRate, a2);
    expect(series).toEqual(datasets.get(cashRate)?.figures?.series);
    expect(series?.[0]).toEqual({ date: '1990-01-23', value: 17.25 });
    expect(last).toBe('2026-09-30');
    for (const name of ['world-bank-inflation.csv', inflation]) {
      expect(await figuresOf('inflation-australia', name)).toEqual(
        datasets.get('inflation-australia')?.figures,
      );
    }
  });

  it('of the statistics bureau is read with labels beside its codes', async () => {
    const labels: Record<string, string> = {
      MEASURE: 'Measure',
      INDEX: 'Index',
      UNIT_MEASURE: 'Unit of Measure',
    };
    const [head = '', ...rows] = publisherFile(cpi).toString().trim().split('\r\n');
    const labelled = [
      head.replaceAll(/\w+/g, (name) => (labels[name] ? `${name}: ${labels[name]}` : name)),
      ...rows.map((row) => row.replace(/,(\d),10001,/, ',$1: Change,"10001: All groups CPI, total",')),
      '',
    ].join('\r\n');
    expect((await readBytes('cpi-quarterly', Buffer.from(labelled))).figures).toEqual(
      await figuresOf('cpi-quarterly', cpi),
    );
  });

  it('gives the figures of the release up to its end', async () => {
    for (const [slug, name] of [
      ['lending-owner-new-variable', 'rba-f6-2026-05-08.csv'],
      ['lending-investor-outstanding', 'rba-f6-2026-05-08.csv'],
      ['lending-owner-new-fixed-3y', 'rba-f6-2026-05-08.csv'],
      ['lending-standard-variable', 'rba-f5-2026-01.csv'],
      ['cpi-quarterly', 'rba-g1-2025-10-30.csv'],
    ] as const) {
      const { series, last } = await figuresOf(slug, name);
      const release = datasets.get(slug)?.figures;
      const isCommon = ({ date }: { date: string }) => date >= (release?.first ?? '') && date <= last;
      expect(series?.filter(isCommon)).toEqual(release?.series?.filter(isCommon));
    }
  });

  it('fills the gaps of a release, and changes nothing else', async () => {
    const [slug, name] = ['lending-owner-new-variable', 'rba-f6-2026-05-08.csv'] as const;
    const current = datasets.get(slug)?.figures ?? null;
    const rows = ['04', '05', '06', '07', '08']
      .map((month) => `28/${month}/2026${',6.2'.repeat(42)}\n`)
      .join('');
    const bytes = changedFile(name, /(?<=^31\/03\/2026.*\n)/m, rows);
    const { series } = (await readBytes(slug, bytes, { current, isRefresh: true })).figures;
    expect(series).toHaveLength(86);
    expect(current?.series).toHaveLength(84);
  });

  it.each([
    ['a publication date in other words', a2, 'Publication date', 'Publish date', '2026-09-30'],
    ['units in other letters', a2, 'Per cent,Per cent', 'Per cent, per CENT ', '2026-09-30'],
    ['Unix line ends', a2, /\r/g, '', '2026-09-30'],
    ['a future day without a value', a2, /$/, '03-Dec-2026,,\r\n', '2026-09-30'],
    ['a decision of tomorrow in Sydney', a2, /$/, '25-Nov-2026,0.00,4.60\r\n', '2026-11-25'],
    ['rows of nothing but commas', a2, /$/, ',,,\r\n\r\n', '2026-09-30'],
  ])('is read with %s', async (_what, name, part, by, last) => {
    expect((await readBytes(cashRate, changedFile(name, part, by))).figures.last).toBe(last);
  });

  it('loses no row with other line endings', async () => {
    const bytes = changedFile(f1, /\r(?=\n04-May-2016)/, '');
    expect((await readBytes(cashRate, bytes)).figures).toEqual(await figuresOf(cashRate, f1));
  });

  it.each([
    ['gdp-australia', 'world-bank-gdp.json', '1723827215335', '1723827215335.4996', 1_723_827_215_335],
    ['gdp-australia', 'world-bank-gdp.json', '1723827215335', '1.7238272153355e12', 1_723_827_215_336],
    ['inflation-australia', inflation, '3.1616', '3.16165', 3.1617],
    ['inflation-australia', inflation, '3.1616', '-0.00004', 0],
    ['cpi-quarterly', cpi, /(?<=,3,.*2020-Q1,)2\.2/, '-0.0', 0],
  ] as const)('of %s (%s) is rounded half up, %s as %s', async (slug, name, part, by, value) => {
    expect((await readBytes(slug, changedFile(name, part, by))).figures.series?.at(-1)?.value).toBe(value);
  });

  it('covers the time up to its publication if that is later than the last change', async () => {
    const bytes = changedFile(a2, /(?<=Publication date,29-Sep-2026,)29-Sep-2026/, '03-Nov-2026');
    expect((await readBytes(cashRate, bytes)).figures.last).toBe('2026-11-03');
  });

  it('dated 30/06/2016 is read by month', async () => {
    const table = changedFile(f11, /^Frequency,Daily/m, 'Frequency,Monthly')
      .toString('latin1')
      .replace(/^03-Jan-2023[\s\S]*/m, '31/01/2023,0.7,,,\r\n28/02/2023,0.65555,,,\r\n');
    expect((await readBytes('audusd-month-end', Buffer.from(table, 'latin1'))).figures).toMatchObject({
      last: '2023-02',
      series: [
        { date: '2023-01', value: 0.7 },
        { date: '2023-02', value: 0.6556 },
      ],
    });
  });

  it('of a month that has not ended omits that month', async () => {
    expect(valueOn(await figuresOf('audusd-month-end', f11), '2025-10')).toBeUndefined();
  });

  it('of the statistics bureau is read with additional columns, and rows in any order', async () => {
    const [head = '', ...rows] = publisherFile(cpi).toString().trim().split('\r\n');
    const shuffled = [`${head},Measure`, ...rows.toReversed().map((row) => `${row},Change`), ''].join('\n');
    expect((await readBytes('cpi-quarterly', Buffer.from(shuffled))).figures).toEqual(
      await figuresOf('cpi-quarterly', cpi),
    );
  });
});

const current = await figuresOf(cashRate, 'rba-a2-2026-03-17.csv');

/** Table F1 up to 2026-03-18, with the values of table A2. */
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

describe('a file that begins later than the dataset', () => {
  it('does not change the earlier points', async () => {
    const { figures } = await readBytes(cashRate, later('4.75'), { current, isRefresh: true });
    expect(figures).toEqual({ ...current, last: '2026-03-20' });
  });

  it('is refused if it contradicts the rate that was in force', async () => {
    await expect(readBytes(cashRate, later('4.5'), { current })).rejects.toThrow(
      'begins at 2011-01-04 with 4.5, where the current figures have 4.75',
    );
  });
});
