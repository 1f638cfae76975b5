import type { MouseEvent } from 'react';

export const opensRow = { 'data-opens-row': '' };

/** Props of a row that a click opens anywhere, like its own control. */
export const openable = { onClick: pressOpener };

/** Not for clicks on links and controls, nor after selecting text. */
function pressOpener(event: MouseEvent<HTMLElement>) {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey, altKey } = event;
  const isControl = target instanceof Element && target.closest('a, button, label') !== null;
  const isMarking = window.getSelection()?.isCollapsed === false;
  if (isControl || isMarking || ctrlKey || metaKey || shiftKey || altKey) return;
  const opener = row.querySelector<HTMLElement>('[data-opens-row]');
  // A dialog restores the focus to it.
  opener?.focus({ preventScroll: true });
  opener?.click();
}
