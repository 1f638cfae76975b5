import { lazy, useState } from 'react';
import type { Screen } from './screens.ts';

/**
 * Shows a screen at once where its code is already here: `lazy` alone would put up the fallback first, and
 * React keeps a fallback for 300 ms once it is up.
 */
export function lazyScreen(screen: Screen) {
  const Lazy = lazy(screen.load);
  return function LazyScreen() {
    const [Loaded] = useState(() => screen.loaded);
    return Loaded ? <Loaded /> : <Lazy />;
  };
}
