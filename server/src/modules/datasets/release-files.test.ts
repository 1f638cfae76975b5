import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { useFolder } from '#test/folder.ts';
import { publisherFile } from '#test/publisher-files.ts';
import { runCommand } from '#test/run-command.ts';
import { readDataset } from './dataset-content.ts';
import { importDataset } from './import-dataset.ts';
import { addReleaseVintages, readReleaseDatasets } from './release-files.ts';
import { addVintage, lockCurrentVintage } from './vintages.ts';

const database = useTestDatabase();
const folder = useFolder();

const about = {
  title: 'Test',
  description: 'Test.',
  source: 'Test',
  source_terms: 'Test',
  unit: 'Test',
  frequency: 'annual',
  topic: 'Prices',
  order: 1,
  words: [],
};

type Rows = [number, number][];

const rowsTo2022 = (value: number): Rows => [2019, 2020, 2021, 2022].map((year) => [year, value]);
const fileOf = (rows: Rows) => Buffer.from(JSON.stringify({ rows }));

/** Creates the folder of a release that contains only this dataset. */
function releaseOf(name: string, slug: string, retrieved: string, rows: Rows): string {
  const path = join(folder, name);
  mkdirSync(join(path, slug), { recursive: true });
  writeFileSync(join(path, slug, 'about.json'), JSON.stringify({ ...about, retrieved }));
  writeFileSync(join(path, slug, 'data.json'), JSON.stringify({ rows }));
  return path;
}

/** Adds a vintage like a refresh. */
async function refresh(release: string, slug: string, rows: Rows): Promise<void> {
  const dataset = readReleaseDatasets(release).get(slug);
  if (!dataset) throw new Error(`The release does not contain ${slug}.`);
  const figures = readDataset(slug, dataset.about, { rows });
  await database.prisma.$transaction(async (tx) => {
    const current = await lockCurrentVintage(tx, dataset);
    await addVintage(tx, dataset, current, { figures, origin: 'refresh' });
  });
}

const ordered = async (slug: string) =>
  (await database.prisma.datasetVintage.findMany({ where: { slug }, orderBy: { known_from: 'asc' } })).map(
    ({ origin, last, points }) => `${origin} ${last} ${points}`,
  );

describe('the files of three releases', () => {
  const [first, second, third] = ['2020', '2021', '2023'].map((last) =>
    releaseOf(last, 'three', `${Number(last) + 1}-03-01`, [
      [2019, 1],
      [2020, 2],
      ...[2021, 2022, 2023].filter((year) => year <= Number(last)).map((year): [number, number] => [year, 3]),
    ]),
  ) as [string, string, string];

  it('become vintages in their order, and starting an older release again changes nothing', async () => {
    for (const release of [first, first, second, first]) await addReleaseVintages(database, release);
    expect(await ordered('three')).toEqual(['built_in 2020 2', 'built_in 2021 3']);
  });

  it('do not replace an import or a refresh that extends further, until a release extends further still', async () => {
    await importDataset(database, { folder: second }, 'three', fileOf(rowsTo2022(9)));
    for (const release of [second, first]) await addReleaseVintages(database, release);
    expect((await ordered('three')).at(-1)).toBe('import 2022 4');
    await refresh(second, 'three', rowsTo2022(8));
    for (const release of [second, first]) await addReleaseVintages(database, release);
    expect((await ordered('three')).at(-1)).toBe('refresh 2022 4');
    for (const release of [third, second, first, third]) await addReleaseVintages(database, release);
    expect((await ordered('three')).slice(2)).toEqual(['import 2022 4', 'refresh 2022 4', 'built_in 2023 5']);
  });
});

it('the first vintage is known from the day of its retrieval', async () => {
  await addReleaseVintages(database, releaseOf('day', 'day', '2026-02-20', [[2019, 1]]));
  const vintage = await database.prisma.datasetVintage.findFirstOrThrow({ where: { slug: 'day' } });
  expect(vintage.known_from.toISOString()).toBe('2026-02-20T00:00:00.000Z');
});

it('a file with the same coverage as the current figures replaces them if it was retrieved later', async () => {
  await addReleaseVintages(database, releaseOf('same-1', 'same', '2020-01-01', [[2019, 1]]));
  await addReleaseVintages(database, releaseOf('same-2', 'same', '2020-01-01', [[2019, 2]]));
  expect(await ordered('same')).toHaveLength(1);
  await addReleaseVintages(database, releaseOf('same-3', 'same', '2020-01-02', [[2019, 3]]));
  expect(await ordered('same')).toHaveLength(2);
});

it('processes that start at the same time add one vintage', async () => {
  const release = releaseOf('together', 'together', '2020-01-01', [[2019, 1]]);
  await Promise.all(Array.from({ length: 4 }, () => addReleaseVintages(database, release)));
  expect(await ordered('together')).toEqual(['built_in 2019 1']);
});

it('a gap in a file is no point, and its neighbours stay', async () => {
  const path = releaseOf('gap', 'gap', '2020-01-01', [[2019, 1]]);
  const file = Buffer.from('{"rows": [[2018, 1], [2019, null], [2020, 2]]}');
  const { figures } = await importDataset(database, { folder: path }, 'gap', file);
  expect(figures).toMatchObject({ first: '2018', last: '2020' });
  expect(figures.series).toEqual([
    { date: '2018', value: 1 },
    { date: '2020', value: 2 },
  ]);
});

it('-0 in a file is stored as 0', async () => {
  const release = releaseOf('zero', 'zero', '2020-01-01', [[2019, 0]]);
  await addReleaseVintages(database, release);
  const file = Buffer.from('{"rows": [[2019, -0], [2020, 1]]}');
  const { added } = await importDataset(database, { folder: release }, 'zero', file);
  expect(added).toMatchObject({ added: 1, changed: 0 });
});

it('a dry run adds no file of the release', async () => {
  await database.pool.query(`
    ALTER TABLE dataset_vintages DISABLE TRIGGER USER;
    DELETE FROM dataset_vintages WHERE slug = 'gdp-australia';
    ALTER TABLE dataset_vintages ENABLE TRIGGER USER`);
  const path = join(folder, 'cpi.csv');
  writeFileSync(path, publisherFile('rba-g1-2025-10-30.csv'));
  const variables = { DATABASE_URL: database.url, DATA_DIR: folder };
  const { output } = await runCommand('data', ['import', 'cpi-quarterly', path, '--dry-run'], variables);
  expect(output).toContain('Would import cpi-quarterly: 410 figures');
  expect(await ordered('cpi-quarterly')).toEqual(['built_in 2025-Q3 305']);
  expect(await ordered('gdp-australia')).toEqual([]);
});

const imported = (slug: string, rows: Rows, imported_at: string) =>
  database.prisma.importedDataset.create({ data: { slug, content: { rows }, imported_at } });

describe('an import of an earlier version', () => {
  it('follows the file of the release that introduced vintages', async () => {
    await imported(
      'ahead',
      [
        [2019, 1],
        [2020, 2],
      ] as Rows,
      '2026-05-01T10:00:00Z',
    );
    await addReleaseVintages(database, releaseOf('ahead', 'ahead', '2026-02-20', [[2019, 1]]));
    expect(await ordered('ahead')).toEqual(['built_in 2019 1', 'import 2020 2']);
    const last = await database.prisma.datasetVintage.findFirst({ where: { slug: 'ahead', last: '2020' } });
    expect(last).toMatchObject({ known_from: new Date('2026-05-01T10:00:00Z'), added: 1, changed: 0 });
  });

  it('precedes that file if its coverage ends earlier', async () => {
    await imported('behind', [[2018, 1]], '2026-05-01T10:00:00Z');
    await addReleaseVintages(
      database,
      releaseOf('behind', 'behind', '2026-02-20', [
        [2018, 1],
        [2019, 1],
      ]),
    );
    expect(await ordered('behind')).toEqual(['import 2018 1', 'built_in 2019 2']);
  });
});

it('two simultaneous imports become two vintages, one later than the other', async () => {
  const release = releaseOf('turns', 'turns', '2020-01-01', [[2019, 1]]);
  await addReleaseVintages(database, release);
  const importing = (value: number) =>
    importDataset(database, { folder: release }, 'turns', fileOf([[2019, value]]));
  await Promise.all([importing(2), importing(3), importing(2)]);
  const vintages = await database.prisma.datasetVintage.findMany({ where: { slug: 'turns' } });
  expect(new Set(vintages.map(({ known_from }) => known_from.getTime())).size).toBe(vintages.length);
  expect(vintages.length).toBeGreaterThanOrEqual(3);
});
