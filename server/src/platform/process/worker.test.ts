import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { rootFolder } from '#root-folders.ts';
import { useFolder } from '#test/folder.ts';
import { createWorker } from './worker.ts';

const folder = useFolder();
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>';

/** A worker whose tasks may take 0.3 seconds. */
function createImpatient(name: string, script: string) {
  writeFileSync(join(folder, `${name}.js`), script);
  return createWorker<string>({
    script: relative(join(rootFolder, 'server/dist'), join(folder, name)),
    patienceSeconds: 0.3,
    refusal: () => new Error('Late.'),
  });
}

const processes = (script: string) =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((args) => args.includes(script));

it('a task that takes too long ends with its process', async () => {
  const ask = createImpatient('silent-worker', "process.on('message', () => {}); process.send('ready');");
  // Until one has found the process ready.
  const processesAfterTask = async () => {
    await expect(ask('Anything')).rejects.toThrow('Late.');
    return processes('silent-worker');
  };
  await expect.poll(processesAfterTask).toEqual([]);
});

it('a process that starts more slowly than a task may take is ready for a later task', async () => {
  const gate = join(folder, 'gate');
  const ask = createImpatient(
    'slow-worker',
    `const { existsSync } = require('node:fs');
    const timer = setInterval(() => {
      if (!existsSync(${JSON.stringify(gate)})) return;
      clearInterval(timer);
      process.send('ready');
    }, 10);
    process.on('message', (task) => process.send('Answer to ' + task));`,
  );
  await expect(ask('First')).rejects.toThrow('Late.');
  const started = processes('slow-worker');
  expect(started).toHaveLength(1);
  writeFileSync(gate, '');
  await expect.poll(() => ask('Later').catch(String)).toBe('Answer to Later');
  expect(processes('slow-worker')).toEqual(started);
  process.kill(Number.parseInt(started[0]!, 10));
});

it('a process that cannot be started is forgotten, and a later task starts another', async () => {
  const ask = createImpatient(
    'plain-worker',
    "process.on('message', (task) => process.send('Answer to ' + task)); process.send('ready');",
  );
  const { execPath } = process;
  process.execPath = join(folder, 'missing');
  try {
    await expect(ask('First')).rejects.toThrow('Late.');
  } finally {
    process.execPath = execPath;
  }
  await expect.poll(() => ask('Later').catch(String)).toBe('Answer to Later');
  for (const started of processes('plain-worker')) process.kill(Number.parseInt(started, 10));
});

it('the process ends when it is idle, and the next task starts another', async () => {
  // Those of former tests may still be idle.
  const others = processes('picture-worker');
  const own = () => processes('picture-worker').filter((line) => !others.includes(line));
  const draw = createWorker<Uint8Array>({
    script: 'picture-worker',
    patienceSeconds: 10,
    refusal: () => new Error('Late.'),
    idleMs: 300,
  });
  for (let turn = 0; turn < 2; turn++) {
    const { width, height } = await sharp(await draw(drawing)).metadata();
    expect([width, height]).toEqual([3, 2]);
    expect(own()).toHaveLength(1);
    await expect.poll(own, { timeout: 10_000 }).toEqual([]);
  }
});
