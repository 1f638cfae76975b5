import { spawn } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { lowerPriority } from './priority.ts';

it('lowers the priority of a process, and does not raise one that is lower already', () => {
  const child = spawn('sleep', ['60']);
  onTestFinished(() => void child.kill());
  const pid = child.pid ?? 0;
  lowerPriority(15, pid);
  expect(getPriority(pid)).toBe(Math.max(15, getPriority()));
  lowerPriority(10, pid);
  expect(getPriority(pid)).toBe(Math.max(15, getPriority()));
});
