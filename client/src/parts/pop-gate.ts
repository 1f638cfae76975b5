type Listener = (event: PopStateEvent) => void;

let gate: Listener | undefined;

// As the app loads, so before the router's: a window calls its listeners in the order in which they came, those of
// the capture phase too (Chromium).
window.addEventListener('popstate', (event) => gate?.(event));

/** One listener that hears of a step through the history before the router does; the result takes it away. */
export function hearPopFirst(listener: Listener): () => void {
  gate = listener;
  return () => {
    if (gate === listener) gate = undefined;
  };
}
