import type { ReactNode } from 'react';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** From here on, an open record has room beside the list. */
const paneScreenPx = 1_099;

interface ReadingPaneProps {
  title: string;
  onClose: () => void;
  /** Whether the rows of the list can be selected. */
  canSelect: boolean;
  children: ReactNode;
}

/** The record that is open, beside the list, or in a dialog where there is no room. */
export function ReadingPane({ title, onClose, canSelect, children }: ReadingPaneProps) {
  const isNarrow = useNarrowScreen(paneScreenPx);
  if (isNarrow) {
    return (
      <Dialog title={title} onClose={onClose}>
        {children}
      </Dialog>
    );
  }
  return (
    <aside
      className="sticky top-[calc(var(--bar-height)+var(--space-3))] max-h-[calc(100dvh-var(--bar-height)-2*var(--space-3))] w-[24rem] flex-none overflow-y-auto border border-rule bg-surface p-4"
      aria-label={title}
    >
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 className="label">{title}</h2>
        <IconButton label="Close" onClick={onClose}>
          <path d="M6 6l12 12M18 6L6 18" />
        </IconButton>
      </div>
      <div aria-live="polite">{children}</div>
      {/* The keys of `rowProps`. */}
      <p className="mt-4 border-t border-rule pt-3 text-xs text-muted">
        J, K next and previous{canSelect && ' · X select'}
      </p>
    </aside>
  );
}
