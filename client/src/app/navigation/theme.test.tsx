import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ThemeSwitch } from './theme-switch.tsx';
import { applyTheme } from './theme.ts';

const documentTheme = () => document.documentElement.dataset['theme'];

function preferMoreContrast() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === '(prefers-contrast: more)' }) as MediaQueryList,
  );
}

test('the theme is green unless the system prefers more contrast', () => {
  applyTheme();
  expect(documentTheme()).toBe('green');

  preferMoreContrast();
  applyTheme();
  expect(documentTheme()).toBe('high-contrast');
});

test('the stored theme takes precedence over the contrast setting of the system', () => {
  preferMoreContrast();
  localStorage.setItem('theme', 'green');
  applyTheme();
  expect(documentTheme()).toBe('green');
});

test('an unknown stored theme is ignored', () => {
  localStorage.setItem('theme', 'mauve');
  applyTheme();
  expect(documentTheme()).toBe('green');
});

test('a theme that is chosen in another tab applies to this page and its switch', () => {
  applyTheme();
  render(<ThemeSwitch />);
  localStorage.setItem('theme', 'high-contrast');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(documentTheme()).toBe('high-contrast');
  expect(screen.getByRole('button', { name: 'High contrast' })).toHaveAttribute('aria-pressed', 'true');
});

test('without access to local storage, the theme is applied and the switch changes it', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Blocked.', 'SecurityError');
  });
  applyTheme();
  expect(documentTheme()).toBe('green');

  render(<ThemeSwitch />);
  for (const theme of ['high-contrast', 'green']) {
    await userEvent.click(screen.getByRole('button', { name: 'High contrast' }));
    expect(documentTheme()).toBe(theme);
  }
});
