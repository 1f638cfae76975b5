/** The built server as a separate process that a measurement can kill and restart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { demoPassword } from 'server/src/commands/demo/people.ts';
import { childEnvironment } from 'server/test/child-environment.ts';
import { findFreePort } from 'server/test/free-port.ts';

export const adminName = 'admin';
/** The JWT_SECRET of the servers that a measurement starts. */
export const benchSecret = 'only this bench uses what this secret signs';

const program = 'server/dist/main.js';
const startPatienceMs = 60_000;

export interface Server {
  url: string;
  pid: () => number;
  /** The standard output and error since the last start. */
  output: () => string;
  /** Resolves to the milliseconds until the server is ready. */
  start: () => Promise<number>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * `variables` are added to a fixed port, a secret, no rate limits, a superuser and a log of fatal errors.
 * @param root the folder of the repository, or a folder with the same files.
 */
export async function makeServer(variables: Record<string, string>, root = '.'): Promise<Server> {
  if (!existsSync(program)) throw new Error(`${program} is missing: run \`npm start\` once.`);
  const port = await findFreePort();
  const environment = childEnvironment({
    PORT: String(port),
    JWT_SECRET: benchSecret,
    RATE_LIMIT_SCALE: '1000000',
    ADMIN_USERNAME: adminName,
    ADMIN_PASSWORD: demoPassword,
    LOG_LEVEL: 'fatal',
    ...variables,
  });
  let child: ChildProcess | undefined;
  let output = '';
  let isStopping = false;
  process.on('exit', () => child?.kill('SIGKILL'));

  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    isStopping = true;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    output: () => output,
    start: async () => {
      const begin = performance.now();
      output = '';
      isStopping = false;
      child = spawn(process.execPath, [join(root, program)], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: environment,
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      }
      child.once('exit', (code, signal) => {
        if (!isStopping) console.error(`The server ended unexpectedly (${signal ?? code}): ${output}`);
      });
      await until(() => {
        if (child?.exitCode !== null) throw new Error(`The server did not start: ${output}`);
        return output.includes('Declassified is at');
      }, startPatienceMs);
      return performance.now() - begin;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Rejects if the condition is not true in time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  patienceMs: number,
  what = 'It',
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`${what} took longer than ${patienceMs / 1000} s.`);
    await delay(20);
  }
}

/** Exits on a signal, so that the listeners of `exit` end the started processes. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
