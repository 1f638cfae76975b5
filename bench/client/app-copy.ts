import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createTemporaryFolder } from '../temporary-folder.ts';

/**
 * A copy of the built app for `startServerOf`, which finds the other files by the place of the server's.
 * @param copied the folders of the client that it has.
 */
export function copyApp(copied: readonly ('client/dist' | 'client/dist-pages')[]): string {
  const root = createTemporaryFolder();
  for (const name of ['server', 'client']) mkdirSync(join(root, name));
  cpSync('server/dist', join(root, 'server/dist'), { recursive: true });
  for (const name of ['server/package.json', ...copied]) cpSync(name, join(root, name), { recursive: true });
  for (const name of ['node_modules', 'content', 'prisma']) symlinkSync(resolve(name), join(root, name));
  return root;
}
