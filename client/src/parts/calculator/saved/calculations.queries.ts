import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';

export interface UnsavedCalculation {
  kind: CalculationKind;
  /** The request body that produced the result. */
  input: Record<string, unknown>;
  /** The vintage of the cash rate that the rates follow. */
  rates_from?: string | null;
}

interface NewCalculation extends UnsavedCalculation {
  name: string;
  notes: string;
  variable_rate?: boolean;
}

export const useCreateCalculation = () =>
  useApiMutation({
    mutationFn: (body: NewCalculation) => call('createCalculation', { body }),
    success: ({ msg }) => msg,
    invalidates: ['listCalculations'],
  });
