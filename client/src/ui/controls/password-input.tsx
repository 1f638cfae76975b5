import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextInput, verbatim } from './input.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password';
  /** Names the password in the label of the SHOW button, for forms with two passwords. */
  what?: string;
}

export function PasswordInput({ what = 'password', ...input }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  // A submit hides the password again, because browsers may remember the value of a text field.
  useEffect(() => {
    const { form } = toggle.current!;
    const hide = () => setVisible(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <div className="relative">
      <TextInput
        {...verbatim}
        {...input}
        type={isVisible ? 'text' : 'password'}
        className="pr-[calc(2*var(--space-3)+3.25rem)]"
      />
      <button
        ref={toggle}
        type="button"
        className="absolute inset-y-line right-line min-w-control border-l border-rule px-3 text-xs tracking-wide text-muted hover:text-accent focus-visible:outline-offset-inside"
        aria-controls={input.id}
        onClick={() => setVisible(!isVisible)}
      >
        {isVisible ? 'HIDE' : 'SHOW'} <VisuallyHidden>{what}</VisuallyHidden>
      </button>
    </div>
  );
}
