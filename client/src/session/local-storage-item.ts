/**
 * One item of the local storage, shared by all tabs. If the storage is blocked or full, the value lasts as long as the
 * page.
 */
export function localStorageItem(key: string) {
  const listeners = new Set<() => void>();
  /** Undefined if the last value was written. */
  let unwritten: string | null | undefined;
  return {
    get: () => (unwritten === undefined ? read(key) : unwritten),
    /** Null removes it. Notifies the subscribers of all tabs. */
    set: (value: string | null) => {
      unwritten = write(key, value) ? undefined : value;
      for (const listener of listeners) listener();
    },
    /** @returns the unsubscribe function. */
    subscribe: (listener: () => void): (() => void) => {
      if (import.meta.env.SSR) return () => {};
      const onStorage = (event: StorageEvent) => {
        // Null: the whole storage was cleared.
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

/** Blocked storage throws on access. Node.js may have a storage of its own, which belongs to no reader. */
function read(key: string): string | null {
  if (import.meta.env.SSR) return null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
