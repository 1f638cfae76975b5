import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { vi } from 'vitest';

/** All that a process has started, directly or not. Look before it ends: orphans lose their parent. */
export function descendants(pid: number): number[] {
  const next = parents()
    .filter(({ parent }) => parent === pid)
    .map((process) => process.pid);
  return next.concat(next.flatMap(descendants));
}

/** A zombie is as good as gone: it runs nothing, and holds nothing open once its other threads have ended, too. */
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

/** At once, whichever of them are still there: what belongs together may end together. */
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

/** Small images have no `ps`. */
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

/** Empty for a process that has ended since. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
