import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { useNarrowForText } from '#ui/layout/use-narrow-screen.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** On wider screens, an open record has room beside the list: the table keeps its columns. */
export const modalScreenPx = 1_279;

interface ReadingPaneProps {
  title: string;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** The keys that act in it. */
  hint: string;
  children: ReactNode;
}

/** The dialog with the record that is open: beside the list, which stays in use, or modal where there is no room. */
export function ReadingPane(props: ReadingPaneProps) {
  const isNarrow = useNarrowForText(modalScreenPx);
  if (!isNarrow) return <DockedPane {...props} />;
  const { title, onClose, onKeyDown } = props;
  return (
    <Dialog title={title} onClose={onClose} onKeyDown={onKeyDown}>
      <Content {...props} />
    </Dialog>
  );
}

function DockedPane(props: ReadingPaneProps) {
  const { title, onClose, onKeyDown } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // Not when another record opens in it: the focus stays in the row or in the dialog, where the keys are used.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the controls in it.
    <dialog
      open
      tabIndex={-1}
      className="sticky top-[calc(var(--bar-height)+var(--space-3))] m-0 max-h-[calc(100dvh-var(--bar-height)-2*var(--space-3))] w-[min(24rem,27vw)] flex-none overflow-y-auto border border-rule bg-surface p-4 text-text"
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
    >
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 ref={heading} className="label" id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <path d="M6 6l12 12M18 6L6 18" />
        </IconButton>
      </div>
      <Content {...props} />
    </dialog>
  );
}

function Content({ hint, children }: ReadingPaneProps) {
  return (
    <>
      <div aria-live="polite">{children}</div>
      <p className="mt-4 border-t border-rule pt-3 text-xs text-muted">{hint}</p>
    </>
  );
}
