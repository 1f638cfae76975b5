import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import { useOperation } from '#parts/query/use-operation.ts';

export interface UnsavedCalculation {
  kind: CalculationKind;
  /** The request body that produced the result. */
  input: Record<string, unknown>;
  /** The vintage of the cash rate that the rates follow. */
  rates_from?: string | null;
}

export const useCreateCalculation = () =>
  useOperation('createCalculation', { invalidates: ['listCalculations'] });
