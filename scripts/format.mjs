// `npm run format`: formats the sources as `npm run check` wants them.
import { spawnSync } from 'node:child_process';
import { sources } from './check.mjs';
import { rootFolder, setUp } from './setup.mjs';

await setUp({ build: false, dev: true });
const { status } = spawnSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', ...sources], {
  cwd: rootFolder,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
