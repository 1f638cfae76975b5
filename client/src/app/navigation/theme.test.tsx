import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ThemeSwitch } from './theme-switch.tsx';
import { applyTheme } from './theme.ts';

const shownTheme = () => document.documentElement.dataset['theme'];

function preferMoreContrast() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === '(prefers-contrast: more)' }) as MediaQueryList,
  );
}

test('the theme is green unless the system asks for more contrast', () => {
  applyTheme();
  expect(shownTheme()).toBe('green');

  preferMoreContrast();
  applyTheme();
  expect(shownTheme()).toBe('high-contrast');
});

test('the stored choice wins over the system', () => {
  preferMoreContrast();
  localStorage.setItem('theme', 'green');
  applyTheme();
  expect(shownTheme()).toBe('green');
});

test('an unknown stored theme counts as no choice', () => {
  localStorage.setItem('theme', 'mauve');
  applyTheme();
  expect(shownTheme()).toBe('green');
});

test('what another tab chooses counts here too, for the page and the switch', () => {
  applyTheme();
  render(<ThemeSwitch />);
  localStorage.setItem('theme', 'high-contrast');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(shownTheme()).toBe('high-contrast');
  expect(screen.getByRole('button', { name: 'High contrast' })).toHaveAttribute('aria-pressed', 'true');
});

test('with the storage blocked the theme is applied, and the switch changes it', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Blocked.', 'SecurityError');
  });
  applyTheme();
  expect(shownTheme()).toBe('green');

  render(<ThemeSwitch />);
  for (const theme of ['high-contrast', 'green']) {
    await userEvent.click(screen.getByRole('button', { name: 'High contrast' }));
    expect(shownTheme()).toBe(theme);
  }
});
