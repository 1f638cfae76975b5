import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextInput } from './input.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

const verbatim = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password';
  /** Names the switch, for forms with two. */
  what?: string;
}

export function PasswordInput({ what = 'password', ...input }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  // Hidden again at the submit, because browsers may remember plain text.
  useEffect(() => {
    const { form } = toggle.current!;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <div className="relative">
      <TextInput
        {...verbatim}
        {...input}
        type={isShown ? 'text' : 'password'}
        className="pr-[calc(2*var(--space-3)+3.25rem)]"
      />
      <button
        ref={toggle}
        type="button"
        className="input-toggle"
        aria-controls={input.id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'HIDE' : 'SHOW'} <VisuallyHidden>{what}</VisuallyHidden>
      </button>
    </div>
  );
}
