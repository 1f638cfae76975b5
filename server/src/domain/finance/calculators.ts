import { calculationInputs } from 'contract/calculations/calculations.ts';
import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import { Refusal } from 'engine/refusal.ts';
import type { z } from 'zod';
import { calculationCost } from '#domain/finance/computation-cost.ts';
import { fieldErrors } from '#errors.ts';

type Inputs = { [Kind in CalculationKind]: z.output<(typeof calculationInputs)[Kind]> };

const schemas: { [Kind in CalculationKind]: z.ZodType<Inputs[Kind]> } = calculationInputs;

export type Calculators = { [Kind in CalculationKind]: (input: Inputs[Kind]) => object | Promise<object> };

/** Charges the caller for the cost of a calculation, or refuses it. */
export type Charge = (cost: number) => Promise<void>;

/** Throws a `Refusal`. */
export async function runCalculation<Kind extends CalculationKind>(
  calculators: Pick<Calculators, Kind>,
  charge: Charge,
  kind: Kind,
  input: unknown,
): Promise<object> {
  const parsed = schemas[kind].safeParse(input);
  if (!parsed.success) throw new Refusal(fieldErrors(parsed.error));
  await charge(calculationCost[kind](parsed.data));
  return calculators[kind](parsed.data);
}
