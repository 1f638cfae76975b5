import { useSyncExternalStore } from 'react';

/** One text in the browser's local storage; null when it is absent. */
export interface StoredEntry {
  get: () => string | null;
  /** Null removes it. */
  set: (value: string | null) => void;
  subscribe: (listener: () => void) => () => void;
}

export function storedEntry(key: string): StoredEntry {
  const listeners = new Set<() => void>();
  return {
    get: () => localStorage.getItem(key),
    set(value) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}

/** The entry's present value, which follows other tabs too. */
export function useStoredEntry(entry: StoredEntry): string | null {
  return useSyncExternalStore(entry.subscribe, entry.get);
}
