import type { KeyboardEvent, MouseEvent } from 'react';

export const rowOpenerProps = { 'data-opens-row': '' };
/** Opens rows in their place, so that the keys that move leave them as they are. */
export const inPlaceOpenerProps = { 'data-opens-row': 'in-place' };
/** B activates this control of a row. */
export const blockerProps = { 'data-blocks': '' };

/** Props of a row: a click anywhere on it activates the control with `rowOpenerProps`, and keys move to other rows. */
export const rowProps = { onClick: activateOpener, onKeyDown: moveByKey };

const openerOf = (row: Element) => row.querySelector<HTMLElement>('[data-opens-row]');

/** Ignores clicks on links and controls, with modifier keys, and at the end of a text selection. */
function activateOpener(event: MouseEvent<HTMLElement>) {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey, altKey } = event;
  const isControl = target instanceof Element && target.closest('a, button, label') !== null;
  const isSelectingText = window.getSelection()?.isCollapsed === false;
  if (isControl || isSelectingText || ctrlKey || metaKey || shiftKey || altKey) return;
  const opener = openerOf(row);
  // A dialog that opens returns the focus to this control.
  opener?.focus({ preventScroll: true });
  opener?.click();
}

/**
 * J and K move the focus to the next and the previous row, X selects, and B blocks. The keys are active only while the focus is in
 * a row. Beside an open record they open the other row's record.
 */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget: row } = event;
  const next = nextByKey(event, row);
  if (!next) return;
  const opener = openerOf(next);
  // The first that takes the focus, which hidden controls do not, or else the row itself.
  [opener, ...next.querySelectorAll<HTMLElement>('a, button, input'), next as HTMLElement].find((control) => {
    control?.focus();
    return control === document.activeElement;
  });
  const own = openerOf(row);
  if (own?.dataset['opensRow'] === '' && own.getAttribute('aria-expanded') === 'true') opener?.click();
}

/** The same keys in the open record of a row. The focus stays there. */
export function moveFromRecord(event: KeyboardEvent<HTMLElement>, row: Element) {
  const next = nextByKey(event, row);
  if (next) openerOf(next)?.click();
}

/** The row to which a key moves. X selects this one, and B blocks its network. */
function nextByKey({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent<HTMLElement>, row: Element) {
  const isMenu = target instanceof Element && target.closest('[popover]') !== null;
  if (isMenu || ctrlKey || metaKey || altKey) return null;
  if (key === 'x') row.querySelector<HTMLElement>('[type="checkbox"]')?.click();
  if (key === 'b') row.querySelector<HTMLElement>('[data-blocks]')?.click();
  return key === 'j' ? row.nextElementSibling : key === 'k' ? row.previousElementSibling : null;
}
