import { getPriority, setPriority } from 'node:os';

/** A higher number is a lower priority. Never raises the priority of a process, which needs a right that ours may not have. */
export function lowerPriority(priority: number, pid = process.pid): void {
  setPriority(pid, Math.max(priority, getPriority(pid)));
}
