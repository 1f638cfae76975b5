import type { Calculation } from 'contract/calculations.ts';
import { CalculationDialog } from '#parts/calculator/saved/calculation-dialog.tsx';
import { useUpdateCalculation } from './calculations.queries.ts';

export function RenameDialog({ calculation, onClose }: { calculation: Calculation; onClose: () => void }) {
  const { mutate, error, isPending } = useUpdateCalculation(calculation);
  return (
    <CalculationDialog
      title="CHANGE THE ENTRY"
      texts={{ name: calculation.name, notes: calculation.notes ?? '' }}
      action={isPending ? 'Saving...' : 'Save'}
      isPending={isPending}
      error={error}
      onSubmit={(texts) => mutate(texts, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
