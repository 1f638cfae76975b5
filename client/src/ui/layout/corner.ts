import { avoidOverlap } from '#ui/overlays/avoid-overlap.ts';

/** An element for toasts; see `avoidOverlap`. Clicks outside its children reach the page. */
export function createCorner(): HTMLElement {
  const corner = document.createElement('div');
  corner.className = 'corner';
  document.body.append(corner);
  const reposition = () => avoidOverlap(corner);
  new ResizeObserver(reposition).observe(corner);
  new MutationObserver(reposition).observe(document.body, { childList: true, subtree: true });
  for (const event of ['focusin', 'scrollend', 'resize']) window.addEventListener(event, reposition);
  return corner;
}
