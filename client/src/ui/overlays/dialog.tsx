import { type KeyboardEvent, type ReactNode, useLayoutEffect, useId, useRef } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { scrollable } from '#ui/layout/scrollable.ts';

interface DialogProps {
  title: ReactNode;
  /** If absent, the user must choose one of the actions. */
  onClose?: (() => void) | undefined;
  /** Buttons below the content. They stay in view where there is room for it. */
  actions?: ReactNode;
  /** `top`: its title stays where it is while the content grows. `bottom`: a sheet at the lower edge. */
  placement?: 'centre' | 'top' | 'bottom';
  /** Keys other than Escape. */
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  children: ReactNode;
}

const placementClasses = {
  centre: '',
  top: 'mt-[10dvh] max-h-[calc(90dvh-var(--space-5))]',
  bottom: 'mb-0 w-full border-x-0 border-b-0',
};

/** Modal for as long as it is rendered. The native element traps and restores the focus. */
export function Dialog({ title, onClose, actions, placement = 'centre', onKeyDown, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  // A layout effect is cleaned up while the element is still in the page, which restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // With the focus on the first button, screen readers would skip the content.
    heading.current?.focus();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={ref}
      className={cx('dialog', placementClasses[placement])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Chromium closes on a second Escape even if `cancel` is prevented.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return onKeyDown?.(event);
        event.preventDefault();
        event.stopPropagation();
        onClose?.();
      }}
    >
      <header className="sticky top-(--stick) z-1 flex flex-wrap items-center justify-between gap-x-4 border-b border-rule bg-raised px-5 py-3 *:[button]:flex-none">
        <h2 ref={heading} className="text-lg" id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {onClose && (
          <Button variant="ghost" onClick={onClose}>
            CLOSE
          </Button>
        )}
      </header>
      <div className="p-5 focus-visible:outline-offset-inside" {...scrollable} aria-labelledby={titleId}>
        {children}
      </div>
      {actions && (
        <footer className="sticky bottom-(--stick) z-1 flex flex-wrap justify-end gap-3 border-t border-rule bg-raised px-5 py-4">
          {actions}
        </footer>
      )}
    </dialog>
  );
}
