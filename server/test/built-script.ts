import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { rootFolder } from '#root-folders.ts';

/** Bundles a script of the tests and returns its path: each start of its sources takes seconds of CPU time. */
export function buildScript(name: string): string {
  const output = join(rootFolder, 'node_modules/.cache/test-scripts', name);
  const args = ['scripts/build-server.mjs', `server/test/${name}.ts`, output];
  execFileSync(process.execPath, args, { cwd: rootFolder });
  return join(output, `${name}.js`);
}
