import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether `node_modules` holds what `package-lock.json` asks for on this machine, by the list that npm keeps in
 * there and writes at the end of each install. So an install by hand counts, and one copied from another platform
 * or cut off does not.
 */
export function isInstalled(root) {
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json'));
  if (!installed) return false;
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    const isPackage = path.startsWith('node_modules/') || path.includes('/node_modules/');
    if (!isPackage || !isWantedHere(wanted)) return true;
    const found = installed[path];
    return found?.version === wanted.version && found?.integrity === wanted.integrity;
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

/** Of optional packages npm leaves out those for other platforms, and some without saying why. */
function isWantedHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc?.includes('musl'));
}
