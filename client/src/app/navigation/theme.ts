import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';

export const themes = ['green', 'high-contrast'] as const;
type Theme = (typeof themes)[number];

const storedTheme = localStorageItem('theme');

/** The theme that the user chose; by default the one for the system's contrast setting. */
function preferredTheme(): Theme {
  const stored = storedTheme.get();
  if (stored === 'green' || stored === 'high-contrast') return stored;
  return window.matchMedia('(prefers-contrast: more)').matches ? 'high-contrast' : 'green';
}

/** Must be called before the first paint, so that the colours do not change visibly. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = preferredTheme();
}

storedTheme.subscribe(applyTheme);

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(storedTheme.subscribe, preferredTheme, (): Theme => 'green'), storedTheme.set];
}
