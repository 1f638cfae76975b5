// `npm run demo`: the app with a filled world in `.demo`, which `--fresh` makes again.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder, setUp } from './setup.mjs';

await setUp({ build: true, dev: false });
const folder = join(rootFolder, '.demo');
// Nothing of a configured installation is used: no database, no store, and no mail server.
const { PATH, HOME, PORT = '3000', LANG } = process.env;
process.env = { PATH, HOME, PORT, LANG, DEMO: 'true', DATA_DIR: folder, LOG_LEVEL: 'warn' };
// The last step writes this file.
const isFilled = existsSync(join(folder, 'filled')) && !process.argv.includes('--fresh');
if (!isFilled) {
  const command = ['--enable-source-maps', join(rootFolder, 'server/dist/demo-command.js'), '--fresh'];
  const { status } = spawnSync(process.execPath, command, { cwd: rootFolder, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
process.setSourceMapsEnabled(true);
await import(new URL('../server/dist/main.js', import.meta.url).href);
