import { lazy, useEffectEvent, useLayoutEffect, useState } from 'react';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { slashKey } from '#parts/navigation/slash-key.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import type { NavLink } from '#app/navigation/navigation.ts';

const Prompt = lazy(async () => ({ default: (await import('./prompt.tsx')).Prompt }));

/** Opens the command line, as Ctrl+K and `/` do. */
export function PromptButton({ links }: { links: readonly NavLink[] }) {
  const [isOpen, setIsOpen] = useState(false);
  /** The characters typed while the command line loads. */
  const [initialText, setInitialText] = useState('');

  function open() {
    setInitialText('');
    setIsOpen(true);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // The command line does not open over a modal dialog.
    const isModal = document.querySelector('dialog:modal') !== null;
    if (isShortcut(event)) {
      event.preventDefault();
      if (!isModal && !isOpen) open();
    } else if (isOpen && !isModal && isCharacter(event)) {
      event.preventDefault();
      setInitialText((text) => text + event.key);
    }
  });

  // A layout effect, so that the keys work as soon as the button is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <IconButton
        label="Command line (Ctrl+K)"
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <path d="m5 7 5 5-5 5M12 18h7" />
      </IconButton>
      {isOpen && (
        <LazyDialog onClose={() => setIsOpen(false)}>
          <Prompt links={links} initialText={initialText} close={() => setIsOpen(false)} />
        </LazyDialog>
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

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}
