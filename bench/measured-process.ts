import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A process with the app and a bare Fastify. */
export interface Measured {
  url: string;
  bareUrl: string;
  users: { id: string; username: string }[];
  /** The CPU time that it has taken, in microseconds. */
  cpuMicros: () => Promise<number>;
  stop: () => Promise<void>;
}

type Ready = Pick<Measured, 'url' | 'bareUrl' | 'users'>;

/** Runs a script that says when it is ready; it ends by `stop`, and with this process. */
export async function startMeasured(script: string): Promise<Measured> {
  const child = fork(script, { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`${script} ended with ${code}.`)));
  // Expected at the end.
  failed.catch(() => {});
  const next = async () => (await Promise.race([once(child, 'message'), failed])) as unknown[];
  const [ready] = (await next()) as [Ready];
  return {
    ...ready,
    cpuMicros: async () => {
      child.send('cpu');
      const [micros] = (await next()) as [number];
      return micros;
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
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.once('disconnect', () => void stop());
  process.send?.(ready);
}
