import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildApp } from '#app.ts';
import { deriveKeys } from '#auth/keys/keys.ts';
import { createPasswordHashing } from '#auth/credentials/passwords.ts';
import { addReleaseVintages } from '#modules/datasets/release-files.ts';
import { importStarterBank } from '#modules/quiz/release-questions.service.ts';
import { rollUpReports } from '#modules/reports/reports.service.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { lockDataFolder } from '#platform/database/data-folder-lock.ts';
import type { Database } from '#platform/database/database.ts';
import { listenError, StartError } from '#platform/process/start-error.ts';
import { readOrMakeSecret } from '#platform/process/secret.ts';
import { openDependencies } from '#open-dependencies.ts';
import { contentFolder, datasetsFolder } from '#root-folders.ts';
import { insertHistory } from './demo/history.ts';
import { insertPeople } from './demo/people.queries.ts';
import { crowd, demoPassword, demoPeople } from './demo/people.ts';
import { makeWorld } from './demo/world.ts';
import { readArguments, runCommand, withDatabase } from './command.ts';

const usage = 'usage: demo [--fresh] [number of guesses]';
/** As many IP records, and as many log records. */
const usualGuesses = 10_000;

/** Fills an empty database with the world of the demonstration. With `--fresh` DATA_DIR is emptied first. */
await runCommand(async (args) => {
  const { positionals, values } = readArguments(args, { fresh: { type: 'boolean', default: false } }, usage);
  const [guesses = usualGuesses] = positionals.map(Number);
  const config = readConfig(process.env);
  if (!config.isDemo) throw new StartError('Use npm run demo, or npm run dev -- --seed.');
  if (values.fresh) {
    await checkPort(config);
    emptyFolder(config.dataDir);
  }
  await withDatabase(config, (database) => fill(database, config, guesses));
});

/** Refuses before the filling, which takes longer than a start, what the start would refuse after it. */
async function checkPort({ host, port }: Config): Promise<void> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, { host, port, hostName: 'HOST', portName: 'PORT' });
  }
  server.close();
}

/** Throws `DataFolderInUseError` if another process uses the folder. */
function emptyFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const unlock = lockDataFolder(folder);
  for (const name of readdirSync(folder)) {
    if (name !== 'lock') rmSync(join(folder, name), { recursive: true });
  }
  unlock();
}

async function fill(database: Database, config: Config, guesses: number): Promise<void> {
  if ((await database.prisma.user.count()) > 0) {
    throw new StartError(
      `${config.dataDir} has accounts already. Remove it, or set DATA_DIR to another folder.`,
    );
  }
  const passwordHash = await createPasswordHashing(config).hash(demoPassword, '127.0.0.1');
  const others = crowd.map((username) => ({ username }));
  await insertPeople(database.pool, [...demoPeople, ...others], passwordHash);
  await insertHistory(database, guesses);
  await makeWorldThroughApp(database, config);
  await rollUpReports({ database });
  await writeFile(join(config.dataDir, 'filled'), '');
}

async function makeWorldThroughApp(database: Database, config: Config): Promise<void> {
  await addReleaseVintages(database, datasetsFolder);
  await importStarterBank(database, join(contentFolder, 'questions'));
  const keys = deriveKeys(config.jwtSecret ?? readOrMakeSecret(config.dataDir));
  const app = await buildApp(
    config,
    await openDependencies(config, { database, keys, logger: { level: 'warn' } }),
  );
  try {
    await makeWorld(await app.listen({ host: '127.0.0.1', port: 0 }));
  } finally {
    await app.close();
  }
}
