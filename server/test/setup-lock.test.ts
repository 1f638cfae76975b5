import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

const lockModule = new URL('../../scripts/setup-lock.mjs', import.meta.url).href;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'declassified-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A process that holds the set-up lock of a checkout while `work` runs. */
function hold(work: string) {
  const script = `
    import { appendFileSync, writeFileSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    import { takeSetUpLock } from '${lockModule}';
    const release = await takeSetUpLock(process.cwd());
    ${work}
    release();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: childEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  return {
    child,
    end: once(child, 'close').then(([code]) => ({ code: code as number | null, output, errors })),
  };
}

it('only one process at a time sets up a checkout', async () => {
  const log =
    'appendFileSync("log", `begin ${process.pid}\\n`); await delay(50); appendFileSync("log", `end ${process.pid}\\n`);';
  const all = [hold(log), hold(log), hold(log)];
  const ends = await Promise.all(all.map(({ end }) => end));
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(6);
  for (let i = 0; i < lines.length; i += 2) expect(lines[i + 1]).toBe(lines[i]?.replace('begin', 'end'));
  expect(readdirSync(folder)).toEqual(['log']);
});

it('reports on standard error which process it waits for', async () => {
  const first = hold('writeFileSync("held", ""); setInterval(() => {}, 1_000); await new Promise(() => {});');
  await expect.poll(() => existsSync(join(folder, 'held'))).toBe(true);
  const second = hold('');
  await once(second.child.stderr, 'data');
  first.child.kill('SIGKILL');
  expect(await second.end).toEqual({
    code: 0,
    output: '',
    errors: `Waiting for process ${first.child.pid}, which sets up this checkout ...\n`,
  });
});

it('takes the lock of a killed process, and releases it at process.exit', async () => {
  const killed = hold('writeFileSync("held", ""); process.kill(process.pid, "SIGKILL");');
  await killed.end;
  expect(await hold('process.exit(3);').end).toEqual({ code: 3, output: '', errors: '' });
  expect(readdirSync(folder)).toEqual(['held']);
});
