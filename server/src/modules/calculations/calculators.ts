import {
  type Calculation,
  calculationInputs,
  calculationSummaries,
  type CalculationChange,
} from 'contract/calculations/calculations.ts';
import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import type { FieldErrors } from 'contract/errors.ts';
import { Refusal } from 'engine/refusal.ts';
import type { z } from 'zod';
import { calculationCost } from '#domain/finance/computation-cost.ts';
import { fieldErrors, validationFailed } from '#errors.ts';

type Inputs = { [Kind in CalculationKind]: z.output<(typeof calculationInputs)[Kind]> };

const schemas: { [Kind in CalculationKind]: z.ZodType<Inputs[Kind]> } = calculationInputs;

export type Calculators = { [Kind in CalculationKind]: (input: Inputs[Kind]) => object | Promise<object> };

/** Charges the caller for the cost of a calculation, or refuses it. */
export type Charge = (cost: number) => Promise<void>;

/** Throws `validation_failed` on `input.…`. */
export async function calculate<Kind extends CalculationKind>(
  calculators: Pick<Calculators, Kind>,
  charge: Charge,
  kind: Kind,
  input: unknown,
): Promise<object> {
  const parsed = schemas[kind].safeParse(input);
  if (!parsed.success) throw refusal(fieldErrors(parsed.error));
  await charge(calculationCost[kind](parsed.data));
  try {
    return await calculators[kind](parsed.data);
  } catch (error) {
    if (error instanceof Refusal) throw refusal(error.details);
    throw error;
  }
}

/** The figures without the rows. */
export const summaryOf = (kind: CalculationKind, result: object): Calculation['summary'] =>
  calculationSummaries[kind].parse(result);

const refusal = (details: FieldErrors) =>
  validationFailed(
    Object.fromEntries(Object.entries(details).map(([field, reasons]) => [`input.${field}`, reasons])),
  );

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
