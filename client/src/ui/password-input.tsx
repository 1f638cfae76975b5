import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextInput } from './input.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './password-input.module.css';

/** Passwords are typed as they are: no capital first letter, no spelling sent to a service. */
const verbatim = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'autoComplete'> {
  /** Tells a password manager whether to fill in or to make one. */
  autoComplete: 'current-password' | 'new-password';
  /** What the switch shows and hides, where a form has two of them. */
  what?: string;
}

/** A password with a switch that shows what was typed, until the form is sent. */
export function PasswordInput({ what = 'password', ...input }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  // A browser may remember what it sent as plain text; it must not take this for it.
  useEffect(() => {
    const { form } = toggle.current!;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <div className={styles.row}>
      <TextInput {...verbatim} {...input} type={isShown ? 'text' : 'password'} className={styles.input} />
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-controls={input.id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'HIDE' : 'SHOW'} <VisuallyHidden>{what}</VisuallyHidden>
      </button>
    </div>
  );
}
