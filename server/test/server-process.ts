import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import { findFreePort } from './free-port.ts';

export interface ServerProcess {
  /** Without a slash at its end. */
  url: string;
  /** What it has written so far. */
  output: () => string;
  /** As a crash would: resolves once the process is gone. */
  kill: () => Promise<void>;
}

const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The server, `main.ts`, in a process of its own. Resolves when it listens, or rejects with all that it wrote. */
export async function startServerProcess(variables: Record<string, string>): Promise<ServerProcess> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: rootFolder,
    env: childEnvironment({ PORT: String(port), LOG_LEVEL: 'warn', ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const look = (data: Buffer) => {
      output += data.toString();
      if (output.includes('Declassified is at')) resolve();
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('close', () => reject(new Error(output)));
  });
  return { url: `http://127.0.0.1:${port}`, output: () => output, kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = once(child, 'exit');
  child.kill('SIGKILL');
  await end;
}
