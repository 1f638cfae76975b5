import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { rootFolder } from './setup.mjs';

/** Independent of the working directory, as in the server. */
export const dataDir = resolve(rootFolder, process.env.DATA_DIR || '.data');

/** Resolves to the exit code. */
export function runPrisma(args, environment) {
  // The schema engine is a script that finds `node` by the PATH.
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

/** TypeScript, so it can be loaded only after the install. */
export async function loadEmbeddedPostgres() {
  const { tsImport } = await import('tsx/esm/api');
  return tsImport('../server/src/platform/database/embedded-postgres.ts', import.meta.url);
}

/** Runs `work` with an empty database on a temporary server. */
export async function withTemporaryDatabase(work) {
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
