import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from './data-folder-lock.ts';

let folder: string;
let other: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'declassified lock '));
  other = undefined;
});
afterEach(() => {
  other?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const refusal = () => {
  try {
    lockDataFolder(folder)();
    return undefined;
  } catch (error) {
    return error;
  }
};

it('refuses a second holder in one line that names the first, until that gives the folder free', () => {
  const release = lockDataFolder(folder, 'http://localhost:3000');
  expect(refusal()).toBeInstanceOf(DataFolderInUseError);
  expect(String(refusal())).toContain(
    `in use by process ${process.pid} on ${hostname()}, which serves http://localhost:3000.`,
  );
  expect(String(refusal())).not.toContain('\n');
  release();
  release();
  expect(refusal()).toBeUndefined();
});

it('is free as soon as its holder is killed, and not for what that has started', async () => {
  const module = new URL('data-folder-lock.ts', import.meta.url).href;
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(module)});
    const { spawn } = await import('node:child_process');
    lockDataFolder(${JSON.stringify(folder)});
    const child = spawn('sleep', ['20'], { detached: true, stdio: 'ignore' });
    console.log(child.pid);
    setInterval(() => {}, 1_000);`;
  other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(other.stdout!, 'data')) as [Buffer];
  expect(refusal()).toBeInstanceOf(DataFolderInUseError);
  const gone = once(other, 'exit');
  other.kill('SIGKILL');
  await gone;
  expect(refusal()).toBeUndefined();
  process.kill(Number(pid.toString()), 'SIGKILL');
});
