import { type ReactNode, useLayoutEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { scrollable } from './scrollable.ts';
import styles from './dialog.module.css';

interface DialogProps {
  title: ReactNode;
  /** Escape and the close button ask for it; leave it out where the dialog must be answered. */
  onClose?: (() => void) | undefined;
  /** The row of buttons below the content, always in view. */
  actions?: ReactNode;
  /** `bottom`: a sheet at the lower edge, as wide as the screen. */
  placement?: 'centre' | 'bottom';
  children: ReactNode;
}

/**
 * A modal dialog, open for as long as it is rendered. The native element keeps the focus inside, makes the
 * rest inert and, when closed, gives the focus back to where it was.
 */
export function Dialog({ title, onClose, actions, placement = 'centre', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  // Layout effects are undone while the element is still in the page, which is what gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // The title, whose end is the start of the content: a button would take the focus past it.
    heading.current?.focus();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={ref}
      className={cx(styles.dialog, placement === 'bottom' && styles.sheet)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Chromium closes on a second Escape whatever `cancel` says, so the key itself is stopped too.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose?.();
      }}
    >
      <header className={styles.bar}>
        <h2 ref={heading} className={styles.title} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {onClose && (
          <Button variant="ghost" onClick={onClose}>
            CLOSE
          </Button>
        )}
      </header>
      <div className={styles.body} {...scrollable} aria-labelledby={titleId}>
        {children}
      </div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  );
}
