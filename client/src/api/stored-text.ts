interface StoredText {
  get: () => string | null;
  /** Null removes it. Tells this tab's followers; the browser tells those of the other tabs. */
  set: (value: string | null) => void;
  /** Calls `listener` after every change, whichever tab made it. @returns what stops that. */
  follow: (listener: () => void) => () => void;
}

/** One text in the browser's local storage that all tabs share and can follow. */
export function storedText(key: string): StoredText {
  const followers = new Set<() => void>();
  return {
    get: () => localStorage.getItem(key),
    set(value) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      for (const follower of followers) follower();
    },
    follow(listener) {
      // Without a key the whole storage was cleared.
      const fromOtherTab = (event: StorageEvent) => {
        if (event.key === null || event.key === key) listener();
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
