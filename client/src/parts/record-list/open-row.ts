import type { MouseEvent } from 'react';

export const rowOpenerProps = { 'data-opens-row': '' };

/** Props of a row: a click anywhere on it activates the control with `rowOpenerProps`. */
export const clickableRowProps = { onClick: activateOpener };

/** Ignores clicks on links and controls, with modifier keys, and at the end of a text selection. */
function activateOpener(event: MouseEvent<HTMLElement>) {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey, altKey } = event;
  const isControl = target instanceof Element && target.closest('a, button, label') !== null;
  const isSelectingText = window.getSelection()?.isCollapsed === false;
  if (isControl || isSelectingText || ctrlKey || metaKey || shiftKey || altKey) return;
  const opener = row.querySelector<HTMLElement>('[data-opens-row]');
  // A dialog that opens returns the focus to this control.
  opener?.focus({ preventScroll: true });
  opener?.click();
}
