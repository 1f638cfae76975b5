import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { vi } from 'vitest';

/**
 * All direct and indirect children of a process. Call it before the process ends, because orphans lose their parent.
 */
export function descendants(pid: number): number[] {
  const next = parents()
    .filter(({ parent }) => parent === pid)
    .map((process) => process.pid);
  return next.concat(next.flatMap(descendants));
}

/** A zombie counts as gone when its other threads have ended: it runs nothing and keeps nothing open. */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  if (process.platform !== 'linux') return false;
  const isZombie = /^\d+ \(.*\) [ZX]|^$/s.test(statOf(String(pid)));
  return isZombie && threadsOf(pid) <= 1;
}

/** Sends the signal to all processes at once. Some may have ended, because related processes end together. */
export function killAll(pids: number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

export async function waitUntilGone(pids: number[]): Promise<void> {
  await vi.waitUntil(() => pids.every(isGone), { timeout: 60_000, interval: 50 });
}

/** Reads /proc, because small images have no `ps`. */
function parents(): { pid: number; parent: number }[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    return lines
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([pid = 0, parent = 0]) => ({ pid, parent }));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = /\) \S (\d+)/.exec(statOf(name))?.[1];
      return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
    });
}

function threadsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0;
  }
}

/** Empty if the process has ended. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
