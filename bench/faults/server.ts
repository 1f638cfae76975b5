/** The built server as a separate process that a measurement can kill and restart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from 'server/test/child-environment.ts';
import { findFreePort } from 'server/test/free-port.ts';

export const password = 'correct horse battery';
export const adminName = 'admin';

const program = 'server/dist/main.js';
const startPatienceMs = 60_000;

export interface Server {
  url: string;
  pid: () => number;
  /** Its standard output and error since its last start. */
  output: () => string;
  /** Resolves when it is ready, to the milliseconds that this took. */
  start: () => Promise<number>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/** `variables` are added to a fixed port, a secret, no rate limits, a superuser and a log of fatal errors. */
export async function makeServer(variables: Record<string, string>): Promise<Server> {
  if (!existsSync(program)) throw new Error(`${program} is missing: run \`npm start\` once.`);
  const port = await findFreePort();
  const environment = childEnvironment({
    PORT: String(port),
    JWT_SECRET: 'only this bench uses what this secret signs',
    RATE_LIMIT_SCALE: '1000000',
    ADMIN_USERNAME: adminName,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'fatal',
    ...variables,
  });
  let child: ChildProcess | undefined;
  let output = '';
  let isAsked = false;
  process.on('exit', () => child?.kill('SIGKILL'));

  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    isAsked = true;
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
      isAsked = false;
      child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      }
      child.once('exit', (code, signal) => {
        if (!isAsked) console.error(`The server has ended by itself (${signal ?? code}): ${output}`);
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

/** Rejects if the condition is not fulfilled in time. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number,
  what = 'It',
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what} took longer than ${patienceMs / 1000} s.`);
    await delay(20);
  }
}

/** Exits on a signal, so that the listeners of `exit` end the started processes. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const misses: string[] = [];

/** Prints a figure beside its goal. The measurement ends with code 1 if a goal is missed. */
export function report(what: string, figure: number | string, isMet: boolean, goal: string): void {
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${figure} (goal ${goal})`);
  if (!isMet) misses.push(what);
  process.exitCode = misses.length === 0 ? 0 : 1;
}

export function reportNone(what: string, count: number): void {
  report(what, count, count === 0, '0');
}

export function reportMost(what: string, value: number, goal: number, unit: string): void {
  const round = (figure: number) => (unit === 'ms' ? figure.toFixed(0) : figure.toFixed(1));
  report(what, `${round(value)} ${unit}`, value <= goal, `at most ${goal} ${unit}`);
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
