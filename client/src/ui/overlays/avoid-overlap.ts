import { controls, pressedControl } from '#ui/feedback/pressed-control.ts';

const errors = '[role=alert], [data-tone=error], .field-error';
/** What floats over the page itself, at its bottom. */
const floating = '[data-floating]';
const gapPx = 8;

/**
 * Moves the element down from its place to the nearest one where it covers neither the control that has the focus or was
 * pressed, nor the message of an error; if there is none, to the one where it covers the least.
 */
export function avoidOverlap(element: HTMLElement): void {
  if (!element.isConnected) return;
  if (element.querySelector('[role]') === null) {
    element.style.translate = '';
    return;
  }
  // The element does not move while the user interacts with it.
  if (element.matches(':hover, :focus-within')) return;
  const avoided = avoidedBy(element);
  const current = element.getBoundingClientRect();
  if (current.bottom <= window.innerHeight && coveredBy(current, avoided) === 0) return;
  element.style.translate = '';
  const { x, y: first, width, height } = element.getBoundingClientRect();
  const tops = [first, ...avoided.map(({ bottom }) => bottom + gapPx)]
    .filter((top) => top >= first && top + height <= window.innerHeight)
    .toSorted((a, b) => a - b);
  const covered = tops.map((top) => coveredBy(new DOMRect(x, top, width, height), avoided));
  const best = tops[covered.indexOf(Math.min(...covered))] ?? first;
  // Unlike `top`, it needs no layout of the page.
  if (best !== first) element.style.translate = `0 ${best - first}px`;
}

/** In the same columns. */
function avoidedBy(element: HTMLElement): DOMRect[] {
  const { left, right } = element.getBoundingClientRect();
  const focused = document.activeElement?.matches(controls) ? document.activeElement : null;
  const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
  const others = document.querySelectorAll(`${errors}, ${floating}`);
  return [focused, ...labels, pressedControl(), ...others]
    .filter((avoided) => avoided?.isConnected === true && !element.contains(avoided))
    .map((avoided) => avoided!.getBoundingClientRect())
    .filter((rect) => rect.height > 0 && rect.right > left && rect.left < right);
}

function coveredBy({ left, right, top, bottom }: DOMRect, avoided: DOMRect[]): number {
  return avoided.reduce((sum, rect) => {
    const width = Math.min(right, rect.right) - Math.max(left, rect.left);
    const height = Math.min(bottom, rect.bottom) - Math.max(top, rect.top);
    return width > 0 && height > 0 ? sum + width * height : sum;
  }, 0);
}
