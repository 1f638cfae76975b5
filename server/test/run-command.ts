import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';

const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

export interface CommandResult {
  code: number;
  output: string;
  errors: string;
}

/** Runs a built command of server/src/commands to its end. */
export function runCommand(
  name: string,
  args: string[],
  variables: Record<string, string>,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { cwd: rootFolder, env: childEnvironment(variables) };
    const program = `server/dist/${name}-command.js`;
    execFile(process.execPath, [program, ...args], options, (error, output, errors) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output, errors });
    });
  });
}
