/*
 * The interfaces that the oldest supported browsers lack (`client/oldest-browsers.ts`). A rule of the linter permits them
 * only here. The numbers are those of the first versions of Chrome, Firefox and Safari. Popovers are not here: `main.ts` loads
 * a polyfill before the app starts.
 */

/** `checkVisibility`: 105, 106, 17.4. */
export const isVisible = (element: Element): boolean =>
  'checkVisibility' in element ? element.checkVisibility() : (element as Element).getClientRects().length > 0;

/** `AbortSignal.any`: 116, 124, 17.4. The signal is aborted with the first of the two. */
export function eitherSignal(...signals: [AbortSignal, AbortSignal]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any(signals);
  const either = new AbortController();
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal });
  }
  return either.signal;
}
