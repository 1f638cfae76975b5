/** Programs that a measurement needs and the product does not. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { until } from './server.ts';

const startPatienceMs = 10_000;

/** Ends the measurement with one line if the program is not installed. */
export function needProgram(name: string, debianPackage = name): void {
  if (spawnSync('which', [name]).status === 0) return;
  console.error(
    `${name} is missing: this measurement needs it, for example from Debian's package ${debianPackage}.`,
  );
  process.exit(1);
}

/** Starts a program, which also ends with the measurement, and resolves when it is ready. */
export async function startProgram(
  name: string,
  args: string[],
  isReady: () => Promise<boolean>,
  user: { uid?: number; gid?: number } = {},
) {
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], ...user });
  process.on('exit', () => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString()));
  }
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`${name} did not start:\n${output}`);
      return isReady();
    },
    startPatienceMs,
    `The start of ${name}`,
  );
  return {
    /** The standard output and error. */
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
