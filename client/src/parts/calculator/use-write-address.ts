import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useNavigationType, NavigationType } from 'react-router-dom';

interface Address {
  search: string;
  hash: string;
}

/**
 * What the browser's history gets: `calculation` ends a step, `edit` is one step for each field, and `same` is none,
 * because the result does not change.
 */
export type Step = 'calculation' | 'edit' | 'same';

/**
 * Writes query and fragment of the screen's URL, so that Back leads through the calculations. The first calculation
 * replaces the empty form. Does nothing once a navigation to another screen has begun, because it would cancel it.
 */
export function useWriteAddress(): (address: Address, step: Step) => void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const { state } = useNavigation();
  const navigationType = useNavigationType();
  const [path] = useState(() => location.pathname);
  const shown = useRef({ search, hash, isLeft: false });
  /** The field whose changes the newest history entry holds. */
  const editedField = useRef<Element | null>(null);
  useEffect(() => {
    shown.current = { search, hash, isLeft: state !== 'idle' };
    if (navigationType === NavigationType.Pop) editedField.current = null;
  }, [search, hash, state, navigationType]);
  return (next, step) => {
    const before = shown.current;
    const lastField = editedField.current;
    if (step !== 'same') editedField.current = step === 'edit' ? document.activeElement : null;
    const isSame = next.search === before.search && next.hash === before.hash;
    // The browser's URL is that of the next screen before this one is unmounted.
    if (isSame || before.isLeft || location.pathname !== path) return;
    const isEditedOn = step === 'edit' && lastField !== null && lastField === editedField.current;
    const replace = step === 'same' || before.search + before.hash === '' || isEditedOn;
    // At once: another write may follow before the next render.
    shown.current = { ...before, ...next };
    void navigate(next, { replace, preventScrollReset: true });
  };
}
