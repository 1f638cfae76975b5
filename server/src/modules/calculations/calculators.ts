import { type Calculation, calculationInputs, calculationSummaries } from 'contract/calculations.ts';
import type { CalculationKind } from 'contract/calculations.constants.ts';
import type { FieldErrors } from 'contract/errors.ts';
import type { z } from 'zod';
import { AppError, fieldErrors, validationFailed } from '#errors.ts';

/** Each returns the result as JSON text. */
export type Calculators = {
  [Kind in CalculationKind]: (input: z.output<(typeof calculationInputs)[Kind]>) => string;
};

/** The result as JSON text. Throws `validation_failed` on `input.…`. */
export function calculate(calculators: Calculators, kind: CalculationKind, input: unknown): string {
  switch (kind) {
    case 'loan':
      return checked(calculationInputs.loan, calculators.loan, input);
    case 'scenario':
      return checked(calculationInputs.scenario, calculators.scenario, input);
    case 'savings':
      return checked(calculationInputs.savings, calculators.savings, input);
  }
}

/** The figures without the rows. */
export const summaryOf = (kind: CalculationKind, resultJson: string): Calculation['summary'] =>
  calculationSummaries[kind].parse(JSON.parse(resultJson));

function checked<Request>(
  schema: z.ZodType<Request>,
  calculator: (request: Request) => string,
  input: unknown,
): string {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw refusal(fieldErrors(parsed.error));
  try {
    return calculator(parsed.data);
  } catch (error) {
    if (error instanceof AppError && error.details) throw refusal(error.details);
    throw error;
  }
}

const refusal = (details: FieldErrors) =>
  validationFailed(
    Object.fromEntries(Object.entries(details).map(([field, reasons]) => [`input.${field}`, reasons])),
  );
