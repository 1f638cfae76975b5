// `npm run dev`: Vite serves the page at PORT and proxies calls to the server, which restarts on
// change on another port. The database continues to run when the server restarts. Its arguments are those of Node.js for the
// server, such as `--inspect`.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
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

const tools = [
  runTool(
    'server',
    'tsx',
    'dist/cli.mjs',
    ['watch', '--clear-screen=false', ...process.argv.slice(2), 'src/main.ts'],
    {
      PORT: String(apiPort),
      PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
      DATA_DIR: dataDir,
      ...(database && { DATABASE_URL: database.url }),
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

function findFreePort() {
  return new Promise((done, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => done(free));
    });
  });
}
