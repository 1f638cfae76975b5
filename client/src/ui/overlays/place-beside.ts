const marginPx = 16;
const gapPx = 8;

/**
 * Puts an absolutely positioned element of the body below another one, or over it if there is more room, so that they
 * scroll together. Without the other one: at the upper right.
 */
export function placeBeside(element: HTMLElement, other: Element | null): void {
  const { width, height } = element.getBoundingClientRect();
  const { top, bottom, right } = other?.getBoundingClientRect() ?? new DOMRect(window.innerWidth, 0, 0, 0);
  const hasRoomBelow = bottom + gapPx + height <= window.innerHeight;
  const isAbove = !hasRoomBelow && top - gapPx - height >= 0;
  const rightmost = document.documentElement.clientWidth - marginPx - width;
  element.style.left = `${window.scrollX + Math.max(marginPx, Math.min(right - width, rightmost))}px`;
  element.style.top = `${window.scrollY + (isAbove ? top - gapPx - height : bottom + gapPx)}px`;
  element.scrollIntoView({ block: 'nearest' });
}
