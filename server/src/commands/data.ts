import { count } from 'contract/counts.ts';
import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { importDataset } from '#modules/datasets/import-dataset.ts';
import {
  previewRefresh,
  refreshDataset,
  type RefreshResult,
} from '#modules/datasets/refresh/refresh-dataset.ts';
import { refreshSources } from '#modules/datasets/refresh/refresh-sources.ts';
import { addReleaseVintages, readReleaseDatasets } from '#modules/datasets/release-files.ts';
import type { AddedVintage } from '#modules/datasets/vintages.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import { StartError } from '#platform/process/start-error.ts';
import { datasetsFolder } from '#root-folders.ts';
import { readArguments, runCommand, withDatabase } from './command.ts';

const usage =
  'npm run data -- import SLUG FILE [--dry-run]\n' +
  'npm run data -- refresh [SLUG] [--dry-run]\n' +
  'FILE is the publisher’s own file, or JSON in the format of content/datasets/SLUG/data.json. It must cover at least the same period.';

/** A dry run before the first start compares with no figures, because it writes none. */
const withVintages = (config: Config, isDryRun: boolean, work: (database: Database) => Promise<void>) =>
  withDatabase(config, async (database) => {
    if (!isDryRun) await addReleaseVintages(database, datasetsFolder);
    await work(database);
  });

async function importFile(database: Database, slug: string, bytes: Buffer, isDryRun: boolean): Promise<void> {
  const options = { folder: datasetsFolder, isDryRun };
  const { figures, added, vintage } = await importDataset(database, options, slug, bytes);
  if (!added) {
    console.log(`Nothing new for ${slug}: vintage ${vintage}.`);
    return;
  }
  const { first, last, series, rows } = figures;
  console.log(
    `${isDryRun ? 'Would import' : 'Imported'} ${slug}: ${count((series ?? rows ?? []).length, 'figure')}, ${first} to ${last}. ` +
      `${describeVintage(added, 'Vintage')}.`,
  );
}

const describeVintage = ({ name, added, changed, removed }: AddedVintage, word: string) =>
  `${word} ${name}: ${added} added, ${changed} changed, ${removed} removed`;

/** Works even if the setting `data_refresh` is off. */
async function refresh(config: Config, slug: string | undefined, isDryRun: boolean): Promise<void> {
  const sources = refreshSources(readReleaseDatasets(datasetsFolder), config.dataUrls);
  const selected = [...sources.values()].filter((source) => slug === undefined || source.slug === slug);
  if (selected.length === 0) throw new StartError(`${slug} is no dataset that can be refreshed.`);
  await withVintages(config, isDryRun, async (database) => {
    // The lines that are printed below replace the log.
    const deps = { database, publicUrl: config.publicUrl, logger: pino({ level: 'silent' }) };
    for (const source of selected) {
      const result: RefreshResult = isDryRun
        ? await previewRefresh(deps, source)
        : ((await refreshDataset(deps, source, { isDueOnly: false })) ?? refreshedElsewhere);
      console.log(`${source.slug}: ${outcome(result, isDryRun)}`);
      if ('reason' in result) process.exitCode = 1;
    }
  });
}

const refreshedElsewhere: RefreshResult = {
  state: 'unreachable',
  reason: 'another process is fetching the file',
};

function outcome(result: RefreshResult, isDryRun: boolean): string {
  if (result.state === 'unchanged') return 'unchanged';
  if (result.state !== 'renewed') return `${result.state}: ${result.reason}`;
  return `${isDryRun ? 'would be renewed' : 'renewed'}, ${describeVintage(result.vintage, 'vintage')}`;
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new StartError(`${path}: ${(error as Error).message}`);
  }
}

/** Works with or without running servers, which serve the new figures within 2 seconds. */
await runCommand(async (args) => {
  const { positionals, values } = readArguments(args, { 'dry-run': { type: 'boolean' } }, usage);
  const [command, slug, path, ...rest] = positionals;
  const isDryRun = values['dry-run'] ?? false;
  const config = readConfig(process.env);
  if (command === 'import' && slug && path && rest.length === 0) {
    const bytes = await readBytes(path);
    return withVintages(config, isDryRun, (database) => importFile(database, slug, bytes, isDryRun));
  }
  if (command === 'refresh' && path === undefined) return refresh(config, slug, isDryRun);
  throw new StartError(usage);
});
