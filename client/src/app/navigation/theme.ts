import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';

export const themes = ['green', 'high-contrast'] as const;
type Theme = (typeof themes)[number];

const choice = localStorageItem('theme');

/** The theme that the user chose; by default the one for the system's contrast setting. */
function preferredTheme(): Theme {
  const stored = choice.get();
  if (stored === 'green' || stored === 'high-contrast') return stored;
  return window.matchMedia('(prefers-contrast: more)').matches ? 'high-contrast' : 'green';
}

/** Must be called before the first paint, so that the colours do not change visibly. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = preferredTheme();
}

choice.subscribe(applyTheme);

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(choice.subscribe, preferredTheme), choice.set];
}
