import type { CalculationKind } from 'contract/calculations.constants.ts';
import { useChange } from '#parts/use-change.ts';
import { call } from '#session/call.ts';

export interface UnsavedCalculation {
  kind: CalculationKind;
  /** The request of the shown result. */
  input: Record<string, unknown>;
}

interface NewCalculation extends UnsavedCalculation {
  name: string;
  notes: string;
}

export const useCreateCalculation = () =>
  useChange({
    change: (body: NewCalculation) => call('createCalculation', { body }),
    said: ({ msg }) => msg,
    readBy: ['listCalculations'],
  });
