import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentFolder, readConfig } from '#config.ts';
import { DatasetFault } from '#modules/datasets/dataset-content.ts';
import { importDataset } from '#modules/datasets/datasets.store.ts';
import { StartError } from '#platform/process/start-error.ts';
import { withDatabase } from './command-database.ts';

const usage =
  'npm run data -- import SLUG FILE\n' +
  'FILE is JSON in the shape of content/datasets/SLUG/data.json, and reaches at least as far.';

/** `npm run data`: works beside a running server, which takes the new figures within a minute, and without one. */
try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError || error instanceof DatasetFault)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main([command, slug, path, ...rest]: string[]): Promise<void> {
  if (command !== 'import' || !slug || !path || rest.length > 0) throw new StartError(usage);
  const file = await readJson(path);
  await withDatabase(readConfig(process.env), async (database) => {
    const { facts } = await importDataset(database, join(contentFolder, 'datasets'), slug, file);
    console.log(`Imported ${slug}: ${facts.points} figures, ${facts.first} to ${facts.last}.`);
  });
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartError(`${path}: ${(error as Error).message}`);
  }
}
