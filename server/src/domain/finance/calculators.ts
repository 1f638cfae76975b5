import { calculationInputs } from 'contract/calculations/calculations.ts';
import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import { Refusal } from 'engine/refusal.ts';
import type { z } from 'zod';
import { calculationCost } from '#domain/finance/computation-cost.ts';
import { fieldErrors } from '#errors.ts';

type Inputs = { [Kind in CalculationKind]: z.output<(typeof calculationInputs)[Kind]> };

const schemas: { [Kind in CalculationKind]: z.ZodType<Inputs[Kind]> } = calculationInputs;

export type Calculators = {
  [Kind in CalculationKind]: (input: Inputs[Kind], signal: AbortSignal) => object | Promise<object>;
};

/** Who pays for a calculation, and how long somebody waits for it. */
export interface Charging {
  /** Charges the caller for the cost of a calculation, or refuses it. */
  charge: (cost: number) => Promise<void>;
  signal: AbortSignal;
}

/** Throws a `Refusal`. */
export async function runCalculation<Kind extends CalculationKind>(
  calculators: Pick<Calculators, Kind>,
  { charge, signal }: Charging,
  kind: Kind,
  input: unknown,
): Promise<object> {
  const parsed = schemas[kind].safeParse(input);
  if (!parsed.success) throw new Refusal(fieldErrors(parsed.error));
  signal.throwIfAborted();
  await charge(calculationCost[kind](parsed.data));
  return calculators[kind](parsed.data, signal);
}
