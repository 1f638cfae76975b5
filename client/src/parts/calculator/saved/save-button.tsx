import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { followParameter } from '#parts/navigation/return-to.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import type { UnsavedCalculation } from './calculations.queries.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog.tsx')).SaveDialog }));
const SaveAtOnce = lazy(async () => ({ default: (await import('./save-at-once.tsx')).SaveAtOnce }));

interface SaveButtonProps {
  calculation: UnsavedCalculation;
  variant?: 'ghost' | 'primary';
}

/** Saves a result to the user's calculations. For guests, the dialog leads to the sign-in, after which it is saved. */
export function SaveButton({ calculation, variant = 'ghost' }: SaveButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isSignedIn = useSession() !== null;
  const { state, search } = useLocation() as { state: { isToSave?: boolean } | null; search: string };
  const isToFollow = new URLSearchParams(search).has(followParameter);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        Save
      </Button>
      {state?.isToSave && !isToFollow && isSignedIn && (
        <Suspense>
          <SaveAtOnce calculation={calculation} />
        </Suspense>
      )}
      {isOpen && (
        <LazyDialog onClose={() => setOpen(false)}>
          <SaveDialog calculation={calculation} onClose={() => setOpen(false)} />
        </LazyDialog>
      )}
    </>
  );
}
