import { placeClear } from '#ui/overlays/place-clear.ts';

/**
 * An element at the upper right of the page, or lower if it would cover controls. Clicks outside its children reach the
 * page.
 */
export function createCorner(): HTMLElement {
  const corner = document.createElement('div');
  corner.className = 'corner';
  document.body.append(corner);
  const place = () => placeClear(corner);
  new ResizeObserver(place).observe(corner);
  new MutationObserver(place).observe(document.body, { childList: true, subtree: true });
  for (const event of ['focusin', 'scrollend', 'resize']) window.addEventListener(event, place);
  return corner;
}
