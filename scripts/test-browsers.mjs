// `npm run test:browsers`
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rootFolder, setUp } from './setup.mjs';

await setUp({ build: true, dev: true });
// Node.js 20 has WebSocket only with this option. WebKit needs a display.
const node = ['--experimental-websocket', '--import', 'tsx', 'e2e/browsers/run.ts'];
const display = '/usr/bin/xvfb-run';
const command =
  process.env.DISPLAY || !existsSync(display)
    ? [process.execPath, ...node]
    : [display, '--auto-servernum', process.execPath, ...node];
const { status } = spawnSync(command[0], command.slice(1), { cwd: rootFolder, stdio: 'inherit' });
process.exitCode = status ?? 1;
