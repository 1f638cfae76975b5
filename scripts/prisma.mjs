import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { rootFolder } from './setup.mjs';

/** As the server has it, wherever the command was called. */
export const dataDir = resolve(rootFolder, process.env.DATA_DIR || '.data');

/** Runs the Prisma CLI at this terminal and resolves with its exit code. */
export function runPrisma(args, environment) {
  // The schema engine is a script that finds `node` by the path.
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const child = spawn(process.execPath, ['node_modules/prisma/build/index.js', ...args], {
    cwd: rootFolder,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, CHECKPOINT_DISABLE: '1', ...environment },
  });
  return new Promise((settle, reject) => {
    child.on('error', reject);
    child.on('close', settle);
  });
}

/** The server's own module, which is TypeScript, for scripts that run after the install. */
export async function loadEmbeddedPostgres() {
  const { tsImport } = await import('tsx/esm/api');
  return tsImport('../server/src/platform/database/embedded-postgres.ts', import.meta.url);
}

/** Runs `work` with the address of an empty database, on a server that lives as long. */
export async function withThrowAwayDatabase(work) {
  const { startEmbeddedPostgres } = await loadEmbeddedPostgres();
  const shadowDir = await mkdtemp(join(tmpdir(), 'declassified-shadow-'));
  const server = await startEmbeddedPostgres({ dataDir: shadowDir, disposable: true });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
    await rm(shadowDir, { recursive: true });
  }
}
