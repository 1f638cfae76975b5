import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nearestFolder } from './machine.ts';

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there. Give it the folder with chown',
  EPERM: 'this user may not write there. Give it the folder with chown',
  EROFS: 'its file system is read-only. Mount it writable',
  ENOSPC: 'its disk is full. Make room',
  EDQUOT: 'its quota is used up. Make room',
  ENOTDIR: 'a file is in the way. Move it away',
};

/** Writes a file into a folder under DATA_DIR, or the nearest above, and takes it away; undefined if that works. */
export async function whyNotWritable(dataDir: string, name: string): Promise<string | undefined> {
  const folder = nearestFolder(join(dataDir, name));
  const probe = join(folder, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, 'Only a probe: it may be deleted.\n', { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return `${folder} cannot be written: ${reasons[code] ?? message}, or set DATA_DIR to another.`;
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
