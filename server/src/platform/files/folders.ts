import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Like a recursive `mkdir`, one level at a time. Node's never ends if a parent exists but reports ENOENT, as in /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The folder itself, or its nearest existing parent. */
export function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
