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

const processes = (script: string) =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((args) => args.includes(script));

it('a task that takes too long ends with its process', async () => {
  writeFileSync(join(folder, 'silent-worker.js'), "process.on('message', () => {});");
  const ask = createWorker<never>({
    script: relative(join(rootFolder, 'server/dist'), join(folder, 'silent-worker')),
    patienceSeconds: 0.3,
    refusal: () => new Error('Late.'),
  });
  await expect(ask('Anything')).rejects.toThrow('Late.');
  expect(processes('silent-worker')).toEqual([]);
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
