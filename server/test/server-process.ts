import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import { findFreePort } from './free-port.ts';

export interface ServerProcess {
  /** The URL without a trailing slash. */
  url: string;
  /** The output since the start. */
  output: () => string;
  signal: (name: NodeJS.Signals) => void;
  /** Resolves to the exit code when the process has ended. */
  ended: Promise<number | null>;
  /** Kills the process like a crash. Resolves when it has ended. */
  kill: () => Promise<void>;
}

const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the built server as a separate process. Resolves when it listens, or rejects with its output. */
export async function startServerProcess(variables: Record<string, string>): Promise<ServerProcess> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: rootFolder,
    env: childEnvironment({ PORT: String(port), LOG_LEVEL: 'warn', ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  await new Promise<void>((resolve, reject) => {
    const look = (data: Buffer) => {
      output += data.toString();
      if (output.includes('Declassified is at')) resolve();
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void ended.then(() => reject(new Error(output)));
  });
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    signal,
    ended,
    kill: async () => {
      signal('SIGKILL');
      await ended;
    },
  };
}
