import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What can be learnt of a process of this host, which may belong to another user. */
export type ProcessState =
  | { state: 'gone' }
  /** `startMark` never repeats for one pid: it tells a process from a later one with the same number. */
  | { state: 'running'; startMark: string }
  /** It is there, but the system does not tell more (Linux' `hidepid`). */
  | { state: 'hidden' };

/** A zombie counts as gone: it runs nothing and holds nothing open. */
export function processState(pid: number): ProcessState {
  const facts = process.platform === 'linux' ? linuxFacts(pid) : psFacts(pid);
  if (!facts) return pidExists(pid) ? { state: 'hidden' } : { state: 'gone' };
  if (/^[ZX]/.test(facts.status)) return { state: 'gone' };
  return { state: 'running', startMark: facts.startMark };
}

/** True for zombies as well, as for every check that is made with signal 0. */
function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Names the set of processes that pids count in: the host, its boot, and the pid namespace, for two containers
 * may share a host name and a data folder.
 */
export function pidSpace(): string {
  const boot = textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = textOf(() => readlinkSync('/proc/self/ns/pid'));
  return [hostname(), boot, namespace].join(' ');
}

/** Fields 3 (state) and 22 (start time in clock ticks since boot) of proc_pid_stat(5). */
function linuxFacts(pid: number) {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (!stat) return undefined;
  // Field 2, the command's name, is in parentheses and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { status: fields[0] ?? '', startMark: fields[19] ?? '' };
}

function psFacts(pid: number) {
  const line = textOf(() => execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], quiet).trim());
  if (!line) return undefined;
  const [status = '', ...start] = line.split(/\s+/);
  return { status, startMark: start.join(' ') };
}

const quiet: ExecFileSyncOptionsWithStringEncoding = {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
};

/** The empty text where the system has no such file or does not let this user read it. */
function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Whether a live process is the PostgreSQL server of this cluster folder (an absolute path without links). */
export function isServerOf(clusterFolder: string, pid: number): boolean {
  if (processState(pid).state !== 'running') return false;
  if (process.platform === 'linux') return textOf(() => readlinkSync(`/proc/${pid}/cwd`)) === clusterFolder;
  const command = textOf(() => execFileSync('ps', ['-o', 'command=', '-ww', '-p', String(pid)], quiet));
  return command.includes('postgres') && command.includes(`-D ${clusterFolder}`);
}
