import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rootFolder } from '#root-folders.ts';
import { backUp, type BackupOptions } from './back-up.ts';
import { openTarget } from './target.ts';

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
