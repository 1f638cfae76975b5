import { lazy, useState } from 'react';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { Button } from '#ui/controls/button.tsx';
import type { UnsavedCalculation } from './calculations.queries.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog.tsx')).SaveDialog }));

/** Saves a result to the user's calculations. For guests, the dialog describes what an account offers. */
export function SaveButton({ calculation }: { calculation: UnsavedCalculation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Save
      </Button>
      {isOpen && (
        <LazyDialog onClose={() => setOpen(false)}>
          <SaveDialog calculation={calculation} onClose={() => setOpen(false)} />
        </LazyDialog>
      )}
    </>
  );
}
