import { readFile } from 'node:fs/promises';
import { readConfig } from '#platform/config/config.ts';
import { datasetsFolder } from '#root-folders.ts';
import { importDataset } from '#modules/datasets/import-dataset.ts';
import { addReleaseVintages } from '#modules/datasets/release-files.ts';
import { StartError } from '#platform/process/start-error.ts';
import { readArguments, runCommand, withDatabase } from './command.ts';

const usage =
  'npm run data -- import SLUG FILE [--dry-run]\n' +
  'FILE is the publisher’s own file, or JSON in the format of content/datasets/SLUG/data.json. It must cover at least the same period.';

/** Works with or without running servers, which serve the new figures within 2 seconds. */
await runCommand(async (args) => {
  const { positionals, values } = readArguments(args, { 'dry-run': { type: 'boolean' } }, usage);
  const [command, slug, path, ...rest] = positionals;
  if (command !== 'import' || !slug || !path || rest.length > 0) throw new StartError(usage);
  const isDryRun = values['dry-run'] ?? false;
  const file = await readBytes(path);
  await withDatabase(readConfig(process.env), async (database) => {
    await addReleaseVintages(database, datasetsFolder);
    const options = { folder: datasetsFolder, isDryRun };
    const { figures, added, vintage } = await importDataset(database, options, slug, file);
    if (!added) {
      console.log(`Nothing new for ${slug}: vintage ${vintage}.`);
      return;
    }
    const { first, last, series, rows } = figures;
    console.log(
      `${isDryRun ? 'Would import' : 'Imported'} ${slug}: ${(series ?? rows ?? []).length} figures, ${first} to ${last}. ` +
        `Vintage ${vintage}: ${added.added} added, ${added.changed} changed, ${added.removed} removed.`,
    );
  });
});

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new StartError(`${path}: ${(error as Error).message}`);
  }
}
