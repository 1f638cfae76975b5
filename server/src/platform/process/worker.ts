import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from '#root-folders.ts';
import { lowerPriority } from './priority.ts';

interface WorkerOptions {
  /** The name of its script in `server/dist`. */
  script: string;
  /** A task that takes longer is ended with the process. */
  patienceSeconds: number;
  /** Creates the error for such a task. */
  refusal: () => Error;
  /** After this long without a task, the process ends, because libvips retains memory. */
  idleMs?: number;
}

interface Worker {
  process: ChildProcess;
  /** Aborted when the process has ended. */
  ended: AbortSignal;
}

/**
 * Sends a task to another process and returns its answer. The process starts at the first task, and knows no settings and no
 * secrets. The caller sends one task at a time.
 */
export function createWorker<Answer>({
  script,
  patienceSeconds,
  refusal,
  idleMs = 10_000,
}: WorkerOptions): (task: Buffer | string) => Promise<Answer> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const started = fork(join(rootFolder, 'server/dist', `${script}.js`), {
      // A process with one thread at work needs one arena of the C library.
      env: { MALLOC_ARENA_MAX: '1' },
      execArgv: [],
      serialization: 'advanced',
    });
    const ended = new AbortController();
    // Requests that need no image have priority.
    if (started.pid !== undefined) lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL, started.pid);
    started.once('exit', () => {
      if (worker?.process === started) worker = undefined;
      ended.abort();
    });
    // The exit follows.
    started.once('error', () => {});
    started.unref();
    started.channel?.unref();
    return { process: started, ended: ended.signal };
  };

  const end = () => {
    worker?.process.disconnect();
    worker = undefined;
  };

  return async (task) => {
    clearTimeout(idle);
    worker ??= start();
    const { process, ended } = worker;
    const timer = setTimeout(() => process.kill('SIGKILL'), patienceSeconds * 1_000);
    process.ref();
    try {
      const answered = once(process, 'message', { signal: ended });
      process.send(task);
      const [answer] = (await answered) as [Answer];
      return answer;
    } catch (error) {
      if (!ended.aborted) throw error;
      throw refusal();
    } finally {
      clearTimeout(timer);
      process.unref();
      idle = setTimeout(end, idleMs).unref();
    }
  };
}
