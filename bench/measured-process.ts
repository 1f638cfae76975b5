import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** In microseconds: of the process itself, and of its children, which are PostgreSQL. */
export interface CpuTime {
  server: number;
  database: number;
}

/** A process with the app and a bare Fastify. */
export interface Measured {
  url: string;
  bareUrl: string;
  users: { id: string; username: string }[];
  cpu: () => Promise<CpuTime>;
  stop: () => Promise<void>;
}

type Ready = Pick<Measured, 'url' | 'bareUrl' | 'users'>;

/** Runs a script that says when it is ready; it ends by `stop`, and with this process. */
export async function startMeasured(script: string, args: string[] = []): Promise<Measured> {
  const child = fork(script, args, { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`${script} ended with ${code}.`)));
  // Expected at the end.
  failed.catch(() => {});
  const next = async () => (await Promise.race([once(child, 'message'), failed])) as unknown[];
  const [ready] = (await next()) as [Ready];
  return {
    ...ready,
    cpu: async () => {
      child.send('cpu');
      const [time] = (await next()) as [CpuTime];
      return time;
    },
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}

/** In the script itself. */
export function tellReady(ready: Ready, stop: () => Promise<void>): void {
  process.on('message', () => {
    process.send?.(cpuOfThisProcess());
  });
  process.once('disconnect', () => void stop());
  process.send?.(ready);
}

export function cpuOfThisProcess(): CpuTime {
  const { user, system } = process.cpuUsage();
  return { server: user + system, database: childrenMicros(process.pid) };
}

/** Of one process since its start, without its children. */
export function cpuOf(pid: number): number {
  return statOf(pid)[0]?.ownMicros ?? 0;
}

const microsPerTick = 10_000;

/** What /proc counts for all processes below `parent`, those that have ended included. */
function childrenMicros(parent: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)));
  const sumBelow = (pid: number): number =>
    stats
      .filter((stat) => stat.parent === pid)
      .reduce((sum, stat) => sum + stat.micros + sumBelow(stat.pid), 0);
  return sumBelow(parent);
}

interface Stat {
  pid: number;
  parent: number;
  ownMicros: number;
  /** With its children that have ended. */
  micros: number;
}

function statOf(pid: number): Stat[] {
  try {
    // proc_pid_stat(5): the fields after the name in parentheses, from the third.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const micros = (from: number, to: number) =>
      microsPerTick * fields.slice(from, to).reduce((sum, value) => sum + value, 0);
    return [{ pid, parent: fields[1] ?? 0, ownMicros: micros(11, 13), micros: micros(11, 15) }];
  } catch {
    // It has just ended.
    return [];
  }
}
