import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import { open, rename, rm, stat } from 'node:fs/promises';
import { rootFolder } from '#root-folders.ts';
import { StartError } from '#platform/process/start-error.ts';
import { backUp, type BackupOptions } from './back-up.ts';

/** The destination of a backup, which is replaced completely or not at all. */
interface Target {
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

interface WriteOptions extends Omit<BackupOptions, 'product' | 'write'> {
  /** Called before each write. A rejection ends the backup. */
  beforeWrite?: (bytes: number) => Promise<void>;
}

/** Replaces the file completely or not at all. `-` is standard output. */
export async function writeBackup(
  path: string,
  { beforeWrite = async () => {}, ...options }: WriteOptions,
): ReturnType<typeof backUp> {
  const target = await openTarget(path);
  const write = async (bytes: Buffer) => {
    await beforeWrite(bytes.length);
    await target.write(bytes);
  };
  try {
    const result = await backUp({ ...options, product: version(), write });
    await target.commit();
    return result;
  } catch (error) {
    await target.abandon();
    throw error;
  }
}

function version(): string {
  return String(createRequire(import.meta.url)(join(rootFolder, 'server/package.json')).version);
}
