import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useOpenedUrl } from '#parts/navigation/router.tsx';
import { readRecord } from './method-record.ts';

/** The query and the fragment, with their first character; empty without terms. */
export interface UrlParts {
  search: string;
  hash: string;
}

/**
 * How a write changes the browser's history: `calculation` adds an entry, successive edits of one field share an entry,
 * and `same`, as an edit of no field, replaces the current entry, because the result does not change. `form` adds an entry
 * for a form that the user cleared or restored.
 */
export type HistoryUpdate = 'calculation' | 'form' | 'same' | { edited: string };

interface DelayedWrite {
  timer: ReturnType<typeof setTimeout>;
  write: () => void;
  historyUpdate: HistoryUpdate;
}

/** For results that change with every keystroke, because browsers refuse frequent changes of the URL. */
export const urlDelayMs = 500;

const empty: UrlParts = { search: '', hash: '' };

export function partsOf(link: string): UrlParts {
  const { search, hash } = new URL(link, 'http://localhost');
  return { search, hash };
}

/**
 * The terms in the screen's URL. Links and the browser's history load terms; `write` writes them, so that Back leads
 * through the calculations. The first calculation replaces the history entry of the empty form. After a navigation to
 * another screen has begun, nothing is written, because a write would cancel the navigation. A result is not written after
 * the user has opened another URL, whose terms take its place.
 * @param load called when the URL changes, but not by `write`. The change cancels a delayed write.
 */
export function useTermsUrl(load: (openedUrl: UrlParts) => void) {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const openedUrl = useOpenedUrl();
  const navigationType = useNavigationType();
  const [path] = useState(() => (import.meta.env.SSR ? '' : location.pathname));
  const currentUrl = useRef(empty);
  const delayed = useRef<DelayedWrite>(undefined);
  const cancelDelayed = useCallback(() => {
    clearTimeout(delayed.current?.timer);
    delayed.current = undefined;
  }, []);
  /** The field whose edits are in the newest history entry. */
  const editedField = useRef<string>(undefined);

  const onUrlChange = useEffectEvent((url: UrlParts) => {
    if (navigationType === NavigationType.Pop) editedField.current = undefined;
    if (isSameUrl(url, currentUrl.current)) return;
    cancelDelayed();
    currentUrl.current = url;
    load(url);
  });
  useEffect(() => {
    onUrlChange(withoutRecord({ search, hash }));
  }, [search, hash]);
  useEffect(
    () => () => {
      cancelDelayed();
      currentUrl.current = empty;
    },
    [cancelDelayed],
  );

  const writeNow = useCallback(
    (next: UrlParts, historyUpdate: HistoryUpdate) => {
      const opened = openedUrl();
      // The browser's URL is that of the next screen before this screen is unmounted.
      if (!opened || location.pathname !== path) return;
      const previous = withoutRecord(opened);
      if (historyUpdate !== 'form' && !isSameUrl(previous, currentUrl.current)) return;
      const lastField = editedField.current;
      const field = typeof historyUpdate === 'object' ? historyUpdate.edited : undefined;
      const keepsResult = historyUpdate === 'same' || field === '';
      if (!keepsResult) editedField.current = field;
      if (isSameUrl(next, previous)) return;
      const isSameField = field !== undefined && field === lastField;
      const replace = keepsResult || previous.search + previous.hash === '' || isSameField;
      // Updated immediately, because another write may follow before the next render.
      currentUrl.current = next;
      // Not in a transition: if the user went back before the write is rendered, the terms would not change.
      void navigate(next, { replace, preventScrollReset: true, flushSync: true });
    },
    [navigate, openedUrl, path],
  );

  return useCallback(
    (next: UrlParts, historyUpdate: HistoryUpdate, delayMs = 0) => {
      // The edits of another field have their own entry in the history.
      if (delayed.current && !isSameEdit(delayed.current.historyUpdate, historyUpdate))
        delayed.current.write();
      cancelDelayed();
      if (delayMs === 0) return writeNow(next, historyUpdate);
      const write = () => {
        cancelDelayed();
        writeNow(next, historyUpdate);
      };
      delayed.current = { timer: setTimeout(write, delayMs), write, historyUpdate };
    },
    [writeNow, cancelDelayed],
  );
}

const isSameUrl = (one: UrlParts, other: UrlParts): boolean =>
  one.search === other.search && one.hash === other.hash;

const withoutRecord = ({ search, hash }: UrlParts): UrlParts => ({ search, hash: readRecord(hash).rest });

const isSameEdit = (one: HistoryUpdate, other: HistoryUpdate): boolean =>
  typeof one === 'object' && typeof other === 'object' && one.edited === other.edited;
