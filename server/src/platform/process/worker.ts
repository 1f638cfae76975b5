import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rootFolder } from '#root-folders.ts';
import { lowerPriority } from './priority.ts';

interface WorkerOptions {
  /** The name of its script in `server/dist`. */
  script: string;
  /** A task that takes longer is ended with the process. One that waits as long for the start of the process is refused. */
  patienceSeconds: number;
  /** Creates the error for such a task. */
  refusal: () => Error;
  /** After this long without a task, the process ends, because libvips retains memory. */
  idleMs?: number;
}

interface Worker {
  process: ChildProcess;
  /** On a busy machine, the start takes longer than any task. */
  ready: Promise<boolean>;
  /** Aborted when the process has ended. */
  ended: AbortSignal;
}

/** A process that is not ready by then never will be. */
const startMs = 60_000;

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
    const forget = () => {
      if (worker?.process === started) worker = undefined;
      ended.abort();
    };
    started.once('exit', forget);
    // One that could not be started has no exit.
    started.on('error', () => started.pid === undefined && forget());
    started.unref();
    started.channel?.unref();
    const timer = setTimeout(() => started.kill('SIGKILL'), startMs).unref();
    const ready = once(started, 'message', { signal: ended.signal })
      .then(
        () => true,
        () => false,
      )
      .finally(() => clearTimeout(timer));
    return { process: started, ready, ended: ended.signal };
  };

  const end = () => {
    worker?.process.disconnect();
    worker = undefined;
  };

  return async (task) => {
    clearTimeout(idle);
    worker ??= start();
    const { process, ready, ended } = worker;
    const patienceMs = patienceSeconds * 1_000;
    let timer: NodeJS.Timeout | undefined;
    process.ref();
    try {
      // A later task finds it ready: if each of them ended it, none ever would.
      if (!(await Promise.race([ready, delay(patienceMs, false, { ref: false })]))) throw refusal();
      timer = setTimeout(() => process.kill('SIGKILL'), patienceMs);
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
