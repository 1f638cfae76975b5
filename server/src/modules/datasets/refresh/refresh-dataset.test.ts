import {
  refreshDataset as refreshOperation,
  listRefreshes,
  listVintages,
} from 'contract/datasets/datasets.ts';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { StartError } from '#platform/process/start-error.ts';
import { datasetsFolder } from '#root-folders.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { useFolder } from '#test/folder.ts';
import { queuedJobs } from '#test/jobs.ts';
import { changedFile, publisherFile } from '#test/publisher-files.ts';
import { type Publisher, servesFile, startPublisher } from '#test/publisher.ts';
import { runCommand } from '#test/run-command.ts';
import { importDataset } from '../import-dataset.ts';
import { readReleaseDatasets } from '../release-files.ts';
import { refreshDataset } from './refresh-dataset.ts';
import { refreshSources } from './refresh-sources.ts';
import { refreshDueDatasets } from './refreshes.service.ts';

const slug = 'rba-cash-rate-changes';
const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let publisher: Publisher;
beforeAll(async () => {
  publisher = await startPublisher();
});
afterAll(() => publisher.close());
beforeEach(() => test.database.pool.query('DELETE FROM dataset_refreshes'));

/** Table A2, published on this day of November 2026. */
const tableOf = (day: number) =>
  changedFile(
    'rba-a2-2026-09-29.csv',
    /(?<=date,29-Sep-2026,)29-Sep-2026/,
    `${String(day).padStart(2, '0')}-Nov-2026`,
  );

function sourceOf(url = publisher.url) {
  const sources = refreshSources(readReleaseDatasets(datasetsFolder), new Map([[slug, url]]));
  const source = sources.get(slug);
  if (!source) throw new Error('It has a reader.');
  return source;
}

const lines: string[] = [];
const log = (level: string) => (facts: object, text: string) => {
  lines.push(`${level} ${text} ${JSON.stringify(facts)}`);
};
const logger = { info: log('info'), warn: log('warn') };
const deps = () => ({
  database: test.database,
  publicUrl: 'http://localhost:3000',
  logger,
  fetchLimits: { headersMs: 300, totalMs: 600 },
});
const refreshing = (url?: string) => refreshDataset(deps(), sourceOf(url), { isDueOnly: false });
const stored = () => test.database.prisma.datasetRefresh.findUniqueOrThrow({ where: { slug } });
const hoursToNextTry = async () => {
  const { tried_at, next_try_at } = await stored();
  return ((next_try_at?.getTime() ?? 0) - (tried_at?.getTime() ?? 0)) / 3_600_000;
};
const vintagesOf = async () =>
  (await callApi(test, listVintages, { id: slug }).expect(200)).body.data as { origin: string }[];

const moveClaim = (when: string) =>
  test.database.pool.query(`UPDATE dataset_refreshes SET claimed_until = now() ${when}`);

function runJob(data_refresh: 'on' | 'off', sources = [sourceOf()]) {
  const { settings } = test.dependencies;
  const current = () => ({ ...settings.current(), data_refresh });
  const dataSources = new Map(sources.map((source) => [source.slug, source]));
  return refreshDueDatasets({ ...deps(), settings: { current }, dataSources });
}

async function setRefresh(value: 'on' | 'off') {
  const key = 'data_refresh';
  await test.database.prisma.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
  await test.dependencies.settings.reload();
}

describe('a refresh', () => {
  it('adds a vintage with its source, and sends conditional requests from then on', async () => {
    publisher.answer(servesFile(tableOf(3)));
    expect(await refreshing()).toMatchObject({
      state: 'renewed',
      vintage: { added: 0, changed: 0, removed: 0 },
    });
    expect(await vintagesOf()).toMatchObject([
      { origin: 'refresh', published: '2026-11-03', last: '2026-11-03' },
      { origin: 'built_in' },
    ]);
    const row = await test.database.prisma.datasetVintage.findFirstOrThrow({ where: { origin: 'refresh' } });
    expect(row.url).toBe(publisher.url);
    expect(await hoursToNextTry()).toBeCloseTo(24, 3);

    expect(await refreshing()).toEqual({ state: 'unchanged' });
    expect(publisher.requests.at(-1)?.headers['if-none-match']).toBeDefined();
    expect(await stored()).toMatchObject({ state: 'unchanged', failures: 0, reason: null });
  });

  it('sends the validators of a response only to its URL', async () => {
    publisher.answer(servesFile(tableOf(3)));
    await refreshing();
    await refreshing(`${publisher.url}?other`);
    expect(publisher.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it.each([
    [
      'refused',
      () => changedFile('rba-a2-2026-09-29.csv', '4.60', '460'),
      'line 112, column 3: "460" is not from 0 to 25',
    ],
    ['refused', () => Buffer.from('<!DOCTYPE html>\n'), 'is not CSV but HTML'],
    [
      'refused',
      () => publisherFile('rba-a2-2026-05-05.csv'),
      '2026-09-30 is missing: the file ends at 2026-05-06, before 2026-11-03',
    ],
  ])('is %s for an invalid file, and the figures do not change', async (state, bytes, reason) => {
    const before = await vintagesOf();
    publisher.answer(servesFile(bytes()));
    expect(await refreshing()).toEqual({ state, reason });
    expect(await vintagesOf()).toEqual(before);
    expect(await stored()).toMatchObject({ state, reason, failures: 1, answered_at: null, etag: null });
  });

  it('whose reading ends unexpectedly was recorded as a failure before, and is not repeated at once', async () => {
    publisher.answer(servesFile(tableOf(3)));
    const source = sourceOf();
    const broken = {
      ...source,
      about: { ...source.about, reader: { ...source.about.reader, units: null as never } },
    };
    await expect(refreshDataset(deps(), broken, { isDueOnly: false })).rejects.toThrow(TypeError);
    expect(await stored()).toMatchObject({
      state: 'refused',
      reason: 'reading the file was interrupted',
      failures: 1,
    });
    expect(await hoursToNextTry()).toBeCloseTo(1, 3);
    await moveClaim("- interval '1 second'");
    expect(await refreshDataset(deps(), sourceOf(), { isDueOnly: true })).toBeNull();
  });

  it('that fails is retried after 1, 2, 4, 8, 16 and then every 24 hours', async () => {
    publisher.answer((_request, response) => response.writeHead(500).end());
    const hours: number[] = [];
    for (let failures = 1; failures <= 7; failures++) {
      await refreshing();
      hours.push(Math.round((await hoursToNextTry()) * 100) / 100);
    }
    expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24]);
    expect(await stored()).toMatchObject({ state: 'unreachable', reason: 'answered 500', failures: 7 });
  });

  it('waits as long as the publisher asks, up to a day', async () => {
    publisher.answer((_request, response) => response.writeHead(503, { 'retry-after': '7200' }).end());
    await refreshing();
    expect(await hoursToNextTry()).toBeCloseTo(2, 3);
    publisher.answer((_request, response) => response.writeHead(503, { 'retry-after': '9999999' }).end());
    await refreshing();
    expect(await hoursToNextTry()).toBeCloseTo(24, 3);
  });

  it('logs one warning when it begins to fail, and one line when it succeeds again', async () => {
    lines.length = 0;
    publisher.answer((_request, response) => response.writeHead(302, { location: '/new' }).end());
    await refreshing();
    await refreshing();
    publisher.answer(servesFile(tableOf(3)));
    await refreshing();
    await refreshing();
    expect(lines).toEqual([
      expect.stringMatching(
        /^warn a dataset could not be refreshed .*"moved".*answered 302 and leads to \/new/,
      ),
      expect.stringMatching(/^info a dataset is refreshed again/),
    ]);
  });

  it('requests once although several processes try, and again after the claim of a killed process has expired', async () => {
    const before = publisher.requests.length;
    const held: Parameters<RequestListener>[] = [];
    publisher.answer((...exchange) => held.push(exchange));
    let refused = 0;
    const results = [1, 2, 3].map(async () => {
      const result = await refreshing();
      if (!result) refused += 1;
      return result;
    });
    // A process that came after the response would rightly try again.
    await expect.poll(() => [held.length, refused]).toEqual([1, 2]);
    publisher.answer(servesFile(tableOf(3)));
    servesFile(tableOf(3))(...held[0]!);
    expect((await Promise.all(results)).filter(Boolean)).toHaveLength(1);
    expect(publisher.requests).toHaveLength(before + 1);
    await moveClaim("+ interval '30 seconds'");
    expect(await refreshing()).toBeNull();
    await moveClaim("- interval '1 second'");
    expect(await refreshing()).toEqual({ state: 'unchanged' });
  });

  it('is not recorded as interrupted if the database ends its transaction, and is not claimed by another process meanwhile', async () => {
    publisher.answer(servesFile(tableOf(4)));
    const before = publisher.requests.length;
    const blocker = await test.database.pool.connect();
    const key = `hashtextextended('dataset ${slug}', 0)`;
    await blocker.query(`SELECT pg_advisory_lock(${key})`);
    const patient = { ...deps(), pauses: { renewalMs: 20, repetitionMs: 20 } };
    const refreshed = refreshDataset(patient, sourceOf(), { isDueOnly: false });
    const endWaiting = async () =>
      (
        await blocker.query(
          `SELECT pg_terminate_backend(pid) FROM pg_locks
           WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
      ).rowCount;
    // The driver repeats some failures by itself once.
    for (let ended = 0; ended < 3; ended++) await expect.poll(endWaiting, { interval: 10 }).toBe(1);
    await moveClaim("+ interval '1 second'");
    const secondsLeft = async () => (((await stored()).claimed_until?.getTime() ?? 0) - Date.now()) / 1_000;
    await expect.poll(secondsLeft).toBeGreaterThan(30);
    expect(await refreshing()).toBeNull();
    await blocker.query(`SELECT pg_advisory_unlock(${key})`);
    blocker.release();
    expect(await refreshed).toMatchObject({ state: 'renewed' });
    expect(await stored()).toMatchObject({
      state: 'renewed',
      reason: null,
      failures: 0,
      claimed_until: null,
    });
    expect(publisher.requests).toHaveLength(before + 1);
  });

  it('during an import adds both vintages, in the order of their commits', async () => {
    const bytes = tableOf(10);
    publisher.answer(servesFile(tableOf(5)));
    const [refreshed, imported] = await Promise.allSettled([
      refreshing(),
      importDataset(test.database, { folder: datasetsFolder }, slug, bytes),
    ]);
    expect(imported.status).toBe('fulfilled');
    expect(refreshed.status).toBe('fulfilled');
    const [latest] = await vintagesOf();
    expect(latest).toMatchObject({ origin: 'import', last: '2026-11-10' });
  });
});

describe('the job', () => {
  it('sends no request while the setting is off, and then for the datasets that are due', async () => {
    publisher.answer((_request, response) => response.writeHead(404).end());
    const before = publisher.requests.length;
    await runJob('off');
    expect(publisher.requests).toHaveLength(before);
    await runJob('on');
    await runJob('on');
    expect(publisher.requests).toHaveLength(before + 1);
    await test.database.pool.query("UPDATE dataset_refreshes SET next_try_at = now() - interval '1 second'");
    await runJob('on');
    expect(publisher.requests).toHaveLength(before + 2);
  });

  it('refreshes the other datasets if one of them ends in an unexpected error, which it reports', async () => {
    publisher.answer(servesFile(Buffer.from('<html>\n')));
    const source = sourceOf();
    const broken = { ...source, slug: 'broken', about: { ...source.about, reader: null as never } };
    await expect(runJob('on', [broken, source])).rejects.toThrow(TypeError);
    expect((await stored()).reason).toBe('is not CSV but HTML');
    const { state, reason } = await test.database.prisma.datasetRefresh.findUniqueOrThrow({
      where: { slug: 'broken' },
    });
    expect([state, reason]).toEqual(['refused', 'reading the file was interrupted']);
    const others = ['broken-too', 'broken-as-well'].map((name) => ({ ...broken, slug: name }));
    await expect(runJob('on', others)).rejects.toMatchObject({
      errors: [expect.any(TypeError), expect.any(TypeError)],
    });
  });
});

describe('staff', () => {
  it('see the last attempt and why it failed', async () => {
    const { access } = await createCaller(test, { is_staff: true });
    publisher.answer(servesFile(Buffer.from('<html>\n')));
    await refreshing();
    const { body } = await callApi(test, listRefreshes, { access }).expect(200);
    expect(body.is_on).toBe(false);
    const slugs = (body.data as { slug: string }[]).map((one) => one.slug);
    expect(slugs).toHaveLength(18);
    expect(slugs).toEqual(expect.arrayContaining([slug, 'cpi-quarterly', 'lending-owner-new-variable']));
    expect(body.data).toContainEqual(
      expect.objectContaining({
        slug,
        url: 'https://www.rba.gov.au/statistics/tables/csv/a2-data.csv',
        url_by_operator: false,
        is_running: false,
        state: 'refused',
        reason: 'is not CSV but HTML',
        failures: 1,
        answered_at: null,
        tried_at: expect.any(String) as string,
        next_try_at: expect.any(String) as string,
      }),
    );
    expect(body.data).toContainEqual(
      expect.objectContaining({
        slug: 'cpi-quarterly',
        state: 'waiting',
        tried_at: null,
        last: '2025-Q3',
      }),
    );
  });

  it('is requested at most six times an hour by an agent, and waits as one job for each dataset', async () => {
    await setRefresh('on');
    onTestFinished(() => setRefresh('off'));
    const { access } = await createCaller(test, { is_superuser: true });
    const statuses = await Promise.all(
      Array.from(
        { length: 7 },
        async () => (await callApi(test, refreshOperation, { id: slug, access })).status,
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const jobs = await queuedJobs(test.database);
    expect(
      jobs.filter(({ task, payload }) => task === 'refresh_dataset' && payload['slug'] === slug),
    ).toHaveLength(1);
    const { access: other } = await createCaller(test, { is_superuser: true });
    expect((await callApi(test, refreshOperation, { id: slug, access: other })).status).toBe(200);
    const { rows } = await test.database.pool.query(
      "SELECT queue_name FROM graphile_worker.jobs WHERE task_identifier = 'refresh_dataset'",
    );
    expect(rows).toEqual([{ queue_name: 'refresh_dataset' }]);
  });

  it('can request a refresh at once, while refreshes are on', async () => {
    const { access } = await createCaller(test, { is_staff: true });
    const asking = (id: string) => callApi(test, refreshOperation, { id, access });
    await asking(slug).expect(409);
    await setRefresh('on');
    onTestFinished(() => setRefresh('off'));
    await asking('audusd-monthly').expect(404);
    await asking('no-such').expect(404);
    const { body } = await asking(slug).expect(200);
    expect(body).toEqual({ msg: 'The publisher is asked now.' });
    expect(await queuedJobs(test.database)).toContainEqual(
      expect.objectContaining({ task: 'refresh_dataset', payload: { slug }, waits: false }),
    );
  });
});

describe('the command', () => {
  const folder = useFolder();
  const run = (variables: Record<string, string>, ...args: string[]) =>
    runCommand('data', ['refresh', ...args], {
      DATABASE_URL: test.database.url,
      DATA_DIR: folder,
      DATA_URLS: `${slug}=${publisher.url}`,
      ...variables,
    });

  it('refreshes while the setting is off, and changes nothing with --dry-run', async () => {
    publisher.answer(servesFile(tableOf(12)));
    const before = await vintagesOf();
    const would = await run({}, slug, '--dry-run');
    const change = /vintage [0-9a-f]{12}: 0 added, 0 changed, 0 removed\n$/;
    expect(would.output).toMatch(new RegExp(`^${slug}: would be renewed, ${change.source}`));
    expect(await vintagesOf()).toEqual(before);
    expect(await test.database.prisma.datasetRefresh.count()).toBe(0);
    expect((await run({}, slug)).output).toMatch(new RegExp(`^${slug}: renewed, ${change.source}`));
    expect(await run({}, slug)).toEqual({ code: 0, output: `${slug}: unchanged\n`, errors: '' });
  });

  it('ends with 1 if a dataset failed', async () => {
    publisher.answer((_request, response) => response.writeHead(500).end());
    const { code, output } = await run({}, slug);
    expect([code, output]).toEqual([1, `${slug}: unreachable: answered 500\n`]);
  });

  it('refuses a dataset that cannot be read from its publisher', async () => {
    const { code, errors } = await run({}, 'audusd-monthly');
    expect([code, errors]).toEqual([1, 'audusd-monthly is no dataset that can be refreshed.\n']);
    const urls = new Map([['audusd-monthly', '']]);
    const open = () => refreshSources(readReleaseDatasets(datasetsFolder), urls);
    expect(open).toThrow('DATA_URLS names audusd-monthly, which is no dataset that can be refreshed.');
    expect(open).toThrow(StartError);
  });
});
