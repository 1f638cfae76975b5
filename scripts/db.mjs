// `npm run db -- <arguments>`: the Prisma CLI on DATABASE_URL or the embedded database.
import { refuse } from './machine.mjs';
import { dataDir, loadEmbeddedPostgres, runPrisma, withTemporaryDatabase } from './prisma.mjs';
import { setUp } from './setup.mjs';

const args = process.argv.slice(2);
const [command, subcommand] = args;
const isMigrate = command === 'migrate';
const usesDatabase = isMigrate || command === 'db' || command === 'studio';
/** These replay all migrations in an empty database, which the app's role may not create. */
const usesShadow =
  (isMigrate && subcommand === 'dev') || args.some((arg) => /^--(from|to)-migrations/.test(arg));
const changesSchema = (isMigrate && subcommand === 'dev') || (command === 'db' && subcommand === 'pull');

// Ctrl-C ends the CLI, and afterwards the database is stopped.
process.on('SIGINT', () => {});

await setUp({ build: false, dev: true });
try {
  process.exitCode = usesDatabase ? await withDatabase(runWithShadow) : await runPrisma(args, {});
} catch (error) {
  if (error.name !== 'StartError') throw error;
  refuse(error.message);
}
if (process.exitCode === 0 && changesSchema) await setUp({ build: false, dev: true });

async function runWithShadow(url) {
  if (!usesShadow || process.env.SHADOW_DATABASE_URL) return runPrisma(args, { DATABASE_URL: url });
  return withTemporaryDatabase((shadowUrl) =>
    runPrisma(args, { DATABASE_URL: url, SHADOW_DATABASE_URL: shadowUrl }),
  );
}

async function withDatabase(work) {
  const external = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  if (external) return work(external);
  const { joinEmbeddedPostgres } = await loadEmbeddedPostgres();
  const server = await joinEmbeddedPostgres({ dataDir, onProgress: console.log });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
