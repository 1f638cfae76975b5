interface LocalStorageItem {
  get: () => string | null;
  /** Null removes it. Notifies this tab's subscribers; the browser notifies those of the other tabs. */
  set: (value: string | null) => void;
  /** Calls `listener` after every change, whichever tab made it. @returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

/**
 * One item of the browser's local storage, which all tabs share and can subscribe to. Where the browser blocks the
 * storage, or it is full, the value lasts as long as the page.
 */
export function localStorageItem(key: string): LocalStorageItem {
  const listeners = new Set<() => void>();
  /** The value that could not be written; undefined if every one was. */
  let unwritten: string | null | undefined;
  return {
    get: () => (unwritten === undefined ? read(key) : unwritten),
    set(value) {
      unwritten = write(key, value) ? undefined : value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        // Without a key the whole storage was cleared.
        if (event.key !== null && event.key !== key) return;
        unwritten = undefined;
        listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

/** With storage blocked even `localStorage` itself throws. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether it was written. */
function write(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
