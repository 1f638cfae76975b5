/** Marks an element that takes the focus when the focused element in it, or before it, leaves the page. */
export const focusRegion = { tabIndex: -1, 'data-focus-region': '' } as const;

const regions = '[data-focus-region]';

/**
 * Moves the focus to the nearest region when the focused element is removed, such as a button with its row. The browser
 * would move it to the body, where a screen reader starts at the top of the page.
 * @returns a function that stops observing.
 */
export function keepFocus(): () => void {
  /** The focused element and its ancestors, from the inside out; empty while nothing has the focus. */
  let path: EventTarget[] = [];
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('focusin', (event) => (path = event.composedPath()), { signal });
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
  const removals = new MutationObserver(() => {
    const [focused, ...ancestors] = path.filter((target) => target instanceof Element);
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    path = [];
    const remaining = ancestors.filter(({ isConnected }) => isConnected);
    nearestRegion(remaining)?.focus({ preventScroll: true });
  });
  removals.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => removals.disconnect());
  return () => stop.abort();
}

const hasFocus = (element: Element) => element === document.activeElement;

function nearestRegion(ancestors: readonly Element[]): HTMLElement | null {
  for (const ancestor of ancestors) {
    const region = ancestor.matches(regions) ? ancestor : ancestor.querySelector(regions);
    if (region instanceof HTMLElement) return region;
  }
  return null;
}
