import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '#platform/process/start-error.ts';

/** Where a backup goes: whole or not at all. */
export interface Target {
  write: (bytes: Buffer) => Promise<void>;
  /** The backup is whole. */
  commit: () => Promise<void>;
  /** Leaves what was there before. */
  abandon: () => Promise<void>;
}

/** `-` is standard output. */
export const openTarget = (path: string): Promise<Target> | Target =>
  path === '-' ? standardOutput() : openFile(path);

function standardOutput(): Target {
  // A write that fails says so to its own callback.
  process.stdout.on('error', () => {});
  return { write: writeOut, commit: async () => {}, abandon: async () => {} };
}

const writeOut = (bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

async function openFile(path: string): Promise<Target> {
  const part = `${path}.part`;
  // Of a backup that was killed. One that still writes sees at its end that it is another's.
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  return {
    write: (bytes) => file.writeFile(bytes),
    commit: async () => {
      await file.sync();
      const { ino } = await file.stat();
      await file.close();
      if ((await stat(part).catch(() => undefined))?.ino !== ino) {
        throw new StartError(`Another backup writes to ${path}.`);
      }
      await rename(part, path);
      const folder = await open(dirname(path), 'r');
      await folder.sync().finally(() => folder.close());
    },
    abandon: async () => {
      const { ino } = await file.stat().catch(() => ({ ino: undefined }));
      await file.close().catch(() => {});
      if ((await stat(part).catch(() => undefined))?.ino === ino) await rm(part, { force: true });
    },
  };
}
