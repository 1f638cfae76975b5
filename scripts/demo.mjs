// `npm run demo`: the app with a filled world in `.demo`, which `--fresh` makes again. Each other PORT has a world of its own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder, setUp } from './setup.mjs';

await setUp({ build: true, dev: false });
const usualPort = '3000';
// Nothing of a configured installation is used: no database, no store, no mail server and no folder.
const { PATH, HOME, PORT = usualPort, LANG } = process.env;
const folder = join(rootFolder, PORT === usualPort ? '.demo' : `.demo-${PORT}`);
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
