import { type Dataset, getDataset, listDatasets } from 'contract/datasets/datasets.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const read = (slug: string, query = {}) =>
  request(test.app.server).get(getDataset.url.replace(':slug', slug)).query(query);
const datesOf = async (slug: string, query: object) =>
  ((await read(slug, query).expect(200)).body.data.series as { date: string }[]).map(({ date }) => date);

describe('datasets', () => {
  it('are listed with source, terms of use, unit and coverage', async () => {
    const { body, headers } = await request(test.app.server).get(listDatasets.url).expect(200);
    expect(body.data).toHaveLength(23);
    expect(body.data).toContainEqual(
      expect.objectContaining({
        slug: 'rba-cash-rate-changes',
        first: '1990-01-23',
        last: '2026-10-01',
        points: 98,
        known_from: '2026-10-01T00:00:00.000Z',
        published: null,
        next_due: '2026-11-30',
        late_from: '2026-12-30',
        topic: 'Interest rates',
        missing:
          'The decision of 3 November 2026 could not be sourced. The target may have changed on that day.',
        source_terms: expect.stringContaining('attribution'),
      }),
    );
    expect(headers['cache-control']).toBe('public, max-age=86400');
    const cells = (body.data as Dataset[]).flatMap(({ slug, cell }) =>
      cell ? [[slug, cell.row, cell.column]] : [],
    );
    expect(cells).toContainEqual(['lending-owner-new-io', 'Interest-only', 'Owner-occupiers, new']);
    expect(new Set(cells.map(([, ...place]) => String(place))).size).toBe(cells.length);
  });

  it('are returned in full, as JSON and as CSV', async () => {
    const { body } = await read('inflation-australia').expect(200);
    expect(body.data).toMatchObject({ slug: 'inflation-australia', first: '1960', last: '2024', points: 65 });
    expect(body.data.series).toHaveLength(65);
    expect(body.data.series.at(-1)).toEqual({ date: '2024', value: 3.1616 });
    const { text, headers } = await read('inflation-australia', { format: 'csv' }).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n').slice(0, 2)).toEqual(['\uFEFFdate,value', '1960,3.7288']);
    expect(text.trim().split('\r\n')).toHaveLength(66);
  });

  it('are limited to a range that includes both ends', async () => {
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
    const { body } = await read('income-tax-residents', { from: '2026-07-01' }).expect(200);
    expect(body.data.rows).toEqual([
      { year: '2026-27', brackets: expect.arrayContaining([{ income_over: 0, rate_percent: 0 }]) },
    ]);
  });

  it('are empty outside of their coverage', async () => {
    expect(await datesOf('inflation-australia', { to: '1950' })).toEqual([]);
    const { text } = await read('gdp-australia', { from: '2100', format: 'csv' }).expect(200);
    expect(text).toBe('\uFEFFdate,value\r\n');
  });

  it.each([
    ['lending-owner-new-variable', 'change_year', 'percentage points on the year before', ['2026-08', 0.7]],
    ['unemployment-rate', 'change_period', 'percentage points on the month before', ['2026-06', 0]],
    ['rba-cash-rate-changes', 'change_year', 'percentage points on the year before', ['2026-09-30', 1]],
    [
      'rba-cash-rate-changes',
      'change_period',
      'percentage points on the decision before',
      ['2026-09-30', 0.25],
    ],
    ['gdp-australia', 'change_year', 'per cent on the year before', ['2023', 1.82]],
    ['audusd-monthly', 'index', 'index, 1971-01 = 100', ['2026-06', 159.16]],
  ])('%s can be read as %s', async (slug, as, unit, last) => {
    const { body } = await read(slug, { as }).expect(200);
    expect(body.data.unit).toBe(unit);
    const { date, value } = body.data.series.at(-1);
    expect([date, value]).toEqual(last);
    const { text, headers } = await read(slug, { as, format: 'csv' }).expect(200);
    expect(text).toMatch(new RegExp(`^.date,${as}\r\n[^]*\r\n${last.join()}\r\n$`));
    expect(headers['content-disposition']).toMatch(new RegExp(`-[\\da-f]{12}-${as}\\.csv"$`));
  });

  it('can be read as an index from the first figure of the range, and in today’s dollars', async () => {
    const { body } = await read('gdp-australia', { as: 'index', from: '2022' }).expect(200);
    expect(body.data.series).toEqual([
      { date: '2022', value: 100 },
      { date: '2023', value: 101.82 },
    ]);
    const { body: real, headers } = await read('gdp-australia', {
      as: 'real',
      from: '2023',
      vintage: body.data.vintage as string,
    }).expect(200);
    expect(real.data.unit).toBe('2025-Q3 US dollars');
    expect(real.data.series).toEqual([
      { date: '2023', value: Math.round(1_723_827_215_335 * 1.028 * 1.032) },
    ]);
    expect(headers['cache-control']).not.toContain('immutable');
  });

  it('have no change where the figure to compare with is a gap', async () => {
    const { body } = await read('lending-owner-new-variable', {
      as: 'change_period',
      from: '2026-03',
    }).expect(200);
    expect((body.data.series as { date: string }[]).map(({ date }) => date)).toEqual(['2026-03', '2026-08']);
  });

  it.each([
    ['lending-owner-new-variable', 'index'],
    ['inflation-australia', 'change_period'],
    ['audusd-monthly', 'real'],
    ['income-tax-residents', 'change_year'],
    ['gdp-australia', 'nominal'],
  ])('refuse to read %s as %s', async (slug, as) => {
    const { body } = await read(slug, { as }).expect(400);
    expect(Object.keys(body.details as object)).toEqual(['as']);
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

  it('are a 404 with an unknown name', async () => {
    await read('no-such').expect(404);
    await read('..%2Fguides').expect(404);
  });

  it('are not sent again to clients that have them', async () => {
    const { headers } = await read('gdp-australia').expect(200);
    const again = await read('gdp-australia').set('if-none-match', String(headers['etag'])).expect(304);
    expect(again.text).toBe('');
    await read('gdp-australia').set('if-none-match', '"other"').expect(200);
  });
});
