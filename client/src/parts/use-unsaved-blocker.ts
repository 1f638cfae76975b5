import { useEffect } from 'react';
import { useBeforeUnload, useBlocker, useLocation } from 'react-router-dom';
import { readSession } from '#session/session.ts';
import { askToConfirm } from '#ui/confirm.tsx';
import { hasUnsavedChanges } from './unsaved-changes.ts';

/**
 * Asks before a page with a form marked `data-unsaved` is left. A mark, because a form in a hidden tab runs no
 * effects.
 */
export function useUnsavedBlocker(): void {
  const { pathname } = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      // Without a session nothing can be saved.
      readSession() !== null &&
      hasUnsavedChanges(),
  );

  useEffect(() => {
    if (blocker.state === 'blocked') ask(blocker.proceed, pathname);
  }, [blocker, pathname]);

  useBeforeUnload((event) => {
    if (hasUnsavedChanges()) event.preventDefault();
  });
}

/** For a sign-out, which leaves the page without a navigation. */
export function askBeforeLosingChanges(leave: () => void): void {
  if (hasUnsavedChanges()) ask(leave);
  else leave();
}

function ask(leave: () => void, page?: string): void {
  askToConfirm({
    title: 'LEAVE WITHOUT SAVING?',
    message: 'What you have changed on this page will be gone.',
    confirmLabel: 'Leave',
    ...(page !== undefined && { page }),
    onConfirm: leave,
  });
}
