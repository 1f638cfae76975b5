import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentFolder, readConfig } from '#config.ts';
import { importDataset } from '#modules/datasets/datasets.store.ts';
import { StartError } from '#platform/process/start-error.ts';
import { runCommand, withDatabase } from './command.ts';

const usage =
  'npm run data -- import SLUG FILE\n' +
  'FILE is JSON in the shape of content/datasets/SLUG/data.json, and reaches at least as far.';

/** Works beside a running server, which serves the new figures within a minute, and without one. */
await runCommand(async ([command, slug, path, ...rest]) => {
  if (command !== 'import' || !slug || !path || rest.length > 0) throw new StartError(usage);
  const file = await readJson(path);
  await withDatabase(readConfig(process.env), async (database) => {
    const { facts } = await importDataset(database, join(contentFolder, 'datasets'), slug, file);
    console.log(`Imported ${slug}: ${facts.points} figures, ${facts.first} to ${facts.last}.`);
  });
});

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartError(`${path}: ${(error as Error).message}`);
  }
}
