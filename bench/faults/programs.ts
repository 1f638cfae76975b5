/** Programs that a measurement needs and the product does not. */
import { spawnSync } from 'node:child_process';

/** Ends the measurement with one line if the program is not installed. */
export function needProgram(name: string, debianPackage = name): void {
  if (spawnSync('which', [name]).status === 0) return;
  console.error(
    `${name} is missing: this measurement needs it, for example from Debian's package ${debianPackage}.`,
  );
  process.exit(1);
}
