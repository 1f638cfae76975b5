import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDataset, listRevisions, listVintages } from 'contract/datasets/datasets.ts';
import { addDays } from 'contract/datasets/dataset-dates.ts';
import request from 'supertest';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { datasetsFolder } from '#root-folders.ts';
import { useTestApp } from '#test/app.ts';
import { importDataset } from './import-dataset.ts';

const slug = 'gdp-australia';
const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
const today = new Date().toISOString().slice(0, 10);

const get = (url: string, query = {}, of = slug) =>
  request(test.app.server).get(url.replace(':slug', of)).query(query);
const dataOf = async (url: string, query = {}, of = slug) =>
  (await get(url, query, of).expect(200)).body.data as Record<string, unknown>;
const lastPoint = async (query: object) =>
  ((await dataOf(getDataset.url, query))['series'] as object[]).at(-1);

const releaseFile = JSON.parse(readFileSync(join(datasetsFolder, slug, 'data.json'), 'utf8')) as {
  rows: [number, number][];
};
/** The rows of the release with the last ones replaced. */
const rowsWith = (...rows: [number, number][]) => [
  ...releaseFile.rows.filter(([year]) => !rows.some(([other]) => other === year)),
  ...rows,
];

/** The names of the vintage of the release, and of A and B, which were imported in the order A, B, A. */
const names = { release: '', a: '', b: '' };

const importing = async (...rows: [number, number][]) => {
  const file = Buffer.from(JSON.stringify({ rows: rowsWith(...rows) }));
  return (await importDataset(test.database, { folder: datasetsFolder }, slug, file)).vintage;
};

/** A vintage is named by its figures, without the byte order mark of the file. */
const withoutMark = (csv: string) => csv.replace('\uFEFF', '');

beforeAll(async () => {
  names.release = String((await dataOf(getDataset.url))['vintage']);
  names.a = await importing([2024, 1_700_000_000_000]);
  names.b = await importing([2023, 1_720_000_000_000], [2024, 1_750_000_000_000]);
  await importing([2024, 1_700_000_000_000]);
  const [latest] = (await dataOf(listVintages.url)) as unknown as { known_from: string }[];
  await vi.waitUntil(async () => (await dataOf(getDataset.url))['known_from'] === latest?.known_from);
});

describe('a vintage', () => {
  it('is named by the hash of its CSV', async () => {
    const { text, headers } = await get(getDataset.url, { format: 'csv' }).expect(200);
    expect(createHash('sha256').update(withoutMark(text)).digest('hex').slice(0, 12)).toBe(names.a);
    expect(headers['content-disposition']).toBe(`attachment; filename="${slug}-${names.a}.csv"`);
  });

  it('of changes is named by the hash of its CSV and the end of its coverage', async () => {
    const cashRate = 'rba-cash-rate-changes';
    const { text } = await get(getDataset.url, { format: 'csv' }, cashRate).expect(200);
    const hash = createHash('sha256')
      .update(`${withoutMark(text)}to,2026-10-01\r\n`)
      .digest('hex');
    expect((await dataOf(getDataset.url, {}, cashRate))['vintage']).toBe(hash.slice(0, 12));
  });

  it('is listed with the number of points that it added, changed and removed, latest first', async () => {
    const { body } = await get(listVintages.url).expect(200);
    expect(body.data).toMatchObject([
      { vintage: names.a, origin: 'import', last: '2024', points: 65, added: 0, changed: 2, removed: 0 },
      { vintage: names.b, origin: 'import', retrieved: today, added: 0, changed: 2, removed: 0 },
      { vintage: names.a, origin: 'import', published: null, added: 1, changed: 0, removed: 0 },
      {
        vintage: names.release,
        origin: 'built_in',
        known_from: '2026-03-20T00:00:00.000Z',
        retrieved: '2026-03-20',
        first: '1960',
        last: '2023',
        points: 64,
        added: 64,
      },
    ]);
    const times = (body.data as { known_from: string }[]).map(({ known_from }) => known_from);
    expect(times).toEqual([...new Set(times)].toSorted().toReversed());
  });

  it.each([
    'UPDATE dataset_vintages SET points = 0',
    'DELETE FROM dataset_vintages',
    'TRUNCATE dataset_vintages',
  ])('is refused to %s', async (statement) => {
    await expect(test.database.pool.query(statement)).rejects.toThrow('vintages are only added');
  });
});

describe('an earlier vintage', () => {
  it('is returned by a day on which it was current, to the digit', async () => {
    expect(await lastPoint({ as_of: '2026-03-20' })).toEqual({ date: '2023', value: 1_723_827_215_335 });
    expect(await lastPoint({ as_of: today })).toEqual({ date: '2024', value: 1_700_000_000_000 });
    const { headers } = await get(getDataset.url, { as_of: '2026-04-01' }).expect(200);
    expect(headers['cache-control']).toBe('public, max-age=86400');
  });

  it('is returned by its name, and may be cached for ever', async () => {
    const { body, headers } = await get(getDataset.url, { vintage: names.b }).expect(200);
    const permalink = `${test.config.publicUrl}/data/${slug}?vintage=${names.b}`;
    expect(body.data).toMatchObject({
      vintage: names.b,
      last: '2024',
      retrieved: today,
      permalink,
      citation: `World Bank, World Development Indicators, NY.GDP.MKTP.CD. Gross domestic product of Australia, figures to 2024, retrieved ${today}, vintage ${names.b}. ${permalink}`,
      next_due: '2026-07-29',
      late_from: '2026-10-27',
    });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await get(getDataset.url, { vintage: names.b }).set('if-none-match', String(headers['etag'])).expect(304);
  });

  it('can be limited to a range, and is cited in its CSV', async () => {
    const range = { vintage: names.b, from: '2024', format: 'csv' };
    const { text, headers } = await get(getDataset.url, { ...range, cite: 'true' }).expect(200);
    expect(text.split('\r\n')).toEqual([
      '\uFEFFdate,value',
      '2024,1750000000000',
      expect.stringContaining(`# World Bank, World Development Indicators, NY.GDP.MKTP.CD. Gross domestic`),
      '# CC BY 4.0 (World Bank)',
      '',
    ]);
    expect(headers['content-disposition']).toContain(`${slug}-${names.b}.csv`);
    expect((await get(getDataset.url, { ...range, cite: 'True' }).expect(200)).text).toBe(text);
    const plain = await get(getDataset.url, { ...range, cite: 'false' }).expect(200);
    expect(plain.text).toBe('\uFEFFdate,value\r\n2024,1750000000000\r\n');
  });

  it('has no filter of an empty value', async () => {
    const none = { from: '', to: '', as: '', format: '', as_of: '', vintage: '', cite: '' };
    const { text } = await get(getDataset.url, {}).expect(200);
    expect((await get(getDataset.url, none).expect(200)).text).toBe(text);
    await get(listRevisions.url, { before: '', after: '' }).expect(200);
    const { body } = await get(getDataset.url, { unknown: '' }).expect(400);
    expect(body.details).toEqual({ unknown: ['Unknown field.'] });
  });

  it('has a different etag from the same range of another vintage', async () => {
    const range = { from: '1990', to: '1991', format: 'csv' };
    const etagOf = async (vintage: string) =>
      (await get(getDataset.url, { ...range, vintage }).expect(200)).headers['etag'];
    expect(await etagOf(names.a)).not.toBe(await etagOf(names.b));
  });

  it.each([
    ['a day after today', { as_of: addDays(today, 1) }],
    ['a day and a name', { as_of: '2026-04-01', vintage: '0123456789ab' }],
    ['a day that is none', { as_of: '2026-02-30' }],
    ['a month', { as_of: '2026-02' }],
  ])('is refused for %s', async (_what, query) => {
    const { body } = await get(getDataset.url, query).expect(400);
    expect(Object.keys(body.details as object)).toEqual(['as_of']);
  });

  it.each([
    ['a day before the first', { as_of: '2026-03-19' }],
    ['an unknown name', { vintage: '0123456789ab' }],
    ['a name that can be none', { vintage: '\u0000%' }],
  ])('is a 404 for %s', async (_what, query) => {
    await get(getDataset.url, query).expect(404);
  });

  it('is a 404 in another dataset', async () => {
    await get(getDataset.url, { vintage: names.b }, 'inflation-australia').expect(404);
  });
});

describe('revisions', () => {
  it('compare the current vintage with the previous one', async () => {
    expect(await dataOf(listRevisions.url)).toEqual({
      before: names.b,
      after: names.a,
      first_covered: { before: '1960', after: '1960' },
      last_covered: { before: '2024', after: '2024' },
      added: [],
      changed: [
        { date: '2024', before: 1_750_000_000_000, after: 1_700_000_000_000 },
        { date: '2023', before: 1_720_000_000_000, after: 1_723_827_215_335 },
      ].toReversed(),
      removed: [],
    });
  });

  it('compare any two vintages, in either order', async () => {
    const ends = { before: names.a, after: names.release };
    expect(await dataOf(listRevisions.url, ends)).toMatchObject({
      last_covered: { before: '2024', after: '2023' },
      added: [],
      changed: [],
      removed: [{ date: '2024', value: 1_700_000_000_000 }],
    });
  });

  it('of the first vintage are all of its points, and between equal vintages none', async () => {
    const first = await dataOf(listRevisions.url, { after: names.release });
    expect(first).toMatchObject({ before: null, first_covered: { before: null, after: '1960' } });
    expect(first['added']).toHaveLength(64);
    const itself = await dataOf(listRevisions.url, { before: names.b, after: names.b });
    expect(itself).toMatchObject({ before: names.b, after: names.b, added: [], changed: [], removed: [] });
  });

  it('of a tax table are its years with their brackets', async () => {
    const { added } = await dataOf(listRevisions.url, {}, 'income-tax-residents');
    expect(added).toContainEqual({
      date: '2025-26',
      value: expect.arrayContaining([{ income_over: 0, rate_percent: 0 }]),
    });
  });

  it.each([{ before: '0123456789ab' }, { after: 'no-such-name' }])('of %j are a 404', async (query) => {
    await get(listRevisions.url, query).expect(404);
  });
});

it('a day before the years that the database supports is before every vintage', async () => {
  await get(getDataset.url, { as_of: '0000-01-01' }).expect(404);
});

it('a dataset without a file is in no list, and a 404', async () => {
  for (const { url } of [getDataset, listVintages, listRevisions]) await get(url, {}, 'no-such').expect(404);
});
