import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the doctor reads of the machine. */
export interface Machine {
  /** Milliseconds since 1970. */
  now: () => number;
  /** As `statfs` of `node:fs/promises`. */
  statfs: (path: string) => Promise<FileSystemSpace>;
  /** The IP addresses of its interfaces. */
  addresses: () => string[];
  /** Says what takes long. */
  onProgress: (message: string) => void;
  /** `prisma/migrations`. */
  migrationsFolder: string;
}

/** Blocks and inodes; with 0 `files` the file system does not count them. */
export interface FileSystemSpace {
  bsize: number;
  bavail: number;
  files: number;
  ffree: number;
}

/** The folder, or the nearest above it where it is still to be made. */
export function nearestFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : nearestFolder(parent);
}
