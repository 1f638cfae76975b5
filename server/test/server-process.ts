import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import { findFreePort } from './free-port.ts';

export interface ServerProcess {
  /** Without a slash at its end. */
  url: string;
  /** What it has written so far. */
  output: () => string;
  signal: (name: NodeJS.Signals) => void;
  /** Resolves to the code when the process has ended. */
  ended: Promise<number | null>;
  /** As a crash would: resolves once the process is gone. */
  kill: () => Promise<void>;
}

const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The built server in a process of its own. Resolves when it listens, or rejects with all that it wrote. */
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
