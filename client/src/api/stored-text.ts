interface StoredText {
  get: () => string | null;
  /** Null removes it. Tells this tab's followers; the browser tells those of the other tabs. */
  set: (value: string | null) => void;
  /** Calls `listener` after every change, whichever tab made it. @returns what stops that. */
  follow: (listener: () => void) => () => void;
}

/**
 * One text in the browser's local storage that all tabs share and can follow. Where the browser blocks the storage,
 * or has no room, the text lasts as long as the page.
 */
export function storedText(key: string): StoredText {
  const followers = new Set<() => void>();
  /** What could not be written; undefined if everything was. */
  let unwritten: string | null | undefined;
  return {
    get: () => (unwritten === undefined ? read(key) : unwritten),
    set(value) {
      unwritten = write(key, value) ? undefined : value;
      for (const follower of followers) follower();
    },
    follow(listener) {
      // Without a key the whole storage was cleared.
      const fromOtherTab = (event: StorageEvent) => {
        if (event.key !== null && event.key !== key) return;
        unwritten = undefined;
        listener();
      };
      followers.add(listener);
      window.addEventListener('storage', fromOtherTab);
      return () => {
        followers.delete(listener);
        window.removeEventListener('storage', fromOtherTab);
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
