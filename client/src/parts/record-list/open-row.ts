import type { MouseEvent } from 'react';

/** Props of the control that opens its row. */
export const opensRow = { 'data-opens-row': '' };

/** Props of a row that a pointer opens anywhere, as its own control does by keyboard. */
export const openable = { onClick: pressOpener };

/** Links and other controls work by themselves, and who marks text opens nothing. */
function pressOpener(event: MouseEvent<HTMLElement>) {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey, altKey } = event;
  const isControl = target instanceof Element && target.closest('a, button, label') !== null;
  const isMarking = window.getSelection()?.isCollapsed === false;
  if (isControl || isMarking || ctrlKey || metaKey || shiftKey || altKey) return;
  const opener = row.querySelector<HTMLElement>('[data-opens-row]');
  // A dialog gives the focus back to it.
  opener?.focus({ preventScroll: true });
  opener?.click();
}
