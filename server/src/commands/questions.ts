import { join } from 'node:path';
import { count } from 'contract/counts.ts';
import { importReleaseQuestions } from '#modules/quiz/release-questions.service.ts';
import { readConfig } from '#platform/config/config.ts';
import { StartError } from '#platform/process/start-error.ts';
import { contentFolder } from '#root-folders.ts';
import { readArguments, reportInOneLine, runCommand, withDatabase } from './command.ts';

const usage =
  'npm run questions -- import [--dry-run] [--include-removed]\n' +
  'Adds the questions of this version that the bank never had. With --include-removed, also those that staff deleted or whose text they changed.';

/** Works with or without running servers. */
await runCommand(async (args) => {
  const options = { 'dry-run': { type: 'boolean' }, 'include-removed': { type: 'boolean' } } as const;
  const { command, values } = readArguments(args, options, usage);
  if (command !== 'import') throw new StartError(usage);
  const isDryRun = values['dry-run'] ?? false;
  const includesRemoved = values['include-removed'] ?? false;
  await withDatabase(readConfig(process.env), async (database) => {
    await reportInOneLine('The questions were not imported', async () => {
      const folder = join(contentFolder, 'questions');
      const counts = await importReleaseQuestions({ database }, null, { folder, isDryRun, includesRemoved });
      const { missing, removed, created } = counts;
      const imported = isDryRun ? missing + (includesRemoved ? removed : 0) : created;
      console.log(
        `${isDryRun ? 'Would import' : 'Imported'} ${count(imported, 'question')} of this version.`,
      );
      if (removed > 0 && !includesRemoved) {
        console.log(
          `${count(removed, 'question')} that staff deleted or changed stayed as they left it; --include-removed imports them again.`,
        );
      }
    });
  });
});
