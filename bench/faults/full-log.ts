/** An app whose log goes to a disk that runs full. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from 'server/test/child-environment.ts';
import { findFreePort } from 'server/test/free-port.ts';
import { report, until } from './server.ts';
import type { SmallDisk } from './small-disk.ts';

/** The app's standard output and error are a file on the disk, which is full, then has room, then is full. */
export async function fullLog(disk: SmallDisk, dataDir: string): Promise<void> {
  console.log('\nthe disk of the log');
  const path = join(disk.folder, 'log');
  disk.fill();
  const output = openSync(path, 'a');
  const port = await findFreePort();
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    stdio: ['ignore', output, output],
    env: childEnvironment({
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      RATE_LIMIT_SCALE: '1000000',
    }),
  });
  process.on('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const ask = () =>
    fetch(`${url}/`).then(
      ({ status }) => status,
      () => 0,
    );
  await until(async () => child.exitCode !== null || (await ask()) === 200, 60_000, 'The start');
  const statuses: number[] = [];
  for (let request = 0; request < 1_000; request++) statuses.push(await ask());
  await delay(1_000);
  const answered = statuses.filter((status) => status === 200).length;
  report(
    'requests answered with a full log',
    `${answered} of ${statuses.length}`,
    answered === statuses.length,
    'all',
  );
  report(
    'the app',
    child.exitCode === null ? 'is there' : `ended with ${child.exitCode}`,
    child.exitCode === null,
    'is there',
  );
  disk.free();
  await delay(1_500);
  await ask();
  await delay(1_500);
  const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
  const told = lines.flatMap((line) => /(\d+) lines of the log could not be written/.exec(line)?.[1] ?? []);
  const lost = told.reduce((sum, count) => sum + Number(count), 0);
  const logged = lines.filter((line) => line.includes('"msg":"request"')).length;
  report(
    'requests logged once there is room, or told as lost',
    `${logged} and ${lost} of ${statuses.length}`,
    logged > 0 && logged + lost >= statuses.length,
    'all',
  );
  disk.fill();
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  report('ends, with a full log, with', String(code), code === 0, '0');
}
