import { setImmediate } from 'node:timers/promises';
import { calculationInputs } from 'contract/calculations/calculations.ts';
import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import { Refusal } from 'engine/refusal.ts';
import type { Slices } from 'engine/slices.ts';
import type { z } from 'zod';
import { calculationCost, mostCost } from '#domain/finance/computation-cost.ts';
import { parseInput } from '#platform/parse-input.ts';
import { fieldErrors } from '#errors.ts';

type Inputs = { [Kind in CalculationKind]: z.output<(typeof calculationInputs)[Kind]> };

const schemas: { [Kind in CalculationKind]: z.ZodType<Inputs[Kind]> } = calculationInputs;

export type Calculators = {
  [Kind in CalculationKind]: (input: Inputs[Kind], run: RunSlices) => object | Promise<object>;
};

type RunSlices = <Result>(slices: Slices<Result>) => Promise<Result>;

/** Who pays for a calculation, and how long somebody waits for it. */
export interface Charging {
  /** Charges the caller for the cost of a calculation, or refuses it. */
  charge: (cost: number) => Promise<void>;
  signal: AbortSignal;
}

/** All parts of one request cost at most as much as the largest loan together. */
export function chargedTogether({ charge, signal }: Charging): Charging {
  let left = mostCost;
  return {
    charge: (cost) => {
      const charged = Math.min(cost, left);
      left -= charged;
      return charge(charged);
    },
    signal,
  };
}

/**
 * Charges for a long calculation and runs it. Other requests are served between its slices. It ends when nobody waits for it any
 * more. Nothing runs slices without a price.
 */
export async function inSlices<Result>(
  { charge, signal }: Charging,
  cost: number,
  slices: Slices<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  await charge(cost);
  return runSlices(signal, slices);
}

async function runSlices<Result>(signal: AbortSignal, slices: Slices<Result>): Promise<Result> {
  for (;;) {
    signal.throwIfAborted();
    const step = slices.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}

/** With the defaults of the kind, and numbers instead of texts. An input that will be refused is unchanged. */
export const readInput = (kind: CalculationKind, input: unknown): unknown =>
  parseInput(schemas[kind] as z.ZodType, input).data ?? input;

/** Throws a `Refusal`. */
export async function runCalculation<Kind extends CalculationKind>(
  calculators: Pick<Calculators, Kind>,
  { charge, signal }: Charging,
  kind: Kind,
  input: unknown,
): Promise<object> {
  const parsed = parseInput(schemas[kind], input);
  if (!parsed.success) throw new Refusal(fieldErrors(parsed.error));
  signal.throwIfAborted();
  await charge(calculationCost[kind](parsed.data));
  return calculators[kind](parsed.data, (slices) => runSlices(signal, slices));
}
