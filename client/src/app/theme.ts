import { useState } from 'react';

export type Theme = 'green' | 'high-contrast';

const storageKey = 'theme';

/** The chosen theme; without a choice, what the system's contrast setting asks for. */
function preferredTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  if (stored === 'green' || stored === 'high-contrast') return stored;
  return window.matchMedia('(prefers-contrast: more)').matches ? 'high-contrast' : 'green';
}

/** Called before the first render, so nothing is ever painted in the other theme. */
export function applyTheme(theme: Theme = preferredTheme()): void {
  document.documentElement.dataset['theme'] = theme;
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(preferredTheme);
  return [
    theme,
    (next) => {
      localStorage.setItem(storageKey, next);
      applyTheme(next);
      setTheme(next);
    },
  ];
}
