import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { askToConfirm } from '#ui/confirm.tsx';
import { hearPopFirst } from './pop-gate.ts';

/**
 * Asks before a page is left whose form is marked `data-unsaved`: a mark in the page, because a form in a hidden tab
 * has no running effects. Looks at what people do (a link, the browser's buttons, a closed tab), as what the app
 * itself does, such as leading to the login, has its reasons. The router blocks nothing without its data mode.
 */
export function useLeaveGuard(): void {
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  const entry = useRef(NaN);
  const stepsAsked = useRef(0);
  const isLeaving = useRef(false);

  useEffect(() => {
    const state = window.history.state as EntryState;
    if ((state?.key ?? 'default') === key) entry.current = entryOf(state);
  }, [key]);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = followedLink(event);
    if (!link || link.pathname === pathname || !isUnsaved()) return;
    event.preventDefault();
    event.stopPropagation();
    const { pathname: to, search, hash } = link;
    ask(() => void navigate({ pathname: to, search, hash }));
  });

  // The browser has gone already: it is sent back before the router hears of it, and then the question comes.
  const onPopState = useEffectEvent((event: PopStateEvent) => {
    if (stepsAsked.current !== 0) {
      event.stopImmediatePropagation();
      const steps = stepsAsked.current;
      stepsAsked.current = 0;
      ask(() => {
        isLeaving.current = true;
        window.history.go(steps);
      });
      return;
    }
    const steps = entryOf(event.state as EntryState) - entry.current;
    const isElsewhere = window.location.pathname !== pathname;
    if (isLeaving.current || !isElsewhere || !isUnsaved() || !steps) return;
    event.stopImmediatePropagation();
    stepsAsked.current = steps;
    window.history.go(-steps);
  });

  useEffect(() => hearPopFirst((event) => onPopState(event)), []);

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('click', (event) => onClick(event), { capture: true, signal });
    window.addEventListener('beforeunload', (event) => isUnsaved() && event.preventDefault(), { signal });
    return () => listeners.abort();
  }, []);
}

/** For what leaves the page without a link, such as a sign-out: at once, or once the loss has been agreed to. */
export function askBeforeLoss(leave: () => void): void {
  if (isUnsaved()) ask(leave);
  else leave();
}

const isUnsaved = () => document.querySelector('form[data-unsaved]') !== null;

/** What the router keeps in each of its entries of the history: it names and counts them. */
type EntryState = { key?: string; idx?: number } | null;

/** NaN for an entry that is not the router's. */
const entryOf = (state: EntryState) => state?.idx ?? NaN;

function ask(leave: () => void): void {
  askToConfirm({
    title: 'LEAVE WITHOUT SAVING?',
    message: 'What you have changed on this page will be gone.',
    confirmLabel: 'Leave',
    onConfirm: leave,
  });
}

/** The link within the app that a click follows in this tab; another tab leaves the form where it is. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = (target as Element).closest<HTMLAnchorElement>('a[href]');
  const isHere = link?.origin === window.location.origin && ['', '_self'].includes(link.target);
  return isHere && !link.hasAttribute('download') ? link : null;
}
