import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusRegion } from '#ui/keep-focus.ts';

/** Takes the focus after the last question about a result. */
export const verdictRegion = { tabIndex: -1, 'data-verdict': '' } as const;

/** Takes the focus while it is open. */
export const questionRegion = { 'data-question': '', ...focusRegion } as const;

const question = '[data-question]';

/** Moves to what leads the result. */
export function focusVerdict(): void {
  const verdict = document.querySelector<HTMLElement>('[data-verdict]');
  verdict?.focus({ preventScroll: true });
  verdict?.scrollIntoView();
}

/** Not an answer, which a key would take before the question is read. */
export const focusFirstQuestion = (): void => document.querySelector<HTMLElement>(question)?.focus();

/** Moves the focus from a question that is answered to the next one, not to an answer that the same key would take; else to the button of its form or to the result. */
export function useFocusAfterAnswer(): void {
  const asked = useRef<{ control: Element; form: Element | null }>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const remember = ({ target }: FocusEvent) => {
      const control = target instanceof Element && target.closest(question) ? target : undefined;
      asked.current = control && { control, form: control.closest('form') };
    };
    document.addEventListener('focusin', remember, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  // Before the browser, or what keeps the focus near a control that is gone, moves it.
  useLayoutEffect(() => {
    if (!asked.current) return;
    const { control, form } = asked.current;
    const isOpen = control.isConnected && control.closest(question) !== null;
    const { activeElement } = document;
    if (isOpen || (activeElement !== control && activeElement !== document.body)) return;
    asked.current = undefined;
    const next =
      document.querySelector<HTMLElement>(question) ??
      (form ?? document).querySelector<HTMLElement>(form ? '[type=submit]' : '[data-verdict]');
    next?.focus();
  });
}
