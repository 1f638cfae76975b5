import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toast } from '#ui/feedback/toast.ts';
import { type UnsavedCalculation, useCreateCalculation } from './calculations.queries.ts';
import { termsText } from './terms-text.ts';

/** Saves the result that a guest wanted to save before the sign-in, and forgets that wish. */
export function SaveAtOnce({ calculation }: { calculation: UnsavedCalculation }) {
  const { mutateAsync: create } = useCreateCalculation();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const save = useEffectEvent(() => {
    void navigate({ search, hash }, { replace: true, state: null, preventScrollReset: true });
    const name = termsText(calculation.kind, calculation.input);
    // Also reported after this component has disappeared.
    create({ ...calculation, name, notes: '' }).catch(({ message }: Error) => toast.error(message));
  });
  useEffect(() => {
    save();
  }, []);
  return null;
}
