import type { Calculation } from 'contract/calculations/calculations.ts';
import { CalculationDialog } from '#parts/calculator/saved/calculation-dialog.tsx';
import { useUpdateCalculation } from './calculations.queries.ts';

export function RenameDialog({ calculation, onClose }: { calculation: Calculation; onClose: () => void }) {
  const { kind, name, notes, variable_rate } = calculation;
  const { mutateAsync: update } = useUpdateCalculation(calculation);
  return (
    <CalculationDialog
      title="EDIT CALCULATION"
      kind={kind}
      fields={{ name, notes: notes ?? '', variable_rate }}
      onSubmit={update}
      onClose={onClose}
    />
  );
}
