import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useIsNavigating } from '#parts/navigation/router.tsx';
import { readRecord } from './method-record.ts';

/** The query and the fragment, with their first character; empty without terms. */
export interface UrlParts {
  search: string;
  hash: string;
}

/**
 * How a write changes the browser's history: `calculation` adds an entry, successive edits of one field share an entry,
 * and `same`, as an edit of no field, replaces the current entry, because the result does not change.
 */
export type Step = 'calculation' | 'same' | { edited: string };

/** For results that change with every key, because browsers refuse frequent changes of the URL. */
export const urlDelayMs = 500;

const empty: UrlParts = { search: '', hash: '' };

export function partsOf(link: string): UrlParts {
  const { search, hash } = new URL(link, window.location.href);
  return { search, hash };
}

/**
 * The terms in the screen's URL. Links and the browser's history load terms; `write` writes them, so that Back leads
 * through the calculations. The first calculation replaces the history entry of the empty form. After a navigation to
 * another screen has begun, nothing is written, because a write would cancel the navigation.
 * @param load called when the URL changes, but not by `write`. A write that is still delayed is then dropped.
 */
export function useTermsUrl(load: (opened: UrlParts) => void) {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const isNavigating = useIsNavigating();
  const navigationType = useNavigationType();
  const [path] = useState(() => location.pathname);
  const current = useRef(empty);
  const delayed = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The field whose edits are in the newest history entry. */
  const editedField = useRef<string>(undefined);

  const follow = useEffectEvent((opened: UrlParts) => {
    if (navigationType === NavigationType.Pop) editedField.current = undefined;
    const before = current.current;
    if (opened.search === before.search && opened.hash === before.hash) return;
    clearTimeout(delayed.current);
    current.current = opened;
    load(opened);
  });
  useEffect(() => follow({ search, hash: readRecord(hash).rest }), [search, hash]);
  useEffect(
    () => () => {
      clearTimeout(delayed.current);
      current.current = empty;
    },
    [],
  );

  const writeNow = useCallback(
    (next: UrlParts, step: Step) => {
      const before = current.current;
      const lastField = editedField.current;
      const field = typeof step === 'object' ? step.edited : undefined;
      const isSameResult = step === 'same' || field === '';
      if (!isSameResult) editedField.current = field;
      const isSame = next.search === before.search && next.hash === before.hash;
      // The browser's URL is that of the next screen before this one is unmounted.
      if (isSame || isNavigating() || location.pathname !== path) return;
      const isSameEdit = field !== undefined && field === lastField;
      const replace = isSameResult || before.search + before.hash === '' || isSameEdit;
      // Updated immediately, because another write may follow before the next render.
      current.current = next;
      // In a transition, Back could be pressed before the write is rendered, and the terms would stay.
      void navigate(next, { replace, preventScrollReset: true, flushSync: true });
    },
    [navigate, isNavigating, path],
  );

  return useCallback(
    (next: UrlParts, step: Step, delayMs = 0) => {
      clearTimeout(delayed.current);
      if (delayMs === 0) writeNow(next, step);
      else delayed.current = setTimeout(() => writeNow(next, step), delayMs);
    },
    [writeNow],
  );
}
