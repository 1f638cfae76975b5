import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { slashKey } from '#parts/navigation/slash-key.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import type { NavLink } from '#app/navigation/navigation.ts';

const Prompt = lazy(async () => ({ default: (await import('./prompt.tsx')).Prompt }));

/** Opens the command line, as Ctrl+K and `/` do. */
export function PromptButton({ links }: { links: readonly NavLink[] }) {
  const [isOpen, setIsOpen] = useState(false);

  // Before the button is painted, so that the keys work as soon as it is visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      // The command line does not open over a modal dialog.
      if (!document.querySelector('dialog:modal')) setIsOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <IconButton
        label="Command line (Ctrl+K)"
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <path d="m5 7 5 5-5 5M12 18h7" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <Prompt links={links} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function isShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
  if (defaultPrevented || altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey;
  return key === '/' && slashKey.isOn() && !isField(target);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}
