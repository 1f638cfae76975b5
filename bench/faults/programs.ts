/** Programs that a bench needs and the product does not. */
import { spawnSync } from 'node:child_process';

/** Ends the bench with one line where the program is not there. */
export function needProgram(name: string, debianPackage = name): void {
  if (spawnSync('which', [name]).status === 0) return;
  console.error(
    `${name} is missing: this bench needs Debian's package ${debianPackage}, or another way to have it.`,
  );
  process.exit(1);
}
