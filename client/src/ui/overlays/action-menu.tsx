import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from '#ui/controls/icon-button.tsx';
import './popovers.css';

interface ActionMenuProps {
  /** Names the row: "More actions for Home". */
  label: string;
  /** Buttons and links. */
  children: ReactNode;
}

/** The further actions of a row. The browser closes the menu on Escape and on a click outside. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <IconButton label={label} popoverTarget={id}>
        <path d="M5 12h0M12 12h0M19 12h0" strokeWidth="3" strokeLinecap="round" />
      </IconButton>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the click is a button's */}
      <div
        ref={menu}
        className="action-menu"
        id={id}
        popover="auto"
        // The menu closes before the action runs: focus returns to the button, and a confirmation opens beside it.
        onClickCapture={() => menu.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
