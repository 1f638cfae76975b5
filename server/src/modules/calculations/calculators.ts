import {
  type Calculation,
  calculationSummaries,
  type CalculationChange,
} from 'contract/calculations/calculations.ts';
import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import { Refusal } from 'engine/refusal.ts';
import { type Calculators, type Charging, runCalculation } from '#domain/finance/calculators.ts';
import { validationFailed } from '#errors.ts';

/** Throws `validation_failed` on `input.…`. */
export async function calculate<Kind extends CalculationKind>(
  calculators: Pick<Calculators, Kind>,
  charging: Charging,
  kind: Kind,
  input: unknown,
): Promise<object> {
  try {
    return await runCalculation(calculators, charging, kind, input);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = Object.entries(error.details).map(([field, reasons]) => [`input.${field}`, reasons]);
    throw validationFailed(Object.fromEntries(details));
  }
}

/** The figures without the rows. */
export const summaryOf = (kind: CalculationKind, result: object): Calculation['summary'] =>
  calculationSummaries[kind].parse(result);

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
