import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createWorker } from './worker.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>';

const processes = () =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((args) => args.includes('picture-worker'));

it('the process ends when it is idle, and the next task starts another', async () => {
  const draw = createWorker<Uint8Array>({
    script: 'picture-worker',
    patienceSeconds: 10,
    refusal: () => new Error('Late.'),
    idleMs: 300,
  });
  for (let turn = 0; turn < 2; turn++) {
    const { width, height } = await sharp(await draw(drawing)).metadata();
    expect([width, height]).toEqual([3, 2]);
    expect(processes()).toHaveLength(1);
    await expect.poll(processes, { timeout: 10_000 }).toEqual([]);
  }
});
