import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDataset, listDatasets } from 'contract/datasets.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { contentFolder } from '#config.ts';
import { useTestApp } from '#test/app.ts';
import { DatasetFault } from './dataset-content.ts';
import { createDatasetStore, importDataset } from './datasets.store.ts';

const datasetsFolder = join(contentFolder, 'datasets');

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const read = (slug: string, query = {}) =>
  request(test.app.server).get(getDataset.url.replace(':slug', slug)).query(query);
const datesOf = async (slug: string, query: object) =>
  ((await read(slug, query).expect(200)).body.data.series as { date: string }[]).map(({ date }) => date);
const fileOf = (slug: string) =>
  JSON.parse(readFileSync(join(datasetsFolder, slug, 'data.json'), 'utf8')) as {
    rows: [number, number | null][];
  };

describe('datasets', () => {
  it('are listed with source, terms, unit and what they cover', async () => {
    const { body, headers } = await request(test.app.server).get(listDatasets.url).expect(200);
    expect(body.data).toHaveLength(5);
    expect(body.data).toContainEqual(
      expect.objectContaining({
        slug: 'rba-cash-rate-changes',
        first: '1990-01-23',
        last: '2026-02-20',
        points: 95,
        source_terms: expect.stringContaining('attribution'),
      }),
    );
    expect(headers['cache-control']).toBe('public, max-age=86400');
  });

  it('are read whole, as JSON and as CSV', async () => {
    const { body } = await read('inflation-australia').expect(200);
    expect(body.data).toMatchObject({ slug: 'inflation-australia', first: '1960', last: '2024', points: 65 });
    expect(body.data.series).toHaveLength(65);
    expect(body.data.series.at(-1)).toEqual({ date: '2024', value: 3.1616 });
    const { text, headers } = await read('inflation-australia', { format: 'csv' }).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n').slice(0, 2)).toEqual(['date,value', '1960,3.7288']);
    expect(text.trim().split('\r\n')).toHaveLength(66);
  });

  it('are cut to a range whose ends count whole', async () => {
    expect(await datesOf('inflation-australia', { from: '2022', to: '2023' })).toEqual(['2022', '2023']);
    expect(await datesOf('audusd-monthly', { from: '2025-11', to: '2026-01' })).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
    ]);
    expect(await datesOf('rba-cash-rate-changes', { from: '2025', to: '2025-06' })).toEqual([
      '2025-02-19',
      '2025-05-21',
    ]);
    const { body } = await read('income-tax-residents', { from: '2025-07-01' }).expect(200);
    expect(body.data.rows).toEqual([
      { year: '2025-26', brackets: expect.arrayContaining([{ income_over: 0, rate_percent: 0 }]) },
    ]);
  });

  it('are empty outside of what they cover', async () => {
    expect(await datesOf('inflation-australia', { to: '1950' })).toEqual([]);
    const { text } = await read('gdp-australia', { from: '2100', format: 'csv' }).expect(200);
    expect(text).toBe('date,value\r\n');
  });

  it.each([
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-13' }, 'to'],
    [{ from: '1990-02-30' }, 'from'],
    [{ from: '2024', to: '2023' }, 'to'],
    [{ format: 'xml' }, 'format'],
    [{ until: '2024' }, 'until'],
  ])('refuse the range %j', async (query, field) => {
    const { body } = await read('inflation-australia', query).expect(400);
    expect(Object.keys(body.details as object)).toEqual([field]);
  });

  it('are a 404 under an unknown name', async () => {
    await read('no-such').expect(404);
    await read('..%2Fguides').expect(404);
  });

  it('are not sent again to whom holds them', async () => {
    const { headers } = await read('gdp-australia').expect(200);
    const again = await read('gdp-australia').set('if-none-match', String(headers['etag'])).expect(304);
    expect(again.text).toBe('');
    await read('gdp-australia').set('if-none-match', '"other"').expect(200);
  });
});

describe('an import', () => {
  it('takes the place of what came with this version', async () => {
    const file = fileOf('gdp-australia');
    file.rows.push([2024, 1_750_000_000_000]);
    await importDataset(test.database, datasetsFolder, 'gdp-australia', file);
    const datasets = await createDatasetStore(test.database, datasetsFolder).current();
    expect(datasets.get('gdp-australia')?.facts).toMatchObject({ last: '2024', points: 65 });
  });

  it.each([
    ['a gap', [2026, 1], 'inflation-australia, row 66 (2026): 2025 is missing.'],
    ['a date twice', [2024, 1], 'inflation-australia, row 66 (2024): not later than 2024.'],
    ['a falling date', [2023, 1], 'inflation-australia, row 66 (2023): not later than 2024.'],
    ['another kind of date', [20_255, 1], 'inflation-australia, row 66 (20255): not a date of this dataset.'],
    ['a year without a figure', [2025, null], 'inflation-australia, row 66 (2025): null is not a number.'],
    ['a figure out of range', [2025, 316], 'inflation-australia, row 66 (2025): 316 is not from -20 to 50.'],
  ] as const)('with %s is refused, and the row is named', async (_what, [year, value], fault) => {
    const file = fileOf('inflation-australia');
    file.rows.push([year, value]);
    await expect(importDataset(test.database, datasetsFolder, 'inflation-australia', file)).rejects.toThrow(
      new DatasetFault(fault),
    );
    expect(await test.database.prisma.importedDataset.count({ where: { slug: 'inflation-australia' } })).toBe(
      0,
    );
  });

  it.each([
    ['a day that is none', '2026-02-31', '2026-03-01', 'row 2 (2026-02-31): not a date'],
    ['an end that is none', '2026-02-04', 'today', 'covers until today: not a date'],
    ['an end before its last row', '2026-02-04', '2026-02-03', 'covers less than its last row'],
  ])('of changes with %s is refused', async (_what, date, end, fault) => {
    const file = {
      changes: [
        ['1990-01-23', 17.25],
        [date, 4],
      ],
      coverage: ['1990-01-23', end],
    };
    await expect(importDataset(test.database, datasetsFolder, 'rba-cash-rate-changes', file)).rejects.toThrow(
      fault,
    );
  });

  it.each([
    ['twice the same income', 18_200],
    ['a falling income', 18_000],
  ])('of a tax table with %s is refused, and the year is named', async (_what, income) => {
    const brackets = [
      [0, 0],
      [18_200, 19],
      [income, 30],
    ];
    const file = { rows: { '2025-26': brackets } };
    await expect(importDataset(test.database, datasetsFolder, 'income-tax-residents', file)).rejects.toThrow(
      new DatasetFault('income-tax-residents, 2025-26: the incomes do not rise.'),
    );
  });

  it('that begins later or ends earlier, has no rows or is of nothing is refused', async () => {
    const file = fileOf('inflation-australia');
    const importing = (rows: object) =>
      importDataset(test.database, datasetsFolder, 'inflation-australia', { rows });
    await expect(importing(file.rows.slice(0, -1))).rejects.toThrow('would end at 2023, before 2024');
    await expect(importing(file.rows.slice(1))).rejects.toThrow('would begin at 1961, after 1960');
    await expect(importing(fileOf('income-tax-residents').rows)).rejects.toThrow('no rows that can be read');
    await expect(importDataset(test.database, datasetsFolder, 'inflation-australia', {})).rejects.toThrow(
      DatasetFault,
    );
    await expect(importDataset(test.database, datasetsFolder, 'unknown', file)).rejects.toThrow(DatasetFault);
  });
});
