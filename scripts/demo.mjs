// `npm run demo`: the app with a filled world in `.demo`, which `--fresh` makes again.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder, setUp } from './setup.mjs';

await setUp({ build: true, dev: false });
const folder = join(rootFolder, '.demo');
// The last step writes this file.
const isFilled = existsSync(join(folder, 'filled')) && !process.argv.includes('--fresh');
if (!isFilled) rmSync(folder, { recursive: true, force: true });

// Nothing of a configured installation is used: no database, no store, and no mail server.
const { PATH, HOME, PORT = '3000', LANG } = process.env;
process.env = { PATH, HOME, PORT, LANG, DEMO: 'true', DATA_DIR: folder, LOG_LEVEL: 'warn' };
const server = join(rootFolder, 'server/dist');
if (!isFilled) {
  const command = [join(server, 'demo-command.js')];
  const { status } = spawnSync(process.execPath, command, { cwd: rootFolder, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/main.js', import.meta.url).href);
