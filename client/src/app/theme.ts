import { useSyncExternalStore } from 'react';
import { storedText } from '#api/stored-text.ts';

export type Theme = 'green' | 'high-contrast';

const choice = storedText('theme');

/** The chosen theme; without a choice, what the system's contrast setting asks for. */
function preferredTheme(): Theme {
  const stored = choice.get();
  if (stored === 'green' || stored === 'high-contrast') return stored;
  return window.matchMedia('(prefers-contrast: more)').matches ? 'high-contrast' : 'green';
}

/** Called before the first render, so nothing is ever painted in the other theme. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = preferredTheme();
}

// On every screen, those without the switch too, and whichever tab chose.
choice.follow(applyTheme);

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(choice.follow, preferredTheme), choice.set];
}
