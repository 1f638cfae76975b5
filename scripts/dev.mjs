// `npm run dev`: Vite serves the page at PORT and proxies calls to the server, which restarts on
// change on another port. The database continues to run when the server restarts. With `--seed` an empty database gets the
// world of the demonstration first. The other arguments are those of Node.js for the server, such as `--inspect`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { refuse } from './machine.mjs';
import { dataDir, loadEmbeddedPostgres } from './prisma.mjs';
import { rootFolder, setUp } from './setup.mjs';

// Otherwise the server would migrate that database and work on the embedded one.
if (process.env.DATABASE_DIRECT_URL && !process.env.DATABASE_URL) {
  refuse('DATABASE_URL is missing. DATABASE_DIRECT_URL is not enough alone.');
}
await setUp({ build: false, dev: true });
const port = process.env.PORT || '3000';
const apiPort = await findFreePort();
const database = process.env.DATABASE_URL ? undefined : await startDatabase();
const environment = { ...process.env, NODE_ENV: 'development' };
const stored = { DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) };
const nodeArguments = process.argv.slice(2).filter((argument) => argument !== '--seed');
if (nodeArguments.length < process.argv.length - 2) await seed();

const tools = [
  runTool(
    'server',
    'tsx',
    'dist/cli.mjs',
    ['watch', '--clear-screen=false', ...nodeArguments, 'src/main.ts'],
    {
      PORT: String(apiPort),
      PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
      ...stored,
    },
  ),
  runTool('client', 'vite', 'bin/vite.js', ['--host', '127.0.0.1', '--port', port, '--strictPort'], {
    API_URL: `http://127.0.0.1:${apiPort}`,
  }),
];

// Ctrl-C reaches the tools as well. The first tool that ends stops the others.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopTools);
await Promise.race(tools.map((tool) => tool.ended));
stopTools();
await Promise.all(tools.map((tool) => tool.ended));
await database?.stop();

function stopTools() {
  for (const { child } of tools) child.kill('SIGTERM');
}

/** Once: the last step of the seed writes the file. */
async function seed() {
  if (existsSync(join(dataDir, 'filled'))) return;
  const { ended } = runTool('server', 'tsx', 'dist/cli.mjs', ['src/commands/demo.ts'], {
    DEMO: 'true',
    ...stored,
  });
  if ((await ended) === 0) return;
  await database?.stop();
  process.exit(1);
}

function runTool(workspace, packageName, bin, args, variables) {
  const cwd = join(rootFolder, workspace);
  const packageFile = createRequire(join(cwd, 'package.json')).resolve(`${packageName}/package.json`);
  const child = spawn(process.execPath, [join(dirname(packageFile), bin), ...args], {
    cwd,
    stdio: 'inherit',
    env: { ...environment, ...variables },
  });
  return { child, ended: new Promise((done) => child.on('close', done)) };
}

async function startDatabase() {
  const { startEmbeddedPostgres } = await loadEmbeddedPostgres();
  try {
    return await startEmbeddedPostgres({ dataDir, onProgress: console.log });
  } catch (error) {
    if (error.name !== 'StartError') throw error;
    return refuse(error.message);
  }
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address();
  await once(probe.close(), 'close');
  return free;
}
