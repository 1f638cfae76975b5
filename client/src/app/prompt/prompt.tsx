import { PromptDialog } from '#features/prompt/prompt-dialog.tsx';
import { useSession } from '#session/session.ts';
import { type NavLink, staffLinks, visibleLinks } from '#app/navigation/navigation.ts';
import { themes, useTheme } from '#app/navigation/theme.ts';

interface PromptProps {
  links: readonly NavLink[];
  initialText: string;
  close: () => void;
}

export function Prompt({ links, initialText, close }: PromptProps) {
  const user = useSession()?.user;
  const [theme, setTheme] = useTheme();
  return (
    <PromptDialog
      close={close}
      typed={initialText}
      links={[...links, ...visibleLinks(staffLinks, user)]}
      theme={theme}
      themes={themes}
      setTheme={(name) => setTheme(themes.find((candidate) => candidate === name) ?? theme)}
    />
  );
}
