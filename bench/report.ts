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
  report(
    what,
    `${value.toFixed(Math.abs(value) < 1_000 ? 1 : 0)} ${unit}`,
    value <= goal,
    `at most ${goal} ${unit}`,
  );
}
