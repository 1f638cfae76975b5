import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares `package-lock.json` with the list that npm writes into `node_modules` at the end of an
 * install, so an interrupted install or one copied from another platform counts as missing. Without `dev`
 * the packages for tests and checks may be missing.
 */
export function isInstalled(root, { dev }) {
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json'));
  if (!installed) return false;
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, expected]) => {
    const isPackage = path.startsWith('node_modules/') || path.includes('/node_modules/');
    if (!isPackage || !isWantedHere(expected) || (expected.dev && !dev)) return true;
    const found = installed[path];
    return found?.version === expected.version && found?.integrity === expected.integrity;
  });
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** npm does not install optional packages of other platforms, and some others without a stated reason. */
function isWantedHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc?.includes('musl'));
}
