import { IconButton } from '#ui/controls/icon-button.tsx';
import { useTheme } from './theme.ts';

export function ThemeSwitch() {
  const [theme, setTheme] = useTheme();
  const highContrast = theme === 'high-contrast';
  return (
    <IconButton
      label="High contrast"
      aria-pressed={highContrast}
      onClick={() => setTheme(highContrast ? 'green' : 'high-contrast')}
    >
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" stroke="none" />
    </IconButton>
  );
}
