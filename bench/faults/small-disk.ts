/** A disk of its own that can be filled: a memory file system, which only root may mount. */
import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from 'server/src/platform/files/folders.ts';

export interface SmallDisk {
  folder: string;
  /** Takes all that is left, but for so many megabytes. */
  fill: (butMegabytes?: number) => void;
  /** Gives back what `fill` took. */
  free: () => void;
  unmount: () => void;
}

const mounted = new Set<string>();
process.once('exit', () => {
  for (const folder of mounted) execFileSync('umount', ['--lazy', folder]);
});

/** Undefined where this user may not mount, which is said in one line. */
export function mountDisk(folder: string, megabytes: number): SmallDisk | undefined {
  makeFolder(folder);
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.log('A disk that can be filled needs root on Linux.');
    return undefined;
  }
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  mounted.add(folder);
  const unmount = () => {
    if (mounted.delete(folder)) execFileSync('umount', ['--lazy', folder]);
  };
  return {
    folder,
    fill: (butMegabytes = 0) => {
      const file = openSync(filler, 'a');
      try {
        for (const bytes of [1_000_000, 4096]) writeUntilFull(file, Buffer.alloc(bytes));
        if (butMegabytes > 0) ftruncateSync(file, fstatSync(file).size - butMegabytes * 1_000_000);
      } finally {
        closeSync(file);
      }
    },
    free: () => {
      rmSync(filler, { force: true });
    },
    unmount,
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
