import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** CPU time in microseconds, of the process and of its children, which are PostgreSQL. */
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

/** Two levels below the root, like the server's own build. */
const outputFolder = 'bench/dist';

/** Builds a script like the server and starts it, and waits until it is ready. It ends with `stop`, or with this process. */
export async function startMeasured(script: string, args: string[] = []): Promise<Measured> {
  execFileSync(process.execPath, ['scripts/build-server.mjs', script, outputFolder]);
  const child = fork(`${outputFolder}/${basename(script, '.ts')}.js`, args, { execArgv: [] });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`${script} ended with ${code}.`)));
  // The exit at the end is expected.
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

/** Called by the measured script. */
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

/** The CPU time of one process since its start, without its children. */
export function cpuOf(pid: number): number {
  return statOf(pid)[0]?.ownMicros ?? 0;
}

const microsPerTick = 10_000;

/** The CPU time in /proc of all descendants of `parent`, including those that have ended. */
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
  /** Includes the children that have ended. */
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
    // The process has just ended.
    return [];
  }
}
