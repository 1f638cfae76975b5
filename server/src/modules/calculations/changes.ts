import type { CalculationChange } from 'contract/calculations/calculations.ts';

type Figure = CalculationChange['before'];

/** The differences between two summaries by path, in the order of the newer one. */
export function changesBetween(before: unknown, after: unknown): CalculationChange[] {
  const stored = figuresOf(before);
  const current = figuresOf(after);
  return [...new Set([...current.keys(), ...stored.keys()])].flatMap((field) => {
    const change = { field, before: stored.get(field) ?? null, after: current.get(field) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

function figuresOf(value: unknown, path: readonly string[] = []): Map<string, Figure> {
  if (typeof value === 'object' && value !== null) {
    const figures = Object.entries(value).flatMap(([key, each]) => [...figuresOf(each, [...path, key])]);
    return new Map(figures);
  }
  const isFigure = typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
  return new Map([[path.join('.'), isFigure ? value : null]]);
}
