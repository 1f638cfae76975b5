import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '#platform/process/start-error.ts';

/** The destination of a backup, which is replaced completely or not at all. */
export interface Target {
  write: (bytes: Buffer) => Promise<void>;
  /** Replaces the destination with the complete backup. */
  commit: () => Promise<void>;
  /** Leaves the destination unchanged. */
  abandon: () => Promise<void>;
}

/** `-` is standard output. */
export const openTarget = async (path: string): Promise<Target> =>
  path === '-' ? standardOutput() : openFile(path);

function standardOutput(): Target {
  // The callback of each write receives its failure.
  process.stdout.on('error', () => {});
  return { write: writeOut, commit: async () => {}, abandon: async () => {} };
}

const writeOut = (bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

async function openFile(path: string): Promise<Target> {
  // Otherwise only the last step would fail, after all data were read.
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw new StartError(`${path} is a folder. Name a file in it.`);
  const part = `${path}.part`;
  // Left by a killed backup. A backup that is still running fails in `commit`, because the file is no longer its own.
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  const { ino } = await file.stat();
  const isOurs = async () => (await stat(part).catch(() => undefined))?.ino === ino;
  return {
    write: (bytes) => file.writeFile(bytes),
    commit: async () => {
      await file.sync();
      await file.close();
      if (!(await isOurs())) throw new StartError(`Another backup writes to ${path}.`);
      await rename(part, path);
      const folder = await open(dirname(path), 'r');
      await folder.sync().finally(() => folder.close());
    },
    abandon: async () => {
      await file.close().catch(() => {});
      if (await isOurs()) await rm(part, { force: true });
    },
  };
}
