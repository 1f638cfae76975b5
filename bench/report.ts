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
