import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalculationKind } from 'contract/calculations.constants.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

export const calculationsKey = 'listCalculations';

export interface UnsavedCalculation {
  kind: CalculationKind;
  /** The request of the shown result. */
  input: Record<string, unknown>;
}

interface NewCalculation extends UnsavedCalculation {
  name: string;
  notes: string;
}

export function useCreateCalculation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewCalculation) => call('createCalculation', { body }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return queries.invalidateQueries({ queryKey: [calculationsKey] });
    },
  });
}
