import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useNavigationType, NavigationType } from 'react-router-dom';

interface UrlParts {
  search: string;
  hash: string;
}

/**
 * How a write changes the browser's history: `calculation` adds an entry, successive `edit`s of one field share an
 * entry, and `same` replaces the current entry, because the result does not change.
 */
export type Step = 'calculation' | 'edit' | 'same';

/**
 * Writes the query and the fragment of the screen's URL, so that Back leads through the calculations. The first
 * calculation replaces the history entry of the empty form. After a navigation to another screen has begun, it writes
 * nothing, because a write would cancel the navigation.
 */
export function useWriteUrl(): (urlParts: UrlParts, step: Step) => void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const { state } = useNavigation();
  const navigationType = useNavigationType();
  const [path] = useState(() => location.pathname);
  const latest = useRef({ search, hash, isLeaving: false });
  /** The field whose edits are in the newest history entry. */
  const editedField = useRef<Element | null>(null);
  useEffect(() => {
    latest.current = { search, hash, isLeaving: state !== 'idle' };
    if (navigationType === NavigationType.Pop) editedField.current = null;
  }, [search, hash, state, navigationType]);
  return (next, step) => {
    const before = latest.current;
    const lastField = editedField.current;
    if (step !== 'same') editedField.current = step === 'edit' ? document.activeElement : null;
    const isSame = next.search === before.search && next.hash === before.hash;
    // The browser's URL is that of the next screen before this one is unmounted.
    if (isSame || before.isLeaving || location.pathname !== path) return;
    const isSameEdit = step === 'edit' && lastField !== null && lastField === editedField.current;
    const replace = step === 'same' || before.search + before.hash === '' || isSameEdit;
    // Updated immediately, because another write may follow before the next render.
    latest.current = { ...before, ...next };
    void navigate(next, { replace, preventScrollReset: true });
  };
}
