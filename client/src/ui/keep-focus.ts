/** Marks an element that takes the focus when the focused element in it, or before it, leaves the page. */
export const focusRegion = { tabIndex: -1, 'data-focus-region': '' } as const;

const regions = '[data-focus-region]';

/**
 * Moves the focus when the focused element is removed, such as a button with its row: to the same button of the row that takes
 * its place, or to the nearest region. The browser would move it to the body, where a screen reader starts at the top of the
 * page. A key that is held while the focus moves, here or elsewhere, does nothing until it is pressed again: it would press the
 * same button of every row, or answer every question.
 * @returns a function that stops observing.
 */
export function keepFocus(): () => void {
  /** The focused element and its ancestors, from the inside out; empty while nothing has the focus. */
  let path: EventTarget[] = [];
  let place = 0;
  /** Where the last Enter or space was pressed. */
  let pressed: EventTarget | null = null;
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener(
    'focusin',
    (event) => {
      path = event.composedPath();
      place = alikeIn(path).findIndex((button) => button === event.target);
    },
    { signal },
  );
  document.addEventListener(
    'focusout',
    ({ target }) =>
      // Some browsers report a removal, too, before the element is gone.
      queueMicrotask(() => {
        if (target === path[0] && target instanceof Element && target.isConnected && !hasFocus(target))
          path = [];
      }),
    { signal },
  );
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      if (!event.repeat) pressed = event.target;
      if (event.target === pressed) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  const removals = new MutationObserver(() => {
    const [focused, ...ancestors] = path.filter((target) => target instanceof Element);
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const alike = alikeIn(path);
    path = [];
    const next = alike[Math.min(place, alike.length - 1)];
    if (next) next.focus();
    else nearestRegion(ancestors.filter(({ isConnected }) => isConnected))?.focus({ preventScroll: true });
  });
  removals.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => removals.disconnect());
  return () => stop.abort();
}

const hasFocus = (element: Element) => element === document.activeElement;

/** The buttons of the same words in the list of the first element, such as those to mark a row as read. */
function alikeIn([focused, ...ancestors]: readonly EventTarget[]): HTMLElement[] {
  const words = wordsOf(focused);
  const list = ancestors.find((one) => one instanceof Element && one.matches('ul, ol, tbody'));
  return words && list instanceof Element && list.isConnected
    ? [...list.querySelectorAll('button')].filter((button) => wordsOf(button) === words)
    : [];
}

/** What is visible, without the name of the row that screen readers hear. */
function wordsOf(target: EventTarget | undefined): string {
  if (!(target instanceof HTMLButtonElement)) return '';
  const copy = target.cloneNode(true) as HTMLButtonElement;
  for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove();
  return copy.textContent.trim();
}

function nearestRegion(ancestors: readonly Element[]): HTMLElement | null {
  for (const ancestor of ancestors) {
    const region = ancestor.matches(regions) ? ancestor : ancestor.querySelector(regions);
    if (region instanceof HTMLElement) return region;
  }
  return null;
}
