import { useRef } from 'react';
import { type Location, NavigationType, useBeforeUnload, useBlocker, useNavigate } from 'react-router-dom';
import { readSession } from '#session/session.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { useUnsavedForms } from './unsaved-forms.tsx';

/** Asks before the user leaves a page with unsaved changes in a guarded form. */
export function UnsavedBlocker() {
  const navigate = useNavigate();
  const forms = useUnsavedForms();
  const isHistoryNavigation = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    isHistoryNavigation.current = historyAction === NavigationType.Pop;
    return (
      currentLocation.pathname !== nextLocation.pathname &&
      // Without a session nothing can be saved.
      readSession() !== null &&
      forms.firstUnsaved() !== undefined
    );
  });

  useBeforeUnload((event) => {
    if (forms.firstUnsaved()) event.preventDefault();
  });

  if (blocker.state !== 'blocked') return null;
  const { location, proceed, reset } = blocker;
  // The save itself may navigate, which cancels the blocked navigation, so this starts a new one.
  const navigateAgain = ({ pathname, search, hash, state }: Location) =>
    navigate({ pathname, search, hash }, { state: state as unknown, replace: isHistoryNavigation.current });
  return <LeaveDialog onStay={reset} onLeave={proceed} onSaved={() => void navigateAgain(location)} />;
}
