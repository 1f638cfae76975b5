import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDataset, listVintages } from 'contract/datasets/datasets.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { datasetsFolder } from '#root-folders.ts';
import { useTestApp } from '#test/app.ts';
import { useFolder } from '#test/folder.ts';
import { idleSecondsUntil } from '#test/idle-seconds.ts';
import { changedFile, publisherFile } from '#test/publisher-files.ts';
import { runCommand } from '#test/run-command.ts';
import { DatasetFault } from './dataset-content.ts';
import { importDataset } from './import-dataset.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const today = new Date().toISOString().slice(0, 10);

const importingFile = (slug: string, bytes: Buffer) =>
  importDataset(test.database, { folder: datasetsFolder }, slug, bytes);
const importing = (slug: string, file: unknown) => importingFile(slug, Buffer.from(JSON.stringify(file)));
const get = (url: string, slug: string) => request(test.app.server).get(url.replace(':slug', slug));
const read = (slug: string) => get(getDataset.url, slug).expect(200);
const vintagesOf = async (slug: string) =>
  (await get(listVintages.url, slug).expect(200)).body.data as { vintage: string }[];
const fileOf = (slug: string) =>
  JSON.parse(readFileSync(join(datasetsFolder, slug, 'data.json'), 'utf8')) as {
    rows: [number, number | null][];
  };

describe('an import', () => {
  it('replaces the figures of this version', async () => {
    const file = fileOf('gdp-australia');
    file.rows.push([2024, 1_750_000_000_000]);
    const { added } = await importing('gdp-australia', file);
    expect(added).toMatchObject({ added: 1, changed: 0, removed: 0 });
    await expect
      .poll(async () => (await read('gdp-australia')).body.data)
      .toMatchObject({ last: '2024', points: 65, vintage: added?.name, retrieved: today });
  });

  it.each([
    ['a gap', [2026, 1], 'inflation-australia, row 66 (2026): 2025 is missing.'],
    ['a date twice', [2024, 1], 'inflation-australia, row 66 (2024): not later than 2024.'],
    ['a falling date', [2023, 1], 'inflation-australia, row 66 (2023): not later than 2024.'],
    ['another kind of date', [20_255, 1], 'inflation-australia, row 66 (20255): not a date of this dataset.'],
    ['a year without a figure', [2025, null], 'inflation-australia, row 66 (2025): null is not a number.'],
    ['a figure out of range', [2025, 316], 'inflation-australia, row 66 (2025): 316 is not from -20 to 50.'],
  ] as const)('with %s is refused with the number of the row', async (_what, [year, value], fault) => {
    const file = fileOf('inflation-australia');
    file.rows.push([year, value]);
    await expect(importing('inflation-australia', file)).rejects.toThrow(new DatasetFault(fault));
    expect(await vintagesOf('inflation-australia')).toHaveLength(1);
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
    await expect(importing('rba-cash-rate-changes', file)).rejects.toThrow(fault);
  });

  it.each([
    ['twice the same income', 18_200],
    ['a falling income', 18_000],
  ])('of a tax table with %s is refused with the year', async (_what, income) => {
    const brackets = [
      [0, 0],
      [18_200, 19],
      [income, 30],
    ];
    const file = { rows: { '2025-26': brackets } };
    await expect(importing('income-tax-residents', file)).rejects.toThrow(
      new DatasetFault('income-tax-residents, 2025-26: the incomes do not rise.'),
    );
  });

  it('that begins later, ends earlier, has no rows or belongs to no dataset is refused', async () => {
    const file = fileOf('inflation-australia');
    const importingRows = (rows: object) => importing('inflation-australia', { rows });
    await expect(importingRows(file.rows.slice(0, -1))).rejects.toThrow('would end at 2023, before 2024');
    await expect(importingRows(file.rows.slice(1))).rejects.toThrow('would begin at 1961, after 1960');
    await expect(importingRows(fileOf('income-tax-residents').rows)).rejects.toThrow(
      'no rows that can be read',
    );
    await expect(importing('inflation-australia', {})).rejects.toThrow(DatasetFault);
    await expect(importing('unknown', file)).rejects.toThrow(DatasetFault);
  });
});

describe('an import of the publisher’s own file', () => {
  it('adds a vintage with the publisher’s date, and reports no change the second time', async () => {
    const bytes = changedFile('rba-a2-2026-09-29.csv', /(?<=date,29-Sep-2026,)29-Sep-2026/, '03-Nov-2026');
    const { added, vintage } = await importingFile('rba-cash-rate-changes', bytes);
    expect(added).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect((await importingFile('rba-cash-rate-changes', bytes)).added).toBeNull();
    expect(await vintagesOf('rba-cash-rate-changes')).toMatchObject([
      { vintage, published: '2026-11-03', last: '2026-11-03', origin: 'import' },
      { origin: 'built_in' },
    ]);
  });

  it('may begin earlier than the file of this version, and may come from another publisher', async () => {
    await importingFile('cpi-quarterly', publisherFile('rba-g1-2025-10-30.csv'));
    const isThere = async () => (await get(getDataset.url, 'cpi-quarterly')).body.data as object;
    await expect.poll(isThere).toMatchObject({ first: '1923-Q2', last: '2025-Q3', points: 410 });
    expect(await vintagesOf('cpi-quarterly')).toMatchObject([{ added: 105, changed: 0 }, { added: 305 }]);
    const { body } = await get(getDataset.url, 'cpi-quarterly')
      .query({ from: '2019-06', to: '2019' })
      .expect(200);
    expect((body.data.series as { date: string }[]).map(({ date }) => date)).toEqual([
      '2019-Q2',
      '2019-Q3',
      '2019-Q4',
    ]);
  });

  it('is refused as a whole, in one line', async () => {
    const bytes = changedFile('rba-a2-2026-09-29.csv', '30-Sep-2026', '31-Sep-2026');
    await expect(importingFile('rba-cash-rate-changes', bytes)).rejects.toThrow(
      new DatasetFault(
        'rba-cash-rate-changes: line 112, column 1: "31-Sep-2026" is not a date such as 04-Jan-2011.',
      ),
    );
  });

  it('is refused for a dataset without a reader', async () => {
    await expect(importingFile('audusd-monthly', publisherFile('rba-f11.1-2025-10-31.csv'))).rejects.toThrow(
      'audusd-monthly: is not JSON but CSV.',
    );
    await expect(importingFile('audusd-monthly', Buffer.from('<html>\n'))).rejects.toThrow(
      'audusd-monthly: is not JSON but HTML.',
    );
  });
});

describe('the command', () => {
  const folder = useFolder();
  const run = (slug: string, file: object, ...options: string[]) => {
    const path = join(folder, 'data.json');
    writeFileSync(path, JSON.stringify(file));
    const variables = { DATABASE_URL: test.database.url, DATA_DIR: folder };
    return runCommand('data', ['import', slug, path, ...options], variables);
  };
  const file = fileOf('audusd-monthly') as unknown as { rows: [string, number][] };
  const longer = { ...file, rows: [...file.rows, ['2026-07', 1.5]] };

  it('with --dry-run reports what would happen, and writes nothing', async () => {
    const { code, output } = await run('audusd-monthly', longer, '--dry-run');
    expect(output).toMatch(
      /^Would import audusd-monthly: 667 figures, 1971-01 to 2026-07\. Vintage [0-9a-f]{12}: 1 added, 0 changed, 0 removed\.\n$/,
    );
    expect(code).toBe(0);
    expect(await vintagesOf('audusd-monthly')).toHaveLength(1);
  });

  it('imports a file that a running server serves within 2 seconds, and reports if there is no change', async () => {
    const { output } = await run('audusd-monthly', longer);
    const name = /^Imported .+ Vintage ([0-9a-f]{12}): 1 added/.exec(output)?.[1];
    const isServed = async () => (await read('audusd-monthly')).body.data.vintage === name;
    expect(await idleSecondsUntil(isServed)).toBeLessThan(2);
    const again = await run('audusd-monthly', longer);
    expect(again).toEqual({
      code: 0,
      output: `Nothing new for audusd-monthly: vintage ${name}.\n`,
      errors: '',
    });
    expect(await vintagesOf('audusd-monthly')).toHaveLength(2);
  });

  it('reports in one line why a file is refused', async () => {
    expect(await run('audusd-monthly', file)).toEqual({
      code: 1,
      output: '',
      errors: 'audusd-monthly would end at 2026-06, before 2026-07.\n',
    });
  });
});
