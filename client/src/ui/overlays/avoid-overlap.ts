interface Area {
  rect: DOMRect;
  weight: number;
}

/** The controls, messages and figures that the element should not cover. */
const avoidedElements =
  'a[href], button, input, select, textarea, label, summary, dd, [role=alert], [role=alertdialog]';
const gapPx = 8;
/** High enough that the focused element is the last to be covered. */
const focusWeight = 1_000;
/** Figures matter more than controls, which the user can press after the message has disappeared. */
const figureWeight = 10;

/** Moves the element down to the first place where it covers no control or figure, or as few as possible. */
export function avoidOverlap(element: HTMLElement): void {
  if (!element.isConnected) return;
  if (element.querySelector('[role]') === null) {
    element.style.translate = '';
    return;
  }
  // The element does not move while the user interacts with it.
  if (element.matches(':hover, :focus-within')) return;
  const currentRect = element.getBoundingClientRect();
  const areas = areasBeside(element, currentRect);
  if (coveredBy(currentRect, areas) === 0) return;
  element.style.translate = '';
  const { top: first } = element.getBoundingClientRect();
  const tops = [first, ...areas.map(({ rect }) => rect.bottom + gapPx)]
    .filter((top) => top >= first && top + currentRect.height <= window.innerHeight)
    .toSorted((a, b) => a - b);
  const covered = tops.map((top) =>
    coveredBy(new DOMRect(currentRect.x, top, currentRect.width, currentRect.height), areas),
  );
  const best = tops[covered.indexOf(Math.min(...covered))];
  // Unlike `top`, it needs no layout of the page.
  if (best !== undefined) element.style.translate = `0 ${best - first}px`;
}

/** The controls and figures in the same columns. */
function areasBeside(element: HTMLElement, { left, right }: DOMRect): Area[] {
  const focused = document.activeElement;
  const focusedLabels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
  return [...document.querySelectorAll(avoidedElements)]
    .filter((control) => !element.contains(control))
    .map((control) => ({
      rect: control.getBoundingClientRect(),
      weight:
        control === focused || focusedLabels.some((label) => label === control)
          ? focusWeight
          : control.localName === 'dd'
            ? figureWeight
            : 1,
    }))
    .filter(({ rect }) => rect.right > left && rect.left < right);
}

function coveredBy({ left, right, top, bottom }: DOMRect, areas: Area[]): number {
  return areas.reduce((sum, { rect, weight }) => {
    const width = Math.min(right, rect.right) - Math.max(left, rect.left);
    const height = Math.min(bottom, rect.bottom) - Math.max(top, rect.top);
    return width > 0 && height > 0 ? sum + width * height * weight : sum;
  }, 0);
}
