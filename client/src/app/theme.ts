import { useState } from 'react';
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
export function applyTheme(theme: Theme = preferredTheme()): void {
  document.documentElement.dataset['theme'] = theme;
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(preferredTheme);
  return [
    theme,
    (next) => {
      choice.set(next);
      applyTheme(next);
      setTheme(next);
    },
  ];
}
