import type { ComponentProps } from 'react';
import { PromptDialog } from '#features/prompt/prompt-dialog.tsx';
import { useSession } from '#session/session.ts';
import { staffLinks, visibleLinks } from '#app/navigation/navigation.ts';
import { themes, useTheme } from '#app/navigation/theme.ts';

type PromptProps = Pick<ComponentProps<typeof PromptDialog>, 'links' | 'initialText' | 'close'>;

export function Prompt({ links, ...props }: PromptProps) {
  const user = useSession()?.user;
  const [theme, setTheme] = useTheme();
  return (
    <PromptDialog
      {...props}
      links={[...links, ...visibleLinks(staffLinks, user)]}
      theme={theme}
      themes={themes}
      setTheme={(name) => setTheme(themes.find((candidate) => candidate === name) ?? theme)}
    />
  );
}
