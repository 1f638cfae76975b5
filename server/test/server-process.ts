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

interface ServerProcessOptions {
  /** Milliseconds by which its clock is ahead. */
  clockShiftMs?: number;
}

/** The server, `main.ts`, in a process of its own. Resolves when it listens, or rejects with all that it wrote. */
export async function startServerProcess(
  variables: Record<string, string>,
  { clockShiftMs = 0 }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const port = await findFreePort();
  const clock = clockShiftMs === 0 ? [] : ['--import', shiftedClock(clockShiftMs)];
  const child = spawn(process.execPath, ['--import', 'tsx', ...clock, 'server/src/main.ts'], {
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

/** A module that is loaded before the program. */
function shiftedClock(shiftMs: number): string {
  const script = `
    const Right = Date;
    globalThis.Date = class Date extends Right {
      constructor(...given) {
        if (given.length > 0) super(...given);
        else super(Right.now() + ${shiftMs});
      }
      static now() { return Right.now() + ${shiftMs}; }
    };`;
  return `data:text/javascript,${encodeURIComponent(script)}`;
}
