import type { Calculation } from 'contract/calculations/calculations.ts';
import { CalculationDialog } from '#parts/calculator/saved/calculation-dialog.tsx';
import { useUpdateCalculation } from './calculations.queries.ts';

export function RenameDialog({ calculation, onClose }: { calculation: Calculation; onClose: () => void }) {
  const { mutateAsync: update } = useUpdateCalculation(calculation);
  return (
    <CalculationDialog
      title="CHANGE THE ENTRY"
      texts={{ name: calculation.name, notes: calculation.notes ?? '' }}
      onSubmit={update}
      onClose={onClose}
    />
  );
}
