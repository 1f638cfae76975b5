import { type RefObject, useEffect, useEffectEvent } from 'react';

interface DisclosureRefs {
  /** Contains the button and its disclosure. */
  root: RefObject<HTMLElement | null>;
  button: RefObject<HTMLElement | null>;
}

/** Closes a disclosure on Escape, on a click on a link in it, and when focus or a press is outside of it. */
export function useDismissal(open: boolean, { root, button }: DisclosureRefs, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return undefined;
    const listeners = new AbortController();
    const closeOn = (type: string, closes: (event: Event) => boolean) =>
      document.addEventListener(type, (event) => closes(event) && close(), { signal: listeners.signal });
    const isInside = ({ target }: Event) => root.current?.contains(target as Node) === true;

    closeOn('pointerdown', (event) => !isInside(event));
    closeOn('focusin', (event) => !isInside(event));
    closeOn('click', (event) => isInside(event) && (event.target as Element).closest('a') !== null);
    closeOn('keydown', (event) => {
      if ((event as KeyboardEvent).key !== 'Escape') return false;
      // So that it closes nothing below the disclosure.
      event.preventDefault();
      if (isInside(event)) button.current?.focus();
      return true;
    });
    return () => listeners.abort();
  }, [open, root, button]);
}
